#include "tests/benchmark/lcp/judge.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace stickslip::lcp {
namespace {

using Long = long double;
using Six = std::array<Long, 6>;
constexpr Long kPi = 3.14159265358979323846264338327950288L;

std::size_t size(int n) {
  return static_cast<std::size_t>(n);
}

/// Our problems have diagonal inverse masses.
Long inverse_at(const BodyInverse& inverse, std::size_t i) {
  return i < 3 ? inverse.linear[i] : inverse.angular[4 * (i - 3)];
}

struct Judge {
  const Problem& problem;
  const Solution& solution;
  int edges;
  std::vector<Six> free, velocity;
  Long worst = 0;

  void note(Long defect) {
    if (!(defect <= worst)) worst = defect;
  }
  Long mobility(int row) const;
  Long y(int row) const;
  Long equation() const;
  void friction(const Contact& contact, Long lambda);
};

/// A_ii.
Long Judge::mobility(int row) const {
  std::vector<Six> total(size(problem.inverse_mass.size()), Six{});
  const Row& r = problem.rows[row];
  for (int k = r.first_block; k < r.first_block + r.block_count; ++k) {
    const Block& block = problem.blocks[k];
    for (std::size_t i = 0; i < 6; ++i) total[size(block.body)][i] += block.j[i];
  }
  Long sum = 0;
  for (int b = 0; b < problem.inverse_mass.size(); ++b) {
    for (std::size_t i = 0; i < 6; ++i) {
      sum += total[size(b)][i] * total[size(b)][i] * inverse_at(problem.inverse_mass[b], i);
    }
  }
  return sum;
}

/// G w + T c + s.
Long Judge::y(int row) const {
  const Row& r = problem.rows[row];
  Long sum = r.s + static_cast<Long>(r.T) * solution.impulse[row];
  for (int k = r.first_block; k < r.first_block + r.block_count; ++k) {
    const Block& block = problem.blocks[k];
    for (std::size_t i = 0; i < 6; ++i) sum += block.j[i] * velocity[size(block.body)][i];
  }
  return sum;
}

/// |w - M^-1 (r + G'c)|_M.
Long Judge::equation() const {
  std::vector<Six> total = free;
  for (int i = 0; i < problem.rows.size(); ++i) {
    const Row& row = problem.rows[i];
    for (int k = row.first_block; k < row.first_block + row.block_count; ++k) {
      const Block& block = problem.blocks[k];
      for (std::size_t l = 0; l < 6; ++l) {
        total[size(block.body)][l] +=
            static_cast<Long>(solution.impulse[i]) * block.j[l] * inverse_at(problem.inverse_mass[block.body], l);
      }
    }
  }
  Long sum = 0;
  for (int b = 0; b < problem.inverse_mass.size(); ++b) {
    for (std::size_t i = 0; i < 6; ++i) {
      const Long defect = velocity[size(b)][i] - total[size(b)][i];
      const Long inverse = inverse_at(problem.inverse_mass[b], i);
      if (defect != 0) sum += inverse > 0 ? defect * defect / inverse : HUGE_VALL;
    }
  }
  return std::sqrt(sum);
}

/// The tangential impulse is that of two neighbouring edges, of which there is one way with the least sum.
void Judge::friction(const Contact& contact, Long lambda) {
  if (contact.tangents == 0) return;
  const bool planar = contact.tangents == 1;
  Long t[2] = {0, 0}, u[2] = {0, 0}, a = 0;
  for (int l = 0; l < contact.tangents; ++l) {
    const int row = contact.normal + 1 + l;
    t[l] = solution.impulse[row];
    u[l] = y(row);
    a = std::max(a, std::sqrt(mobility(row)));
  }
  if (a == 0) return;
  if (contact.mu == 0) {
    note(a * std::hypot(t[0], t[1]));
    return;
  }
  const int n = planar ? 2 : edges;
  const Long wedge = 2 * kPi / n;
  std::vector<Long> beta(size(n), 0);
  if (planar) {
    beta[t[0] >= 0 ? 0 : 1] = std::fabs(t[0]);
  } else {
    Long angle = std::atan2(t[1], t[0]);
    if (angle < 0) angle += 2 * kPi;
    const int k = std::min(n - 1, static_cast<int>(angle / wedge));
    const Long length = std::hypot(t[0], t[1]), within = angle - k * wedge;
    beta[size(k)] = length * std::sin(wedge - within) / std::sin(wedge);
    beta[size((k + 1) % n)] += length * std::sin(within) / std::sin(wedge);
  }
  Long budget = static_cast<Long>(contact.mu) * solution.impulse[contact.normal];
  for (int k = 0; k < n; ++k) {
    const Long slide = std::cos(k * wedge) * u[0] + std::sin(k * wedge) * u[1] + lambda;
    note(std::fabs(std::min(a * beta[size(k)], slide / a)));
    budget -= beta[size(k)];
  }
  note(std::fabs(std::min(lambda / a, a * budget)));
}

Judge make_judge(const Problem& problem, int edges, const Solution& solution) {
  Judge judge{problem, solution, edges, {}, {}, 0};
  for (int b = 0; b < problem.inverse_mass.size(); ++b) {
    Six free{}, velocity{};
    for (std::size_t i = 0; i < 6; ++i) {
      const int at = 6 * b + static_cast<int>(i);
      free[i] = problem.momentum[at] * inverse_at(problem.inverse_mass[b], i);
      velocity[i] = solution.velocity[at];
    }
    judge.free.push_back(free);
    judge.velocity.push_back(velocity);
  }
  return judge;
}

Long energy(const Problem& problem, const std::vector<Six>& velocity) {
  Long sum = 0;
  for (std::size_t b = 0; b < velocity.size(); ++b) {
    for (std::size_t i = 0; i < 6; ++i) {
      const Long inverse = inverse_at(problem.inverse_mass[static_cast<int>(b)], i);
      if (inverse > 0) sum += velocity[b][i] * velocity[b][i] / inverse;
    }
  }
  return sum;
}

}  // namespace

