#include "model/constraints/joints.h"

#include "model/math/elementary.h"

namespace stickslip {
namespace {

struct Builder {
  const Joint& joint;
  int index;
  Span<const BodyPose> poses;
  RowSet& rows;
  JointFrames f;
  int part = 0;

  ConstraintRow& row(double violation) {
    ConstraintRow& added = rows.add(row_id(RowRole::joint, index, part++), RowRole::joint, index);
    added.violation = violation;
    return added;
  }

  // The anchors coincide along a direction fixed in the world.
  void coincide(const Vec3& d) {
    row(d.dot(f.d));
    rows.push(poses, d, joint.child, f.r_C, joint.parent, f.r_P);
  }

  // The anchors coincide along a direction carried by the parent.
  void coincide_along_parent(const Vec3& d) {
    row(d.dot(f.d));
    rows.push(poses, d, joint.child, f.r_C, joint.parent, f.r_P + f.d);
  }

  // Axis a of the child stays perpendicular to axis b of the parent.
  void perpendicular(int a, int b) {
    const Vec3 on_child = f.R_C.col(a);
    const Vec3 on_parent = f.R_P.col(b);
    const Vec3 turn = on_child.cross(on_parent);
    row(on_child.dot(on_parent)).angular = true;
    rows.share(poses, joint.child, Vec3::Zero(), turn);
    rows.share(poses, joint.parent, Vec3::Zero(), -turn);
  }

  void same_angle(double violation) {
    row(violation).angular = true;
    rows.share(poses, joint.child, Vec3::Zero(), Vec3::UnitZ());
    rows.share(poses, joint.parent, Vec3::Zero(), -Vec3::UnitZ());
  }

  void same_orientation() {
    perpendicular(0, 1);
    perpendicular(1, 2);
    perpendicular(2, 0);
  }

  void distance() {
    const double length = f.d.norm();
    const Vec3 u = length > 0 ? Vec3(f.d / length) : Vec3(Vec3::UnitX());
    row(length - joint.length);
    rows.push(poses, u, joint.child, f.r_C, joint.parent, f.r_P);
  }
};

// The turn between the joint axes of a planar joint, folded to within pi: fixed and sliding joints never wind up.
double planar_misalignment(const JointFrames& f) {
  return arctangent2(f.R_P.col(0).cross(f.R_C.col(0)).z(), f.R_P.col(0).dot(f.R_C.col(0)));
}

void add_planar(Builder& b) {
  switch (b.joint.type) {
    case JointType::hinge:
    case JointType::ball:
      b.coincide(Vec3::UnitX());
      b.coincide(Vec3::UnitY());
      break;
    case JointType::slider:
      b.coincide_along_parent(b.f.R_P.col(1));
      b.same_angle(planar_misalignment(b.f));
      break;
    case JointType::fixed:
      b.coincide(Vec3::UnitX());
      b.coincide(Vec3::UnitY());
      b.same_angle(planar_misalignment(b.f));
      break;
    case JointType::distance:
      b.distance();
      break;
  }
}

void add_spatial(Builder& b) {
  if (b.joint.type == JointType::distance) {
    b.distance();
    return;
  }
  if (b.joint.type == JointType::slider) {
    b.coincide_along_parent(b.f.R_P.col(1));
    b.coincide_along_parent(b.f.R_P.col(2));
  } else {
    for (int k = 0; k < 3; ++k) b.coincide(Vec3::Unit(k));
  }
  if (b.joint.type == JointType::hinge) {
    b.perpendicular(0, 1);
    b.perpendicular(0, 2);
  }
  if (b.joint.type == JointType::slider || b.joint.type == JointType::fixed) b.same_orientation();
}

}  // namespace

void add_joint_rows(const Model& model, int joint, Span<const BodyPose> poses, RowSet& rows) {
  const Joint& which = joint_at(model, joint);
  Builder builder{which, joint, poses, rows, joint_frames(which, poses)};
  if (model.planar) {
    add_planar(builder);
  } else {
    add_spatial(builder);
  }
}

void add_coordinate_row(const Model& model, int joint, RowRole role, int part, Span<const BodyPose> poses,
                        RowSet& rows) {
  const Joint& which = joint_at(model, joint);
  const JointFrames f = joint_frames(which, poses);
  rows.add(row_id(role, joint, part), role, joint);
  const Vec3 axis = f.R_P.col(0);
  if (which.type == JointType::slider) {
    rows.push(poses, axis, which.child, f.r_C, which.parent, f.r_P + f.d);
    return;
  }
  const Vec3 turn = model.planar ? Vec3(Vec3::UnitZ()) : axis;
  rows.share(poses, which.child, Vec3::Zero(), turn);
  rows.share(poses, which.parent, Vec3::Zero(), -turn);
}

}  // namespace stickslip
