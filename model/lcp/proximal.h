#pragma once

#include <cstdint>

#include "model/lcp/condense.h"
#include "model/lcp/lemke.h"
#include "model/lcp/newton.h"

namespace stickslip::lcp {

/// Solves the condensed problem through a sequence of softened ones, A + tau I with b - tau f_before, each of which has
/// a solution that Lemke's method finds in exact arithmetic (model/README.md, "Solvability") and is far better
/// conditioned; where the sequence converges its limit solves the problem as posed. A and b are as before on return.
PivotReport solve_by_proximal_passes(Condensation& condensation, const Options& options, LemkeWork& work,
                                     NewtonWork& newton, Span<std::uint8_t> basic, Span<double> z);

}  // namespace stickslip::lcp
