#pragma once

#include "model/lcp/pivoting/lemke.h"

namespace stickslip::lcp {

/// Added to the diagonal where sets of basic unknowns may be singular on the way: to that of a cap with the other sign.
constexpr double kBlockSoft = 1e-10;

/// The same by block pivoting (L11 alg. 21.2): all violated unknowns change sides; when a set comes back, the first of
/// them only (Murty's rule), until fewer are violated than ever before.
template <class Fill, class Accept>
PivotReport block_pivot(Tableau<double>& tableau, const Options& options, Span<std::uint8_t> basic, const Fill& fill,
                        const Accept& accept) {
  constexpr int kRemembered = 64;
  constexpr int kBlockSteps = 60;
  PivotReport report;
  report.status = Status::cap;
  const int n = basic.size();
  const int cap = options.max_pivots > 0 ? options.max_pivots : 4 * n + kBlockSteps;
  std::uint64_t seen[kRemembered] = {};
  int fewest = n + 1;
  bool all = true;
  for (; report.pivots < cap; ++report.pivots) {
    fill(tableau);
    if (!tableau.move_to(basic)) {
      report.status = Status::inexact;
      return report;
    }
    const double least = -tableau.tolerance();
    int violations = 0;
    std::uint64_t hash = 1469598103934665603U;
    for (int i = 0; i < n; ++i) {
      if (tableau.own_value(i) < least) {
        if (all || violations == 0) basic[i] = !basic[i];
        ++violations;
      }
      hash = (hash ^ basic[i]) * 1099511628211U;
    }
    if (accept(violations == 0 ? Status::solved : Status::cap)) {
      report.status = Status::solved;
      report.held = report.pivots == 0;
      return report;
    }
    if (violations == 0) {
      report.status = Status::inexact;
      return report;
    }
    if (violations < fewest) {
      fewest = violations;
      all = true;
    }
    if (report.pivots > kBlockSteps || std::find(seen, seen + kRemembered, hash) != seen + kRemembered) all = false;
    seen[report.pivots % kRemembered] = hash;
  }
  return report;
}

}  // namespace stickslip::lcp
