#pragma once

#include <vector>

#include "model/lcp/delassus.h"
#include "model/lcp/lemke.h"
#include "model/lcp/options.h"
#include "model/math/untouched.h"

namespace stickslip::lcp {

/// Projected Gauss-Seidel on bodies (L11 alg. 21.1): no matrix but each contact's own 3 x 3 block; velocities follow
/// every impulse at once. Time and memory per sweep are linear in rows. Convergence is not assured with friction, and
/// on badly conditioned problems the sweeps stagnate (L11 §17.3): look at the residual.
struct GaussSeidelWork {
  explicit GaussSeidelWork(const Capacity& capacity);
  UntouchedVector<double> diagonal;  // A_ii + T_i per row
  UntouchedVector<double> block;     // nine per contact
};

/// Needs `free_velocity` and `response` of `delassus` (see `prepare`). `solution.impulse` holds the start; all of
/// `solution` is the result. Stops when the residual is below Options::sweep_residual.
/// `contacts_only` leaves joints and bounded rows as they are.
PivotReport gauss_seidel(const Problem& problem, const Delassus& delassus, const Options& options, bool contacts_only,
                         GaussSeidelWork& work, Span<double> scratch, Solution& solution);

}  // namespace stickslip::lcp