double judged_residual(const Problem& problem, int edges, const Solution& solution) {
  Judge judge = make_judge(problem, edges, solution);
  Long V = std::sqrt(energy(problem, judge.free));
  judge.note(judge.equation());
  for (int i = 0; i < problem.rows.size(); ++i) {
    const Row& row = problem.rows[i];
    const Long a = std::sqrt(judge.mobility(i));
    if (a == 0) continue;
    V = std::max(V, std::fabs(static_cast<Long>(row.s)) / a);
    if (row.kind == RowKind::tangent) continue;
    const Long c = solution.impulse[i], y = judge.y(i);
    if (row.kind == RowKind::equality) judge.note(std::fabs(y) / a);
    if (row.kind == RowKind::normal) judge.note(std::fabs(std::min(a * c, y / a)));
    if (row.kind == RowKind::bounded) {
      judge.note(std::fabs(
          a * c - std::clamp(a * c - y / a, a * static_cast<Long>(row.lower), a * static_cast<Long>(row.upper))));
    }
  }
  for (int k = 0; k < problem.contacts.size(); ++k) judge.friction(problem.contacts[k], solution.sliding_speed[k]);
  const Long scaled = judge.worst == 0 ? 0 : judge.worst / V;
  return std::isfinite(scaled) ? static_cast<double>(scaled) : HUGE_VAL;
}

double energy_gain(const Problem& problem, const Solution& solution) {
  const Judge judge = make_judge(problem, 4, solution);
  const Long before = energy(problem, judge.free);
  const Long after = energy(problem, judge.velocity);
  if (!std::isfinite(after)) return HUGE_VAL;
  return static_cast<double>((after - before) / std::max(before, 1e-30L));
}

}  // namespace stickslip::lcp
