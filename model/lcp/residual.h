#pragma once

#include "model/lcp/delassus.h"
#include "model/lcp/problem.h"

namespace stickslip::lcp {

/// The residual of model/README.md, "Residual": scale-free and the same for every solver; 0 is exact. `edges` as in
/// Options, 0 the round cone; `scratch` holds six numbers per body. Rows that move nothing (A_ii = 0) do not count.
double residual(const Problem& problem, int edges, const Solution& solution, Span<double> scratch);

/// The same where the problem, or one that differs from it in s and T only, is assembled: sqrt(A_ii) is known then.
double residual(const Problem& problem, const Delassus& delassus, int edges, const Solution& solution,
                Span<double> scratch);

/// The same, summed in doubled precision: large impulses hide nothing by cancelling.
double precise_residual(const Problem& problem, const Delassus& delassus, int edges, const Solution& solution,
                        Span<double> scratch);

}  // namespace stickslip::lcp
