#pragma once

#include "model/collision/nearest.h"
#include "model/collision/separation.h"

namespace stickslip {

/// Nearest points of round cores are found to half of the digits only: their distance says no more. This makes the
/// normal exact by Newton's method on the condition that the way between the farthest points along it is along it. Flat
/// cores are exact already and stay. `shift` is what the first core was moved by to find them.
void polish(const Convex& a, const Convex& b, const Nearest& nearest, const Vec3& shift, Separation& found);

}  // namespace stickslip
