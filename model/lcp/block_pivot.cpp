#include "model/lcp/block_pivot.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/cone.h"
#include "model/lcp/dense.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

constexpr int kRemembered = 64;
constexpr int kBlockSteps = 60;
constexpr int kRefinements = 4;
constexpr double kSoft = 1e-10;

/// Values of the basic unknowns in work.z and slacks in work.slack; false when there are too many or the block breaks.
bool solve_block(const Condensed& lcp, LemkeWork& work, Span<const std::uint8_t> basic) {
  int m = 0;
  for (int j = 0; j < lcp.size(); ++j) {
    if (!basic[j]) continue;
    if (m == work.basics) return false;
    work.columns[size(m++)] = j;
  }
  double* factor = work.factor.data();
  for (int p = 0; p < m; ++p) {
    const int j = work.columns[size(p)];
    double* column = column_of(factor, m, p);
    for (int a = 0; a < m; ++a) column[a] = entry(lcp, work.columns[size(a)], j);
    column[p] += lcp.unknowns[j].role == Role::cap ? -kSoft : kSoft;
  }
  if (!lu_factor(factor, m, work.pivots.data(), 1e-14)) return false;
  fill(work.z.data(), 0.0, lcp.size());
  double before = HUGE_VAL;
  for (int pass = 0; pass <= kRefinements; ++pass) {
    multiply(lcp, work.z.data(), true, work.f.data(), work.u.data(), work.slack.data());
    for (int p = 0; p < m; ++p) work.rate[size(p)] = work.slack[size(work.columns[size(p)])];
    const double now = max_abs(work.rate.data(), m);
    if (pass == kRefinements || !(now <= 0.5 * before) || now == 0) break;
    before = now;
    lu_solve(factor, m, work.pivots.data(), work.rate.data());
    for (int p = 0; p < m; ++p) work.z[size(work.columns[size(p)])] -= work.rate[size(p)];
  }
  return true;
}

/// Changes sides: all violations, or only the first. Returns how many there are.
int exchange(const LemkeWork& work, double tolerance, bool all, Span<std::uint8_t> basic) {
  int violations = 0;
  for (int j = 0; j < basic.size(); ++j) {
    const double x = basic[j] ? work.z[size(j)] : work.slack[size(j)];
    if (x >= -tolerance) continue;
    if (all || violations == 0) basic[j] = !basic[j];
    ++violations;
  }
  return violations;
}

std::uint64_t hash_of(Span<const std::uint8_t> basic) {
  std::uint64_t hash = 1469598103934665603U;
  for (std::uint8_t b : basic) hash = (hash ^ b) * 1099511628211U;
  return hash;
}

/// Edges that pull against each other in a contact that sticks only fill its cone: the least that give the same
/// friction remain, and the answer is a vertex of the solutions.
void drop_opposed_edges(const Condensed& lcp, Span<double> z) {
  for (const Unit& unit : lcp.units) {
    if (!has_friction(unit) || z[unit.cap] > 0) continue;
    double t[2] = {0, 0};
    for (int j = unit.edge; j < unit.edge + unit.edges; ++j) {
      for (int l = 0; l < unit.rows - 1; ++l) t[l] += lcp.unknowns[j].weight[l] * z[j];
      z[j] = 0;
    }
    const EdgeShares shares = decompose(t, unit.rows - 1, unit.edges);
    z[unit.edge + shares.first] += shares.share[0];
    z[unit.edge + (shares.first + 1) % unit.edges] += shares.share[1];
  }
}

}  // namespace

PivotReport block_pivot(const Condensed& lcp, const Options& options, LemkeWork& work, Span<std::uint8_t> basic,
                        Span<double> z) {
  PivotReport report;
  const double scale = max_abs(lcp.b.data(), lcp.rows());
  const int cap = options.max_pivots > 0 ? options.max_pivots : 4 * lcp.size() + kBlockSteps;
  std::uint64_t seen[kRemembered] = {};
  int fewest = lcp.size() + 1;
  double best = HUGE_VAL;
  bool all = true;
  report.status = Status::cap;
  for (; report.pivots < cap; ++report.pivots) {
    if (!solve_block(lcp, work, basic)) {
      report.status = Status::inexact;
      break;
    }
    const double tolerance = options.feasibility * scale + 1e-14 * max_abs(work.z.data(), lcp.size());
    for (int j = 0; j < lcp.size(); ++j) work.lexical_a[size(j)] = std::max(0.0, work.z[size(j)]);
    const double defect =
        natural_residual(lcp, work.lexical_a.data(), work.f.data(), work.u.data(), work.lexical_b.data());
    if (defect < best) {
      best = defect;
      std::copy_n(work.lexical_a.begin(), lcp.size(), z.begin());
    }
    const int count = exchange(work, tolerance, all, basic);
    if (count == 0) {
      report.status = Status::solved;
      report.held = report.pivots == 0;
      std::copy_n(work.lexical_a.begin(), lcp.size(), z.begin());
      drop_opposed_edges(lcp, z);
      break;
    }
    if (count < fewest) {
      fewest = count;
      all = true;
    }
    std::uint64_t& slot = seen[report.pivots % kRemembered];
    const std::uint64_t hash = hash_of(basic);
    if (report.pivots > kBlockSteps || std::find(seen, seen + kRemembered, hash) != seen + kRemembered) all = false;
    slot = hash;
  }
  return report;
}

}  // namespace stickslip::lcp
