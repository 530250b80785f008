#pragma once

#include "model/core/model.h"
#include "model/core/motion.h"

namespace stickslip {

/// Pose of one body's inertial frame, ready for use.
struct BodyPose {
  Vec3 p = Vec3::Zero();
  Mat3 R = Mat3::Identity();
  Quat q = Quat::Identity();
};

inline Vec3 get3(const double* from) {
  return {from[0], from[1], from[2]};
}
inline void put3(const Vec3& value, double* to) {
  to[0] = value.x();
  to[1] = value.y();
  to[2] = value.z();
}
inline Quat get_quaternion(const double* wxyz) {
  return {wxyz[0], wxyz[1], wxyz[2], wxyz[3]};
}
inline void put_quaternion(const Quat& q, double* wxyz) {
  wxyz[0] = q.w();
  wxyz[1] = q.x();
  wxyz[2] = q.y();
  wxyz[3] = q.z();
}

/// Rotation by the vector `turn` (rad).
Quat exponential_map(const Vec3& turn);

/// Rotation about z.
Mat3 rotation_z(double angle);

BodyPose pose_at(bool planar, const Motion& motion, int body);

/// The pose of every body; poses[body].
void update_poses(const Model& model, const Motion& motion, Span<BodyPose> poses);

inline constexpr BodyPose kWorldPose = {};

/// The pose of a body or of the world.
inline const BodyPose& pose_of(Span<const BodyPose> poses, int body) {
  return body < 0 ? kWorldPose : poses[body];
}

/// Velocity of the point of `body` that is at `r` (world axes) from its centre of mass.
Vec3 velocity_at(Span<const double> velocity, Span<const BodyPose> poses, int body, const Vec3& r);

/// Angular velocity in world axes.
Vec3 angular_velocity_of(Span<const double> velocity, Span<const BodyPose> poses, int body);

/// Moves one body by a linear displacement and a turn in body axes.
void displace(bool planar, const Motion& motion, int body, const Vec3& move, const Vec3& turn);

}  // namespace stickslip
