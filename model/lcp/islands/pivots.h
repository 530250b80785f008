#pragma once

#include "model/lcp/newton/space.h"
#include "model/lcp/options.h"
#include "model/lcp/pivoting/problem_lcp.h"

namespace stickslip::lcp {

constexpr int kSmallRows = 128;      // of an island that the dense methods may have, ...
constexpr int kSmallUnknowns = 176;  // ... and its unknowns with friction cones made polygons

/// One island as a problem of its own, for the methods that pivot on dense matrices.
struct SmallProblem {
  explicit SmallProblem(const Capacity& capacity);
  UntouchedVector<BodyInverse> masses;
  UntouchedVector<double> momentum;
  UntouchedVector<Row> rows;
  UntouchedVector<Block> blocks;
  UntouchedVector<Contact> contacts;
  Problem problem;
};

/// Whether there is room for the island.
bool is_small(const Island& island, const System& system, int edges, const Capacity& capacity);

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
  bool solved = false;       // f is the answer, or:
  bool two_doubles = false;  // the solution has been written, with impulses told by two doubles, ...
  double residual = 0;       // ... and this is its residual
  int pivots = 0;
};

/// Whether f, with this natural defect in units of V, counts as solved; `posed`: the law at hand is the problem's own.
bool is_right(const Island& island, double defect, bool posed, double accept, const Space& space);

/// Pivoting on an island with the law that the system has: block pivoting where Options asks for it, else Lemke's
/// method, in doubled precision where that of doubles is not enough. What it finds Newton's steps make exact. `posed`:
/// the law is the problem's own, and then the answer may be told by two doubles where the caller has room for it.
Pivoted pivot_island(const Problem& problem, const Island& island, const Options& options, bool posed, PivotWork& work,
                     IslandWork& islands, Solution& solution);

}  // namespace stickslip::lcp
