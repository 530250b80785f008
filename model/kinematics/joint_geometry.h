#pragma once

#include "model/core/joint_kind.h"
#include "model/kinematics/kinematics.h"

namespace stickslip {

/// Where a joint's anchors are in the world at given poses.
struct JointAnchors {
  Vec3 r_P = Vec3::Zero();  // from the parent's centre of mass
  Vec3 r_C = Vec3::Zero();  // from the child's centre of mass
  Vec3 d = Vec3::Zero();    // from the parent's anchor to the child's
};

/// All of its geometry.
struct JointFrames : JointAnchors {
  Mat3 R_P = Mat3::Identity();  // joint axes carried by the parent
  Mat3 R_C = Mat3::Identity();  // joint axes carried by the child
};

JointAnchors joint_anchors(const Joint& joint, Span<const BodyPose> poses);
JointFrames joint_frames(const Joint& joint, Span<const BodyPose> poses);

/// The direction that a coordinate turns about or slides along, world axes.
Vec3 freedom_axis(bool planar, const Freedom& freedom, const JointFrames& frames);
/// The same without the other axes.
Vec3 freedom_axis(bool planar, const Freedom& freedom, const Joint& joint, const JointAnchors& anchors,
                  Span<const BodyPose> poses);

/// Coordinate k of a joint; angles are taken within pi of `near`.
double joint_position(const Model& model, int joint, int k, const Motion& motion, Span<const BodyPose> poses,
                      double near);

/// Its rate.
double joint_velocity(const Model& model, int joint, int k, Span<const double> velocity, Span<const BodyPose> poses);

/// Moves all coordinates, 1 per slot (core/joint_kind.h), as far as a velocity takes them in some time.
void advance_coordinates(const Model& model, double time, Span<const double> velocity, Span<const BodyPose> poses,
                         Span<double> positions);

/// All coordinates where the bodies are, each near to what it was.
void read_coordinates(const Model& model, const Motion& motion, Span<const BodyPose> poses, Span<double> positions);

/// How far along its axis a screw comes by a turn of one radian, in m.
double lead_of(const Joint& joint);

/// Where the parent holds the anchor: with the child's where the joint lets that slide.
inline Vec3 parent_lever(const JointKind& kind, const JointAnchors& anchors) {
  return kind.slides() ? anchors.r_P + anchors.d : anchors.r_P;
}

}  // namespace stickslip
