#pragma once

#include "model/math/real.h"

namespace stickslip {

/// Change dg of body rates by the gyroscopic torque over h, as a linearly implicit midpoint with the true derivative:
/// (I - (h/2)(skew(I w) - skew(w) I)) dg = h (-w x I w), I = diag(inertia). Zero inertia locks a direction.
Vec3 gyroscopic_change(const Vec3& inertia, const Vec3& rate, double h);

}  // namespace stickslip
