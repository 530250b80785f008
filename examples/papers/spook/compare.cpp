// L11 section 17: what the runs show against closed forms, and Gauss-Seidel sweeps on the problem of a squeezed box.
#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>

#include "examples/papers/bench.h"
#include "examples/papers/main.h"
#include "examples/papers/report.h"
#include "fmu/host/csv.h"

namespace {

namespace lcp = stickslip::lcp;
using papers::Columns;
using papers::Report;

constexpr double kGravity = 9.81;

double largest(const std::vector<double>& values) {
  return *std::max_element(values.begin(), values.end());
}

/// v^2/2 + ((x_k + x_{k-1})/2)^2/2 of a run: the largest relative change.
double drift_of_invariant(const Columns& run) {
  const std::vector<double>& x = run["rail.position"];
  const std::vector<double>& v = run["rail.velocity"];
  const auto value = [&](std::size_t k) { return v[k] * v[k] / 2 + (x[k] + x[k - 1]) * (x[k] + x[k - 1]) / 8; };
  double most = 0;
  for (std::size_t k = 1; k < x.size(); ++k) most = std::max(most, std::fabs(value(k) / value(1) - 1));
  return most;
}

/// Largest |x| in the last tenth of a run.
double late_amplitude(const Columns& run, const std::string& name) {
  const std::vector<double>& x = run[name];
  double most = 0;
  for (std::size_t k = x.size() - x.size() / 10; k < x.size(); ++k) most = std::max(most, std::fabs(x[k]));
  return most;
}

void compare_oscillator(const std::string& out, Report& report) {
  const std::string x = "rail.position";
  const Columns spook(out + "slow_spook.csv");
  report.at_most("Fig. 4: drift of spook's invariant, h = 0.1", "preserved", 1e-11, drift_of_invariant(spook));
  report.near("Fig. 4: amplitude at 54 .. 60 s, spook", "preserved", 1, late_amplitude(spook, x), 0.01);
  report.near("Fig. 4: the same, midpoint", "preserved", 1, late_amplitude(Columns(out + "slow_midpoint.csv"), x),
              0.01);
  const Columns euler(out + "slow_euler.csv");
  report.equal("Fig. 4: energy left after 60 s, implicit Euler", "dissipates", std::pow(1.01, -600),
               2 * (euler["energy.kinetic"].back() + euler["energy.potential"].back()), 1e-9);
  report.at_most("Fig. 4: k = 1e5, late amplitude, spook", "filtered out", 1e-9,
                 late_amplitude(Columns(out + "fast_spook.csv"), x));
  const Columns fast(out + "fast_midpoint.csv");
  report.near("Fig. 4: k = 1e5, energy left, midpoint", "rings on", 1,
              (fast["energy.kinetic"].back() + fast["energy.potential"].back()) / 5e4, 1e-9);
}

void compare_pendulum(const std::string& out, Report& report) {
  const std::string x = "bob.position[1]";
  report.near("Fig. 5: amplitude at 18 .. 20 s, spook", "faithful", 1,
              late_amplitude(Columns(out + "swing_spook.csv"), x), 0.005);
  report.tell("Fig. 5: the same, stiff spring, implicit Euler", "looses all physics",
              std::to_string(late_amplitude(Columns(out + "swing_euler.csv"), x)));
  report.tell("Fig. 5: the same, stiff spring, midpoint", "may go unstable",
              std::to_string(late_amplitude(Columns(out + "swing_midpoint.csv"), x)));
  for (const char* step : {"0.004", "0.002", "0.001"}) {
    const double h = std::stod(step);
    const double phi = 1.0 / (1 + 4 * 2);  // tau = 2 h
    const std::vector<double> violation = Columns(out + "circle_" + step + ".csv")["solver.jointError"];
    report.equal(std::string("circle at 2 m/s, violation, h = ") + step, "", (1 + phi) / (8 * phi) * h * h * 4,
                 largest(violation), 1e-3);
  }
}

/// Heights of the tops between bounces.
std::vector<double> apexes(const Columns& run) {
  const std::vector<double>& y = run["ball.position[2]"];
  std::vector<double> found;
  for (std::size_t k = 1; k + 1 < y.size(); ++k) {
    if (y[k] > y[k - 1] && y[k] >= y[k + 1]) found.push_back(y[k] - 0.1);
  }
  return found;
}

/// v_next = v - h g turned round costs the height h v a bounce: the energy that a first-order step keeps is not the
/// real one.
void compare_ball(const std::string& out, Report& report) {
  const Columns fine(out + "ball_fine.csv");
  const std::vector<double> tops = apexes(fine);
  const double v = std::sqrt(2 * kGravity * tops[0]);
  report.near("Fig. 6: height lost by an elastic bounce, over h v", "some energy lost", 1,
              (tops[0] - tops[1]) / (0.001 * v), 0.03);
  report.tell("Fig. 6: bounces in 20 s at h = 1 ms, last apex of 1 m", "",
              std::to_string(tops.size()) + ", " + std::to_string(tops.back()));
  report.at_most("Fig. 6: penetration meanwhile, m", "seen", 0, largest(fine["solver.penetration"]));
  const std::vector<double> coarse = apexes(Columns(out + "ball_spook.csv"));
  report.tell("Fig. 6: first apexes at h = 1/60", "",
              std::to_string(coarse[0]) + ", " + std::to_string(coarse[1]) + ", " + std::to_string(coarse[2]));
  report.tell("Fig. 6: the last one in 20 s, stabilised", "",
              std::to_string(apexes(Columns(out + "ball_stabilised.csv")).back()));
}

/// The step of squeezed_box.toml as a problem of its own: eight corners between the plates, regularised as spook does.
struct SqueezedBox {
  static constexpr double kStep = 1.0 / 60;
  static constexpr double kMass = 10;
  static constexpr double kOverlap = 2e-6;
  static constexpr double kCompliance = 1e-8;
  static constexpr double kPush = 1200;
  static constexpr int kContacts = 8;
  static constexpr double kEven = kStep * kOverlap / kCompliance;  // what every normal carries

