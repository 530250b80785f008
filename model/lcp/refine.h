#pragma once

#include "model/lcp/dense_work.h"
#include "model/lcp/options.h"
#include "model/lcp/problem.h"

namespace stickslip::lcp {

/// Iterative refinement of a solution that round-off, softened joints or a flat basis left at the residual `before`:
/// the patterns stay, defects are taken from the motion itself, and every step that lowers the residual is kept. The
/// problem is condensed, and its patterns are those of work.newton. Returns the residual.
double refine(const Problem& problem, const Options& options, double before, DenseWork& work, Solution& solution);

}  // namespace stickslip::lcp
