#pragma once

#include "model/lcp/lemke.h"

namespace stickslip::lcp {

/// Block pivoting (L11 alg. 21.2 on the unknowns of the polygonal problem; a bounded row is an edge with a cap, so that
/// L11's two bound sets are two of our unknowns): everything that violates its sign changes sides at once. Bases are
/// remembered by hash; on a cycle, one pivot at a time with the least index until the number of violations falls below
/// the smallest seen (Murty's rule, finite on P-matrices). Where that does not end either, `z` is the iterate with the
/// smallest residual. L11 leaves out what happens on a singular block: ours is softened, and refined.
PivotReport block_pivot(const Condensed& lcp, const Options& options, LemkeWork& work, Span<std::uint8_t> basic,
                        Span<double> z);

}  // namespace stickslip::lcp
