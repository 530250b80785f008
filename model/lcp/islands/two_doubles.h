#pragma once

#include "model/lcp/cone/double_double.h"
#include "model/lcp/islands/pivots.h"

namespace stickslip::lcp {

/// Tells an island's solution as posed by impulses of two doubles each, one per row of `small`, if its residual,
/// evaluated in doubled precision, is at most `accept`. Returns that residual.
double tell_in_two(const Problem& problem, const Island& island, const SmallProblem& small, int edges, double accept,
                   Span<const DoubleDouble> impulse, Space& space, Solution& solution);

}  // namespace stickslip::lcp
