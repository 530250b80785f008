#pragma once

#include <cstdint>

#include "model/lcp/condensed.h"
#include "model/lcp/lemke.h"
#include "model/lcp/newton.h"

namespace stickslip::lcp {

class SharedLoad;

/// Solves a condensed problem by the method asked for. `basic` and `z` hold a start, both zero if there is none, and
/// then the result. `used` is the method that gave it.
///
/// Automatic: Newton, whose first step from the start given is the test whether its patterns still hold; where Newton
/// ends without a solution, Lemke from Newton's last patterns if they are a basis, and cold if that fails.
/// Newton takes the compliance of `load` away itself, if it can. `pivoting` leaves it out: for starts that are a basis.
PivotReport run_method(const Condensed& lcp, const Options& options, LemkeWork& lemke_work, NewtonWork& newton_work,
                       Span<std::uint8_t> basic, Span<double> z, Method* used, SharedLoad* load = nullptr,
                       bool pivoting = false);

}  // namespace stickslip::lcp
