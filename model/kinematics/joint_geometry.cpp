#include "model/kinematics/joint_geometry.h"

#include <cmath>

#include "model/math/elementary.h"

namespace stickslip {
namespace {

constexpr double kTwoPi = 6.28318530717958647693;

double planar_angle(const Quat& q) {
  return 2 * arctangent2(q.z(), q.w());
}

// Angle of the child relative to the parent in a planar world; 0 in the reference configuration.
double relative_angle(const Joint& joint, const Motion& motion) {
  const double at_parent = joint.parent < 0 ? 0.0 : motion.angle[joint.parent];
  const double at_child = joint.child < 0 ? 0.0 : motion.angle[joint.child];
  return (at_child + planar_angle(joint.q_IC)) - (at_parent + planar_angle(joint.q_IP));
}

}  // namespace

JointFrames joint_frames(const Joint& joint, Span<const BodyPose> poses) {
  const BodyPose parent = pose_of(poses, joint.parent);
  const BodyPose child = pose_of(poses, joint.child);
  JointFrames f;
  f.r_P = parent.R * joint.p_IP;
  f.r_C = child.R * joint.p_IC;
  f.d = (child.p + f.r_C) - (parent.p + f.r_P);
  f.R_P = parent.R * joint.q_IP.toRotationMatrix();
  f.R_C = child.R * joint.q_IC.toRotationMatrix();
  return f;
}

bool has_coordinate(const Joint& joint) {
  return joint.type == JointType::hinge || joint.type == JointType::slider;
}

double joint_position(const Model& model, int joint, const Motion& motion, Span<const BodyPose> poses, double near) {
  const Joint& which = joint_at(model, joint);
  const JointFrames f = joint_frames(which, poses);
  if (which.type == JointType::slider) return f.R_P.col(0).dot(f.d);
  if (which.type != JointType::hinge) return 0;
  double angle = 0;
  if (model.planar) {
    angle = relative_angle(which, motion);
  } else {
    const Vec3 y = f.R_C.col(1);
    angle = arctangent2(y.dot(f.R_P.col(2)), y.dot(f.R_P.col(1)));
  }
  return angle + kTwoPi * std::floor((near - angle) / kTwoPi + 0.5);
}

double joint_velocity(const Model& model, int joint, Span<const double> velocity, Span<const BodyPose> poses) {
  const Joint& which = joint_at(model, joint);
  const JointFrames f = joint_frames(which, poses);
  if (which.type == JointType::slider) {
    return f.R_P.col(0).dot(velocity_at(velocity, poses, which.child, f.r_C) -
                            velocity_at(velocity, poses, which.parent, f.r_P + f.d));
  }
  if (which.type != JointType::hinge) return 0;
  const Vec3 turn = model.planar ? Vec3(Vec3::UnitZ()) : Vec3(f.R_P.col(0));
  return turn.dot(angular_velocity_of(velocity, poses, which.child) -
                  angular_velocity_of(velocity, poses, which.parent));
}

}  // namespace stickslip
