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

// About x of the parent: where the child's y has turned to. About y of the child: where the parent's x stands in it.
double spatial_angle(const Freedom& freedom, const JointFrames& f) {
  if (freedom.of_child) {
    const Vec3 x = f.R_P.col(0);
    return arctangent2(x.dot(f.R_C.col(2)), x.dot(f.R_C.col(0)));
  }
  const Vec3 y = f.R_C.col(1);
  return arctangent2(y.dot(f.R_P.col(2)), y.dot(f.R_P.col(1)));
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

Vec3 freedom_axis(bool planar, const Freedom& freedom, const JointFrames& frames) {
  if (planar && freedom.turns) return Vec3::UnitZ();
  if (freedom.spans) {
    const double length = frames.d.norm();
    return length > 0 ? Vec3(frames.d / length) : Vec3(Vec3::UnitX());
  }
  return (freedom.of_child ? frames.R_C : frames.R_P).col(freedom.axis);
}

double joint_position(const Model& model, int joint, int k, const Motion& motion, Span<const BodyPose> poses,
                      double near) {
  const Joint& which = joint_at(model, joint);
  const Freedom& freedom = kind_of(model, joint).freedoms[k];
  const JointFrames f = joint_frames(which, poses);
  if (freedom.spans) return f.d.norm();
  if (!freedom.turns) return f.R_P.col(freedom.axis).dot(f.d);
  const double angle = model.planar ? relative_angle(which, motion) : spatial_angle(freedom, f);
  return angle + kTwoPi * std::floor((near - angle) / kTwoPi + 0.5);
}

double joint_velocity(const Model& model, int joint, int k, Span<const double> velocity, Span<const BodyPose> poses) {
  const Joint& which = joint_at(model, joint);
  const Freedom& freedom = kind_of(model, joint).freedoms[k];
  const JointFrames f = joint_frames(which, poses);
  const Vec3 axis = freedom_axis(model.planar, freedom, f);
  if (!freedom.turns) {
    return axis.dot(velocity_at(velocity, poses, which.child, f.r_C) -
                    velocity_at(velocity, poses, which.parent, f.r_P + f.d));
  }
  return axis.dot(angular_velocity_of(velocity, poses, which.child) -
                  angular_velocity_of(velocity, poses, which.parent));
}

double lead_of(const Joint& joint) {
  return joint.pitch / kTwoPi;
}

}  // namespace stickslip
