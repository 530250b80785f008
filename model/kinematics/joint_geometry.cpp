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

/// The axes of a joint that a body carries, one by one.
class CarriedAxes {
 public:
  CarriedAxes(const Quat& q_I, int body, Span<const BodyPose> poses)
      : pose_(pose_of(poses, body)), in_body_(q_I.toRotationMatrix()) {}
  Vec3 operator[](int axis) const { return pose_.R * in_body_.col(axis); }

 private:
  const BodyPose& pose_;
  Mat3 in_body_;
};

CarriedAxes axes_of_parent(const Joint& joint, Span<const BodyPose> poses) {
  return {joint.q_IP, joint.parent, poses};
}

CarriedAxes axes_of_child(const Joint& joint, Span<const BodyPose> poses) {
  return {joint.q_IC, joint.child, poses};
}

// About x of the parent: where the child's y and z have turned to, both together, so that of a joint that is a little
// apart no choice of y and z is preferred; of a universal joint where its y has turned to. About y of the child: where
// the parent's x stands in it.
double spatial_angle(const Freedom& freedom, const JointKind& kind, const Joint& joint, Span<const BodyPose> poses) {
  const CarriedAxes of_parent = axes_of_parent(joint, poses);
  const CarriedAxes of_child = axes_of_child(joint, poses);
  if (freedom.of_child) {
    const Vec3 x = of_parent[0];
    return arctangent2(x.dot(of_child[2]), x.dot(of_child[0]));
  }
  const Vec3 y = of_child[1];
  if (kind.held_turns < 2) return arctangent2(y.dot(of_parent[2]), y.dot(of_parent[1]));
  const Vec3 z = of_child[2];
  return arctangent2(y.dot(of_parent[2]) - z.dot(of_parent[1]), y.dot(of_parent[1]) + z.dot(of_parent[2]));
}

Vec3 along(const Vec3& d) {
  const double length = d.norm();
  return length > 0 ? Vec3(d / length) : Vec3(Vec3::UnitX());
}

}  // namespace

JointAnchors joint_anchors(const Joint& joint, Span<const BodyPose> poses) {
  const BodyPose& parent = pose_of(poses, joint.parent);
  const BodyPose& child = pose_of(poses, joint.child);
  const Vec3 r_P = parent.R * joint.p_IP;
  const Vec3 r_C = child.R * joint.p_IC;
  return {r_P, r_C, (child.p + r_C) - (parent.p + r_P)};
}

JointFrames joint_frames(const Joint& joint, Span<const BodyPose> poses) {
  return {joint_anchors(joint, poses), pose_of(poses, joint.parent).R * joint.q_IP.toRotationMatrix(),
          pose_of(poses, joint.child).R * joint.q_IC.toRotationMatrix()};
}

Vec3 freedom_axis(bool planar, const Freedom& freedom, const JointFrames& frames) {
  if (planar && freedom.turns) return Vec3::UnitZ();
  if (freedom.spans) return along(frames.d);
  return (freedom.of_child ? frames.R_C : frames.R_P).col(freedom.axis);
}

Vec3 freedom_axis(bool planar, const Freedom& freedom, const Joint& joint, const JointAnchors& anchors,
                  Span<const BodyPose> poses) {
  if (planar && freedom.turns) return Vec3::UnitZ();
  if (freedom.spans) return along(anchors.d);
  return (freedom.of_child ? axes_of_child(joint, poses) : axes_of_parent(joint, poses))[freedom.axis];
}

double joint_position(const Model& model, int joint, int k, const Motion& motion, Span<const BodyPose> poses,
                      double near) {
  const Joint& which = joint_at(model, joint);
  const JointKind& kind = kind_of(model, joint);
  const Freedom& freedom = kind.freedoms[k];
  if (!freedom.turns) {
    const Vec3 d = joint_anchors(which, poses).d;
    return freedom.spans ? d.norm() : axes_of_parent(which, poses)[freedom.axis].dot(d);
  }
  const double angle = model.planar ? relative_angle(which, motion) : spatial_angle(freedom, kind, which, poses);
  return angle + kTwoPi * std::floor((near - angle) / kTwoPi + 0.5);
}

double joint_velocity(const Model& model, int joint, int k, Span<const double> velocity, Span<const BodyPose> poses) {
  const Joint& which = joint_at(model, joint);
  const Freedom& freedom = kind_of(model, joint).freedoms[k];
  const JointAnchors anchors = freedom.turns ? JointAnchors() : joint_anchors(which, poses);
  const Vec3 axis = freedom_axis(model.planar, freedom, which, anchors, poses);
  if (!freedom.turns) {
    return axis.dot(velocity_at(velocity, poses, which.child, anchors.r_C) -
                    velocity_at(velocity, poses, which.parent, anchors.r_P + anchors.d));
  }
  return axis.dot(angular_velocity_of(velocity, poses, which.child) -
                  angular_velocity_of(velocity, poses, which.parent));
}

namespace {

template <class Visit>
void visit_coordinates(const Model& model, Span<double> positions, Visit&& visit) {
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
    for (int k = 0; k < kind_of(model, j).freedom_count; ++k) visit(j, k, positions[coordinate_slot(j, k)]);
  }
}

}  // namespace

void advance_coordinates(const Model& model, double time, Span<const double> velocity, Span<const BodyPose> poses,
                         Span<double> positions) {
  visit_coordinates(model, positions, [&](int j, int k, double& position) {
    position += time * joint_velocity(model, j, k, velocity, poses);
  });
}

void read_coordinates(const Model& model, const Motion& motion, Span<const BodyPose> poses, Span<double> positions) {
  visit_coordinates(model, positions, [&](int j, int k, double& position) {
    position = joint_position(model, j, k, motion, poses, position);
  });
}

double lead_of(const Joint& joint) {
  return joint.pitch / kTwoPi;
}

}  // namespace stickslip
