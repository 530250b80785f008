#pragma once

#include "model/lcp/newton.h"

/// Patterns and impulses of Newton's method as flags and unknowns of the complementarity problem, and back.
namespace stickslip::lcp {

/// Patterns from the flags; false when none is set.
bool read_patterns(const Condensed& lcp, Span<const std::uint8_t> basic, Pattern* patterns);

/// Flags and unknowns of the impulses, velocities and patterns in `work`.
void write_patterns(const Condensed& lcp, const NewtonWork& work, Span<std::uint8_t> basic, Span<double> z);

}  // namespace stickslip::lcp
