#pragma once

#include "model/math/real.h"

namespace stickslip {

/// Change dg of body rates by the gyroscopic torque over h. The linearly implicit midpoint with the true derivative,
///
///   (I - (h/2)(skew(I w) - skew(w) I)) dg = h (-w x I w),   I = diag(inertia), zero inertia locks a direction
///
/// is the first Newton step; more of them solve I dg = -h' m x I m, with m = w + dg/2 and h' = h tan(x)/x, x = h |m|/2.
/// Any h' keeps the energy, and this one makes the change of I w the rotation exp(-h m): a body that then turns by
/// exp(h m) keeps its angular momentum too, and spins about a principal axis by the right angle, however fast. A body
/// that turns by more than a radian in a step gets a coarse change that keeps the energy.
Vec3 gyroscopic_change(const Vec3& inertia, const Vec3& rate, double h);

}  // namespace stickslip
