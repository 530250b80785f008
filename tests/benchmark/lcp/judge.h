#pragma once

#include "model/lcp/problem.h"

/// A second opinion on solutions, sharing nothing with the solvers: from the problem's definition alone, in long
/// double.
namespace stickslip::lcp {

/// The residual of numerics §3. Infinite for numbers that are not finite.
double judged_residual(const Problem& problem, int edges, const Solution& solution);

/// Kinetic energy of w over that of the unconstrained motion M^-1 r, less one; what exceeds 0 was made from nothing.
/// Motion from rest counts in units of 1e-30.
double energy_gain(const Problem& problem, const Solution& solution);

}  // namespace stickslip::lcp
