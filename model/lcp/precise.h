#pragma once

#include <vector>

#include "model/lcp/condense.h"
#include "model/lcp/double_double.h"
#include "model/lcp/lemke.h"
#include "model/lcp/problem.h"
#include "model/math/untouched.h"

/// Lemke's method in doubled precision, from the problem's own numbers on: a tableau of n columns, for small problems
/// that degenerate ones have led astray in double precision (nearly coincident contacts, jammed heavy bodies, nearly
/// dependent joints). Ties are broken by a perturbation of q that is far above round-off here and far below what
/// matters.
namespace stickslip::lcp {

struct PreciseWork {
  explicit PreciseWork(const Capacity& capacity);
  int rows;      // capacity: rows of the problem ...
  int unknowns;  // ... and of the condensed problem
  UntouchedVector<DoubleDouble>
      system;  // velocities (of joints: impulses) of all rows by the impulses of all rows, and 1
  UntouchedVector<DoubleDouble> tableau;  // basic variables by nonbasic ones, z0, q and the perturbed q
  UntouchedVector<DoubleDouble> response;
  UntouchedVector<DoubleDouble> impulse;  // per row, not scaled
  UntouchedVector<double> scale;          // per row: physical impulse of a unit
  UntouchedVector<DoubleDouble> weight;   // two per unknown, as in Unknown
  std::vector<int> row_variable;
  std::vector<int> column_variable;
};

/// Solves the condensed problem's original; false where it is too large, nothing is changed then. `basic` and `z` are
/// the solution's, `impulse` its scaled impulses of all rows. Where those exceed `most`, which is too much to be told
/// in doubles, another solution is looked for on other paths, and the one with the smallest impulses given;
/// `work.impulse` has them in full.
bool solve_precisely(const Problem& problem, const Delassus& delassus, const Condensation& condensation,
                     PreciseWork& work, Span<std::uint8_t> basic, Span<double> z, double* impulse, double most,
                     PivotReport* report);

}  // namespace stickslip::lcp
