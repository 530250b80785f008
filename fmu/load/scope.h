#pragma once

#include <string>
#include <string_view>

#include "fmu/load/geometry.h"
#include "fmu/load/section.h"
#include "model/math/real.h"

namespace stickslip::load {

/// Where a file's names and places are in the whole: the file itself, or a part that [[include]] brings in.
class Scope {
 public:
  Scope() = default;
  /// A part of `outer` with its whole name (empty: names stay as they are) and its pose in it.
  Scope(const Scope& outer, std::string_view name, const Vec3& position, const Rotation& rotation);

  const std::string& prefix() const { return prefix_; }  // empty, or with its dot: "wheel_fl."

  Vec3 point(const Vec3& p) const { return moved_ ? p_WS_ + q_WS_ * p : p; }
  Vec3 direction(const Vec3& d) const { return moved_ ? q_WS_ * d : d; }
  /// The attitude in the world of what has the attitude `q` in the file.
  Quat attitude(const Quat& q) const { return moved_ ? normalised(q_WS_ * q) : q; }
  /// A turn given in the file's axes, in those of the world.
  Quat turn(const Quat& q) const { return moved_ ? normalised(q_WS_ * q * q_WS_.conjugate()) : q; }
  double angle() const { return angle_; }  // of planar worlds

 private:
  std::string prefix_;
  bool moved_ = false;  // what is not keeps its bits
  Vec3 p_WS_ = Vec3::Zero();
  Quat q_WS_ = Quat::Identity();
  double angle_ = 0;
};

}  // namespace stickslip::load