  std::vector<lcp::BodyInverse> masses;
  std::vector<double> momentum = {kStep * kPush, 0, 0, 0, 0, 0};
  std::vector<lcp::Row> rows;
  std::vector<lcp::Block> blocks;
  std::vector<lcp::Contact> contacts;

  SqueezedBox() {
    const std::array<double, 3> half = {0.1, 0.15, 1};
    const auto inverse_inertia = [&](double a, double b) { return 3 / (kMass * (a * a + b * b)); };
    masses.push_back({{1 / kMass, 1 / kMass, 1 / kMass},
                      {inverse_inertia(half[1], half[2]), 0, 0, 0, inverse_inertia(half[0], half[2]), 0, 0, 0,
                       inverse_inertia(half[0], half[1])}});
    const double phi = 1.0 / (1 + 4 * 2);
    const double s = -4 * phi / kStep * kOverlap;
    const double T = 4 * kCompliance * phi / (kStep * kStep);
    for (int c = 0; c < kContacts; ++c) {
      const double up = (c & 4) == 0 ? 1 : -1;  // the lower plate pushes up
      const std::array<double, 3> at = {(c & 1) == 0 ? half[0] : -half[0], (c & 2) == 0 ? half[1] : -half[1],
                                        -up * half[2]};
      contacts.push_back({3 * c, 2, 0.5});
      add_row(lcp::RowKind::normal, {0, 0, up}, at, s, T);
      add_row(lcp::RowKind::tangent, {1, 0, 0}, at, 0, 1e-10 / kMass);
      add_row(lcp::RowKind::tangent, {0, 1, 0}, at, 0, 1e-10 / kMass);
    }
  }

  struct Answer {
    double residual = 0;
    double share = 0;   // of the sum of all normals
    double uneven = 0;  // largest relative error of one
  };
  Answer solve(const lcp::Options& options) const {
    lcp::Workspace work({1, static_cast<int>(rows.size()), static_cast<int>(blocks.size()), kContacts, options.edges});
    std::vector<double> velocity(6);
    std::vector<double> impulse(rows.size());
    std::vector<double> sliding(kContacts);
    lcp::Solution solution = {velocity, impulse, sliding};
    lcp::WarmStart cold;
    Answer answer;
    answer.residual = lcp::solve({masses, momentum, rows, blocks, contacts}, options, work, cold, solution).residual;
    for (std::size_t c = 0; c < kContacts; ++c) {
      answer.share += impulse[3 * c] / (kEven * kContacts);
      answer.uneven = std::max(answer.uneven, std::fabs(impulse[3 * c] / kEven - 1));
    }
    return answer;
  }

