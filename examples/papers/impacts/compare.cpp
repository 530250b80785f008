// P97 section 3: both models of impact, on the falling rod (runs of the command line against closed forms) and on
// random bodies with joints, friction and several contacts at once (the library's complementarity problems).
#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "examples/papers/main.h"
#include "examples/papers/report.h"
#include "model/lcp/solve.h"

namespace {

namespace lcp = stickslip::lcp;
using papers::Columns;
using papers::Report;
using Vector = std::vector<double>;

/// Bodies with joint rows and contacts in one configuration; the new contacts have just closed.
struct Impact {
  std::vector<lcp::BodyInverse> masses;
  std::vector<lcp::Row> rows;
  std::vector<lcp::Block> blocks;
  std::vector<lcp::Contact> contacts;
  Vector restitution;  // per contact
  Vector before;       // v-, six per body
  double e = 0;        // of the new contacts

  struct Answer {
    bool good = false;
    Vector velocity;
    Vector impulse;  // per row
  };
  /// L(v, F) of the paper.
  Answer solve(const Vector& v, const Vector& force) const;
  Vector momentum(const Vector& v) const;
  double energy(const Vector& v) const;
  double speed(const lcp::Row& row, const Vector& v) const;
  const lcp::Row& normal(std::size_t contact) const { return rows[static_cast<std::size_t>(contacts[contact].normal)]; }
};

Vector Impact::momentum(const Vector& v) const {
  Vector p(v);
  for (std::size_t b = 0; b < masses.size(); ++b) {
    for (std::size_t k = 0; k < 3; ++k) {
      p[6 * b + k] /= masses[b].linear[k];
      p[6 * b + 3 + k] /= masses[b].angular[4 * k];
    }
  }
  return p;
}

double Impact::energy(const Vector& v) const {
  const Vector p = momentum(v);
  double sum = 0;
  for (std::size_t i = 0; i < v.size(); ++i) sum += 0.5 * p[i] * v[i];
  return sum;
}

double Impact::speed(const lcp::Row& row, const Vector& v) const {
  double sum = 0;
  for (int i = row.first_block; i < row.first_block + row.block_count; ++i) {
    const lcp::Block& block = blocks[static_cast<std::size_t>(i)];
    for (std::size_t k = 0; k < 6; ++k) sum += block.j[k] * v[6 * static_cast<std::size_t>(block.body) + k];
  }
  return sum;
}

Impact::Answer Impact::solve(const Vector& v, const Vector& force) const {
  Vector p = momentum(v);
  for (std::size_t i = 0; i < force.size(); ++i) p[i] += force[i];
  const lcp::Options options;
  lcp::Workspace work({static_cast<int>(masses.size()), static_cast<int>(rows.size()), static_cast<int>(blocks.size()),
                       static_cast<int>(contacts.size()), options.edges});
  Answer answer;
  answer.velocity.resize(v.size());
  answer.impulse.resize(rows.size());
  Vector sliding(contacts.size());
  std::vector<lcp::WarmEntry> entries(rows.size());
  lcp::WarmStart cold = {entries};
  lcp::Solution solution = {answer.velocity, answer.impulse, sliding};
  const lcp::Report report = lcp::solve({masses, p, rows, blocks, contacts}, options, work, cold, solution);
  answer.good = report.status == lcp::Status::solved && report.rung == 0;
  return answer;
}

/// Makes impacts that no one designed.
class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  /// Nothing where the new contacts do not approach, or v- could not be found.
  bool make(bool friction, bool one_e, Impact& impact) {
    impact = Impact();
    const int bodies = whole(1, 4);
    Vector v;
    for (int b = 0; b < bodies; ++b) {
      const double m = std::pow(10, uniform(-1, 1));
      const auto inverse_inertia = [&] { return 1 / (m * uniform(0.05, 0.5)); };
      impact.masses.push_back(
          {{1 / m, 1 / m, 1 / m}, {inverse_inertia(), 0, 0, 0, inverse_inertia(), 0, 0, 0, inverse_inertia()}});
      for (int k = 0; k < 6; ++k) v.push_back(uniform(-1, 1));
    }
    impact.e = uniform(0, 1);
    for (int k = whole(0, bodies); k > 0; --k)
      add_row(impact, lcp::RowKind::equality, pair(bodies), direction(), arms());
    for (int k = whole(0, 3); k > 0; --k)
      add_contact(impact, bodies, friction, one_e ? uniform(0, impact.e) : uniform(0, 1));
    const Impact::Answer rest = impact.solve(v, {});  // joints and old contacts hold
    impact.before = rest.velocity;
    const std::size_t old = impact.contacts.size();
    for (int k = whole(1, 3); k > 0; --k) add_contact(impact, bodies, friction, one_e ? impact.e : uniform(0, 1));
    for (std::size_t c = old; c < impact.contacts.size(); ++c) {
      if (rest.good && impact.speed(impact.normal(c), impact.before) < -1e-3) return true;
    }
    return false;
  }

