#pragma once

#include "model/lcp/islands/small.h"
#include "model/lcp/newton/island_work.h"
#include "model/lcp/options.h"
#include "model/lcp/pivoting/problem_lcp.h"

namespace stickslip::lcp {

/// Room for the methods that pivot: in doubled precision small islands only.
struct PivotWork {
  explicit PivotWork(const Capacity& capacity);
  SmallProblem small;
  ProblemLcp<double> lcp;
  ProblemLcp<DoubleDouble> precise_lcp;
  Tableau<double> tableau;
  Tableau<DoubleDouble> precise_tableau;
  UntouchedVector<DoubleDouble> impulse;  // the smallest of all paths in doubled precision
  UntouchedVector<std::uint8_t> basic;    // per unknown
};

/// In bytes.
double bytes_of_pivots(const Capacity& capacity);

/// What pivoting may take beyond a limit: impulses are read off at the ends of three paths.
inline double pivot_reserve(const Extent& island) {
  return 3 * Precision<DoubleDouble>::kCost * island.rows * island.rows;
}

/// What pivoting came to.
struct Pivoted {
  bool solved = false;  // f is the answer, or that of `small` is:
  bool two_doubles = false;
  double residual = 0;  // of that
  int pivots = 0;
};

/// Whether f, with this natural defect in units of V, counts as solved; `posed`: the law at hand is the problem's own.
bool is_right(const Island& island, double defect, bool posed, double accept, const Space& space);

/// Pivoting on an island with the law that the system has: block pivoting where Options asks for it, else Lemke's
/// method, in doubled precision where that of doubles is not enough. What it finds Newton's steps make exact. `posed`:
/// the law is the problem's own, and then the answer may be told by two doubles where the caller has room for it.
Pivoted pivot_island(const Problem& problem, const Island& island, const Options& options, bool posed, bool two_doubles,
                     PivotWork& work, IslandWork& islands);

}  // namespace stickslip::lcp
