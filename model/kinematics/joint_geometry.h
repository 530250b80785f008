#pragma once

#include "model/kinematics/kinematics.h"

namespace stickslip {

/// A joint's geometry in the world at given poses.
struct JointFrames {
  Vec3 r_P = Vec3::Zero();      // anchor from the parent's centre of mass
  Vec3 r_C = Vec3::Zero();      // anchor from the child's centre of mass
  Vec3 d = Vec3::Zero();        // from the parent's anchor to the child's
  Mat3 R_P = Mat3::Identity();  // joint axes carried by the parent
  Mat3 R_C = Mat3::Identity();  // joint axes carried by the child
};

JointFrames joint_frames(const Joint& joint, Span<const BodyPose> poses);

/// True for joints with one coordinate: hinge (angle) and slider (position).
bool has_coordinate(const Joint& joint);

/// The coordinate; hinge angles are taken within pi of `near`.
double joint_position(const Model& model, int joint, const Motion& motion, Span<const BodyPose> poses, double near);

/// Rate of the coordinate.
double joint_velocity(const Model& model, int joint, Span<const double> velocity, Span<const BodyPose> poses);

}  // namespace stickslip
