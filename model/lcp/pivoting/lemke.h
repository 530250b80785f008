#pragma once

#include "model/lcp/options.h"
#include "model/lcp/pivoting/tableau.h"
#include "model/lcp/report.h"

namespace stickslip::lcp {

struct PivotReport {
  Status status = Status::solved;
  int pivots = 0;
  bool held = false;  // the basis given was that of the solution
};

/// How far paths may go, all together.
struct PivotLimit {
  int pivots;
  double work;
};

/// Complementary pivoting until z0 leaves: whatever left, its partner enters.
template <class Real>
Status follow_lemke_path(Tableau<Real>& tableau, const PivotLimit& limit, int* pivots) {
  int row = tableau.first_row();
  if (row < 0) return Status::solved;
  int column = tableau.artificial_column();
  const double price = tableau.pivot_price(tableau.unknowns());
  while (*pivots < limit.pivots && tableau.spent() + price <= limit.work) {
    ++*pivots;
    const int left = tableau.pivot(row, column);
    if (left == tableau.artificial()) return Status::solved;
    const int n = tableau.unknowns();
    column = tableau.column_of(left < n ? left + n : left - n);
    row = tableau.choose_row(column);
    if (row < 0) return Status::ray;
  }
  return Status::cap;
}

/// Whether the tableau may be brought to this basis.
template <class Real>
bool affords_start(const Tableau<Real>& tableau, Span<const std::uint8_t> basic, double limit) {
  const double n = basic.size();
  const auto pivots = static_cast<double>(std::count(basic.begin(), basic.end(), 1));
  return tableau.spent() + tableau.fill_price(n) + pivots * tableau.pivot_price(n) <= limit;
}

/// A path from the basis given, which becomes the one found. Round-off of many pivots is left behind by going to that
/// basis anew, and where it is a little infeasible another path begins there.
template <class Real, class Fill>
Status run_lemke(Tableau<Real>& tableau, const Fill& fill, int cover, const PivotLimit& limit, Span<std::uint8_t> basic,
                 int* pivots) {
  constexpr int kRestarts = 6;
  const bool cold = std::all_of(basic.begin(), basic.end(), [](std::uint8_t flag) { return flag == 0; });
  for (int start = 0; start < kRestarts; ++start) {
    if (start > 0 && !affords_start<Real>(tableau, basic, limit.work)) return Status::cap;
    fill(tableau);
    if (!tableau.move_to(basic)) return Status::inexact;
    tableau.cover(cover, cold && start == 0);
    if (tableau.first_row() < 0) return Status::solved;
    const Status status = follow_lemke_path(tableau, limit, pivots);
    for (int j = 0; j < basic.size(); ++j) basic[j] = tableau.is_basic(j) ? 1 : 0;
    if (status != Status::solved) return status;
  }
  return Status::inexact;
}

/// Solves w = M z + q >= 0, z >= 0, z'w = 0 by Lemke's method with lexicographic ratio test, started from `basic` (one
/// flag per unknown) and, where that ends without a solution, cold, with one cover after another, each another path.
/// `left()`: multiplications that a path may take. `fill(tableau)` clears the tableau and writes the problem into it;
/// `accept(status)`: whether the values in the tableau will do, at the end of each path. `basic` becomes the last
/// path's basis.
template <class Real, class Left, class Fill, class Accept>
PivotReport lemke(Tableau<Real>& tableau, const Options& options, int covers, Span<std::uint8_t> basic,
                  const Left& left, const Fill& fill, const Accept& accept) {
  PivotReport report;
  report.status = Status::cap;
  const int n = basic.size();
  const int cap = options.max_pivots > 0 ? options.max_pivots : 20 * n + 100;
  if (std::any_of(basic.begin(), basic.end(), [](std::uint8_t flag) { return flag != 0; })) {
    report.status =
        run_lemke(tableau, fill, 0, {std::min(cap, n + 20), tableau.spent() + left()}, basic, &report.pivots);
    if (accept(report.status)) {
      report.status = Status::solved;
      report.held = report.pivots == 0;
      return report;
    }
  }
  for (int cover = 0; cover < covers; ++cover) {
    std::fill(basic.begin(), basic.end(), std::uint8_t{0});
    const double most = tableau.spent() + left();
    if (!affords_start<Real>(tableau, basic, most)) break;
    const int path_cap = std::min(cap, report.pivots + cap / covers);
    report.status = run_lemke(tableau, fill, cover, {path_cap, most}, basic, &report.pivots);
    // The end of a path can be a solution that round-off hides from the method.
    if (accept(report.status)) {
      report.status = Status::solved;
      report.held = report.pivots == 0;
      return report;
    }
  }
  if (report.status == Status::solved) report.status = Status::inexact;
  return report;
}

}  // namespace stickslip::lcp