 private:
  void add_row(lcp::RowKind kind, const std::array<double, 3>& d, const std::array<double, 3>& p, double s, double T) {
    rows.push_back({rows.size() + 1, kind, static_cast<int>(blocks.size()), 1, s, T, 0, 0});
    blocks.push_back(
        {0, {d[0], d[1], d[2], p[1] * d[2] - p[2] * d[1], p[2] * d[0] - p[0] * d[2], p[0] * d[1] - p[1] * d[0]}});
  }
};

/// One row per number of sweeps: residuals of each order of the sweep and the normal impulse of the last.
void compare_sweeps(const std::string& out, Report& report) {
  papers::Bench bench(papers::load_model(out + "squeezed_box.toml"));
  bench.step(SqueezedBox::kStep);
  const stickslip::ProblemStorage& p = bench.simulation.workspace().problem;
  double uneven = 0;
  for (int c = 0; c < p.contact_count; ++c)
    uneven = std::max(uneven, std::fabs(p.solution.impulse[p.contacts[c].normal] / SqueezedBox::kEven - 1));
  report.near("Fig. 10: contacts of the squeezed box", "", SqueezedBox::kContacts, p.contact_count, 0);
  report.at_most("Fig. 10: step of the model, normals off h delta/eps", "constant and equal", 1e-8, uneven);
  const SqueezedBox box;
  report.at_most("Fig. 10: direct solver, the same", "", 1e-8, box.solve({}).uneven);

  std::ofstream csv(out + "sweeps.csv");
  csv << stickslip::host::csv_header({"block", "separate", "normals_first", "share"});
  lcp::Options options;
  options.method = lcp::Method::gauss_seidel;
  std::vector<double> row;
  double first = 0;
  for (int sweeps = 1; sweeps <= 1000; sweeps = std::max(sweeps + 1, sweeps * 11 / 10)) {
    options.max_sweeps = sweeps;
    row.clear();
    SqueezedBox::Answer answer;
    for (const lcp::Sweep order : {lcp::Sweep::block, lcp::Sweep::separate, lcp::Sweep::normals_first}) {
      options.sweep = order;
      answer = box.solve(options);
      row.push_back(answer.residual);
    }
    row.push_back(answer.share);
    if (sweeps == 1) first = row.front();
    csv << stickslip::host::csv_row(sweeps, row);
  }
  report.at_least("Fig. 10: residual after 1000 sweeps over that of 1", "stagnates", 0.5, row.front() / first);
  report.tell("Fig. 10: share of the normal impulse they reach", "", std::to_string(row.back()));
}

void compare_chain(const std::string& out, Report& report) {
  std::ofstream csv(out + "violation.csv");
  csv << stickslip::host::csv_header({"eps0", "eps8", "eps6"});
  std::vector<std::array<double, 3>> all;
  for (const int n : {3840, 1920, 960, 480, 240, 120, 60, 30}) {
    std::array<double, 3> row{};
    std::size_t at = 0;
    for (const char* compliance : {"0", "1e-8", "1e-6"}) {
      const std::vector<double> violation =
          Columns(out + "chain_" + compliance + "_" + std::to_string(n) + ".csv")["solver.jointError"];
      row[at++] = largest(violation);
    }
    csv << stickslip::host::csv_row(1.0 / n, row);
    all.push_back(row);
  }
  report.near("Fig. 14: order of violation, eps = 0, h = 1/60 .. 1/3840", "2", 2, std::log2(all[6][0] / all[0][0]) / 6,
              0.15);
  report.near("Fig. 14: order, eps = 1e-6, h = 1/1920 .. 1/3840", "0, a plateau", 0, std::log2(all[1][2] / all[0][2]),
              0.15);
  // The first rod carries ten kilograms; an error of the others is smaller.
  report.equal("hanging: g = eps F, eps = 1e-6", "", 1e-6 * 10 * kGravity,
               Columns(out + "hanging.csv")["solver.jointError"].back(), 1e-9);
}

}  // namespace

int main(int argc, char** argv) {
  return papers::compare_main(argc, argv, [](const std::string& out) {
    Report report("L11 section 17, spook");
    compare_oscillator(out, report);
    compare_pendulum(out, report);
    compare_ball(out, report);
    compare_sweeps(out, report);
    compare_chain(out, report);
    return report.finish();
  });
}
