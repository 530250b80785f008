#pragma once

#include "model/workspace/workspace.h"

namespace stickslip {

/// A motion as of one rigid body; nothing moves by default.
struct MotionAsOne {
  Vec3 centre = Vec3::Zero();
  Vec3 v = Vec3::Zero();
  Vec3 w = Vec3::Zero();  // world axes
  double kinetic = 0;     // J
  bool exists = true;     // false where a body must not turn

  Vec3 velocity_at(const Vec3& p) const { return v + w.cross(p - centre); }
};

/// The motion as one that has the momentum and the angular momentum of the bodies of a group of Workspace::group. What
/// they move beside it has neither, and what holds them together lets them move with any share of that.
MotionAsOne motion_as_one(bool planar, int group, const State& state, const Workspace& work);

}  // namespace stickslip
