#include "fmu/load/geometry.h"

#include <cmath>

#include "model/math/elementary.h"

namespace stickslip::load {

Quat normalised(const Quat& q) {
  const double norm = std::sqrt(q.squaredNorm());
  return Quat(q.w() / norm, q.vec() / norm);
}

Quat about_axis(const Vec3& axis, double angle) {
  const Vec3 imaginary = sine(angle / 2) * axis;
  return normalised(Quat(cosine(angle / 2), imaginary.x(), imaginary.y(), imaginary.z()));
}

Quat between(const Vec3& from, const Vec3& to) {
  const Vec3 cross = from.cross(to);
  const double dot = from.dot(to);
  if (cross.isZero(0) && dot > 0) return Quat::Identity();
  if (dot > -0.5) return normalised(Quat(1 + dot, cross.x(), cross.y(), cross.z()));
  // Nearly opposite: half a turn first, about an axis square to `from` (z where possible, for planar worlds), then the
  // small rest.
  Vec3 axis = from.z() == 0 ? Vec3(Vec3::UnitZ()) : Vec3(from.cross(Vec3::UnitX()));
  axis /= std::sqrt(axis.squaredNorm());
  const Quat half_turn(0, axis.x(), axis.y(), axis.z());
  return normalised(between(-from, to) * half_turn);
}

}  // namespace stickslip::load