 private:
  using Direction = std::array<double, 3>;
  using Pair = std::array<int, 2>;
  using Arms = std::array<Direction, 2>;

  double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(random_); }
  int whole(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  Direction direction() {
    for (;;) {
      const Direction d = {uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)};
      const double length = std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
      if (length > 0.1 && length < 1) return {d[0] / length, d[1] / length, d[2] / length};
    }
  }
  /// Two bodies, or a body and the world (-1).
  Pair pair(int bodies) {
    const int first = whole(0, bodies - 1);
    const int second = whole(-1, bodies - 1);
    return {first, second == first ? -1 : second};
  }
  Arms arms() {
    Arms a{};
    for (Direction& arm : a) arm = {uniform(-0.5, 0.5), uniform(-0.5, 0.5), uniform(-0.5, 0.5)};
    return a;
  }
  static Direction cross(const Direction& a, const Direction& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  }

  static void add_row(Impact& impact, lcp::RowKind kind, const Pair& pair, const Direction& d, const Arms& arms) {
    const int first_block = static_cast<int>(impact.blocks.size());
    double sign = 1;
    for (std::size_t i = 0; i < 2; ++i) {
      if (pair[i] < 0) continue;
      const Direction turn = cross(arms[i], d);
      impact.blocks.push_back(
          {pair[i], {sign * d[0], sign * d[1], sign * d[2], sign * turn[0], sign * turn[1], sign * turn[2]}});
      sign = -1;
    }
    const int count = static_cast<int>(impact.blocks.size()) - first_block;
    impact.rows.push_back({impact.rows.size() + 1, kind, first_block, count, 0, 0, 0, 0});
  }
  void add_contact(Impact& impact, int bodies, bool friction, double restitution) {
    const Pair between = pair(bodies);
    const Arms at = arms();
    const Direction n = direction();
    Direction t = cross(n, direction());
    const double length = std::sqrt(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]);
    t = {t[0] / length, t[1] / length, t[2] / length};
    impact.contacts.push_back(
        {static_cast<int>(impact.rows.size()), friction ? 2 : 0, friction ? uniform(0, 1.5) : 0.0});
    impact.restitution.push_back(restitution);
    add_row(impact, lcp::RowKind::normal, between, n, at);
    if (!friction) return;
    add_row(impact, lcp::RowKind::tangent, between, t, at);
    add_row(impact, lcp::RowKind::tangent, between, cross(n, t), at);
  }

  std::mt19937_64 random_;
};

/// F^r = sum_j e_j n_j c_j.
Vector restitution_force(const Impact& impact, const Impact::Answer& compression) {
  Vector force(impact.before.size(), 0.0);
  for (std::size_t c = 0; c < impact.contacts.size(); ++c) {
    const lcp::Row& row = impact.normal(c);
    const double give =
        impact.restitution[c] * compression.impulse[static_cast<std::size_t>(impact.contacts[c].normal)];
    for (int i = row.first_block; i < row.first_block + row.block_count; ++i) {
      const lcp::Block& block = impact.blocks[static_cast<std::size_t>(i)];
      for (std::size_t k = 0; k < 6; ++k) force[6 * static_cast<std::size_t>(block.body) + k] += give * block.j[k];
    }
  }
  return force;
}

/// Assumption (c) of the paper: what was closed before the impact was held, not opening. New contacts all approach.
bool covered_by_the_paper(const Impact& impact) {
  for (std::size_t c = 0; c < impact.contacts.size(); ++c) {
    const double approach = impact.speed(impact.normal(c), impact.before);
    const bool old = impact.restitution[c] < impact.e;
    if (approach > 1e-12 || (old && approach < -1e-12)) return false;
  }
  return true;
}

struct Statistics {
  int impacts = 0;
  int failures = 0;
  int gains = 0;         // with more energy after Poisson's decompression
  double poisson = 0;    // largest T+ / T-
  double shortened = 0;  // the same of the short form
  int covered = 0;       // by the paper's assumptions (a) to (c)
  double apart = 0;      // largest difference of the two models there
};

