#pragma once

#include "model/math/real.h"

/// Rotations without libm, so that a file loads to the same bits everywhere.
namespace stickslip::load {

constexpr double kPi = 3.14159265358979323846;
constexpr double kTwoPi = 2 * kPi;

/// Rotation by `angle` about a unit axis.
Quat about_axis(const Vec3& axis, double angle);

/// The shortest rotation that takes the coordinate axis `from` to the unit vector `to`.
Quat between(const Vec3& from, const Vec3& to);

Quat normalised(const Quat& q);

}  // namespace stickslip::load
