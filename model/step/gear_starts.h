#pragma once

#include "model/core/derived.h"
#include "model/core/layout.h"

namespace stickslip {

/// Whether a coordinate starts, or moves at the start, as the model or a start parameter other than 0 says. What is not
/// given is free.
bool is_given(const Model& model, const Layout& layout, Span<const double> starts, int joint, int k, bool positions);

/// Starts of the coordinates that gears without backlash leave no choice, given those of others: elimination in the
/// gears' sums, where the numbers are those of the model. Closing bodies by the smallest changes would have to find
/// them through the product of all ratios squared, which from 1e7 on is lost in round-off.
void follow_gears(const Model& model, const Layout& layout, const Derived& derived, Span<const double> given,
                  Span<double> starts);

}  // namespace stickslip
