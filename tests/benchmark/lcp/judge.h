#pragma once

#include "model/lcp/problem.h"

/// A second opinion on solutions, sharing nothing with the solvers: from the problem's definition alone, in long
/// double, and in quadruple precision where impulses are told by two doubles.
namespace stickslip::lcp {

/// The residual of model/README.md, with `edges` 0 of round cones. Infinite for numbers that are not finite.
double judged_residual(const Problem& problem, int edges, const Solution& solution);

/// How far |w|_M is above |M^-1 r|_M, in units of the residual's V; what exceeds 0 was made from nothing.
double energy_gain(const Problem& problem, const Solution& solution);

}  // namespace stickslip::lcp
