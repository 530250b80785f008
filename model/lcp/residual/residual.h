#pragma once

#include "model/lcp/problem.h"

namespace stickslip::lcp {

/// The residual of model/README.md, "Residual": scale-free and the same for every solver; 0 is exact. `edges` as in
/// Options, 0 the round cone; `scratch` holds six numbers per body. Rows that move nothing (A_ii = 0) do not count.
double residual(const Problem& problem, int edges, const Solution& solution, Span<double> scratch);

}  // namespace stickslip::lcp