Statistics try_many(bool friction, bool one_e, int count) {
  Generator generator(97);
  Statistics all;
  Impact impact;
  while (all.impacts < count) {
    if (!generator.make(friction, one_e, impact)) continue;
    ++all.impacts;
    const Impact::Answer compression = impact.solve(impact.before, {});
    const Impact::Answer poisson = impact.solve(compression.velocity, restitution_force(impact, compression));
    if (!compression.good || !poisson.good) {
      ++all.failures;
      continue;
    }
    Vector shortened(impact.before.size());
    for (std::size_t i = 0; i < shortened.size(); ++i)
      shortened[i] = (1 + impact.e) * compression.velocity[i] - impact.e * impact.before[i];
    const double start = impact.energy(impact.before);
    const double ratio = impact.energy(poisson.velocity) / start;
    all.poisson = std::max(all.poisson, ratio);
    if (ratio > 1 + 1e-9) ++all.gains;
    all.shortened = std::max(all.shortened, impact.energy(shortened) / start);
    if (friction || !one_e || !covered_by_the_paper(impact)) continue;
    ++all.covered;
    for (std::size_t i = 0; i < shortened.size(); ++i)
      all.apart = std::max(all.apart, std::fabs(shortened[i] - poisson.velocity[i]));
  }
  return all;
}

/// Lemma 3.1 as it is printed, v+ = (1 + e) v^c - v-: a ball that falls at 1 m/s, e = 0.3.
void compare_print(Report& report) {
  Impact ball;
  ball.masses.push_back({{1, 1, 1}, {1, 0, 0, 0, 1, 0, 0, 0, 1}});
  ball.blocks.push_back({0, {0, 0, 1, 0, 0, 0}});
  ball.rows.push_back({1, lcp::RowKind::normal, 0, 1, 0, 0, 0, 0});
  ball.contacts.push_back({0, 0, 0});
  ball.before = {0, 0, -1, 0, 0, 0};
  const double compressed = ball.solve(ball.before, {}).velocity[2];
  report.near("rebound at e = 0.3, lemma 3.1 as printed", "1.3 v^c - v-", 1, 1.3 * compressed - ball.before[2], 1e-15);
  report.near("rebound at e = 0.3, with the e of its proof", "", 0.3, 1.3 * compressed - 0.3 * ball.before[2], 1e-15);
}

void compare_random(Report& report) {
  constexpr int kImpacts = 10000;
  for (const bool friction : {false, true}) {
    for (const bool one_e : {true, false}) {
      const Statistics s = try_many(friction, one_e, kImpacts);
      const std::string kind = std::string(friction ? "friction" : "no friction") + (one_e ? ", one e" : ", many e");
      report.at_most(kind + ": short form, largest T+/T-", "<= 1 (lemma 3.1)", 1 + 1e-12, s.shortened);
      report.tell(kind + ": Poisson, largest T+/T-", friction ? "may exceed 1" : "", std::to_string(s.poisson));
      report.tell(kind + ": Poisson gains energy in", "", std::to_string(s.gains) + " of " + std::to_string(s.impacts));
      report.at_most(kind + ": problems not solved as posed", "0 (thm 2.2)", 1e-3 * kImpacts, s.failures);
      if (s.covered > 0)
        report.at_most(std::to_string(s.covered) + " under (a)-(c): short form off Poisson", "0", 1e-9, s.apart);
    }
  }
}

/// c = v/1.6 stops the end (both directions), 2.5 is the inverse mass along the normal, 1.6 that with the end held.
void compare_rod(const std::string& out, Report& report) {
  const Columns poisson(out + "poisson.csv");
  const Columns shortened(out + "short.csv");
  double off = 0;
  double short_off = 0;
  for (std::size_t k = 0; k < poisson.time().size(); ++k) {
    const double e = poisson["e"][k];
    const double ratio = poisson["after"][k] / poisson["before"][k];
    const double short_ratio = shortened["after"][k] / shortened["before"][k];
    off = std::max(off, std::fabs(ratio - (1 + (2.5 * e * e - 1.6) / 2.56)));
    short_off = std::max(short_off, std::fabs(short_ratio - (0.375 + 0.625 * e * e)));
    if (e == 1) {
      report.near("falling rod, e = 1: Poisson, T+/T-", "exceptions exist", 1.3515625, ratio, 1e-12);
      report.near("falling rod, e = 1: short form, T+/T-", "<= 1", 1, short_ratio, 1e-12);
    }
  }
  report.at_most("11 e: Poisson off 1 + (2.5 e^2 - 1.6)/2.56", "", 1e-12, off);
  report.at_most("11 e: short form off 0.375 + 0.625 e^2", "", 1e-12, short_off);
}

/// The remark after lemma 3.1 on [6]: epsilon and G are as claimed there, the inequality is not.
void compare_remark(Report& report) {
  const auto form = [](double a, double b) { return 0.5 * (4 * a * a + 2 * 2 * a * b + 4 * b * b); };
  report.near("remark on [6]: the form claimed <= 0", "> 0", 0.5, form(0.5 * 1, -2) - form(1, -2), 1e-15);
}

}  // namespace

int main(int argc, char** argv) {
  return papers::compare_main(argc, argv, [](const std::string& out) {
    Report report("P97 section 3, impacts");
    compare_rod(out, report);
    compare_print(report);
    compare_remark(report);
    compare_random(report);
    return report.finish();
  });
}
