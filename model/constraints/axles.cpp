#include "model/constraints/axles.h"

#include <utility>

#include "model/core/joint_kind.h"
#include "model/math/size.h"

namespace stickslip {
namespace {

constexpr double kAlike = 1e-9;  // of directions, and of the way between two wheels

// A line in a body's inertial frame.
struct Line {
  int body = kWorld;
  Vec3 at = Vec3::Zero();
  Vec3 along = Vec3::UnitX();

  bool is(const Line& other) const {
    const Vec3 apart = other.at - at;
    return body == other.body && along.cross(other.along).norm() <= kAlike &&
           along.cross(apart).norm() <= kAlike * apart.norm();
  }
};

Line on_parent(const Joint& joint) {
  return {joint.parent, joint.p_IP, joint.q_IP.toRotationMatrix().col(0)};
}

Line on_child(const Joint& joint) {
  return {joint.child, joint.p_IC, joint.q_IC.toRotationMatrix().col(0)};
}

// About which a wheel turns in what carries it by a hinge there; without one the wheel is the axle.
Line axle_of(const Model& model, const Joint& wheel) {
  const Line own = on_child(wheel);
  for (const Joint& joint : model.joints) {
    if (joint.type != JointType::hinge) continue;
    const Line parent = on_parent(joint);
    const Line child = on_child(joint);
    if (child.is(own) && !is_fixed(model, parent.body)) return parent;
    if (parent.is(own) && !is_fixed(model, child.body)) return child;
  }
  return own;
}

bool is_wheel(const Model& model, int joint) {
  return kind_of(model, joint).rolls == Rolls::wheel && !model.planar && !is_fixed(model, joint_at(model, joint).child);
}

bool roll_on_one_plane(const Joint& a, const Joint& b) {
  return a.parent == b.parent && on_parent(a).along.cross(on_parent(b).along).norm() <= kAlike;
}

}  // namespace

std::vector<int> rings_of_wheels(const Model& model) {
  std::vector<int> next(model.joints.size());
  std::vector<std::pair<int, Line>> axles;  // and the last wheel found on each
  for (int j = 0; j < static_cast<int>(next.size()); ++j) {
    next[size(j)] = j;
    if (!is_wheel(model, j)) continue;
    const Line axle = axle_of(model, joint_at(model, j));
    bool alone = true;
    for (auto& [last, line] : axles) {
      if (!line.is(axle) || !roll_on_one_plane(joint_at(model, last), joint_at(model, j))) continue;
      next[size(j)] = std::exchange(next[size(last)], j);
      last = j;
      alone = false;
      break;
    }
    if (alone) axles.emplace_back(j, axle);
  }
  return next;
}

}  // namespace stickslip
