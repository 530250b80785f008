#include "model/kinematics/kinematics.h"

#include <cmath>

#include "model/math/elementary.h"

namespace stickslip {

Quat exponential_map(const Vec3& turn) {
  const double half = 0.5 * turn.norm();
  const Vec3 v = 0.5 * sinc(half) * turn;
  return {cosine(half), v.x(), v.y(), v.z()};
}

Mat3 rotation_z(double angle) {
  const double c = cosine(angle);
  const double s = sine(angle);
  return {c, -s, 0, s, c, 0, 0, 0, 1};
}

BodyPose pose_at(bool planar, const Motion& motion, int body) {
  BodyPose pose;
  pose.p = get3(&motion.position[3 * body]);
  pose.q = get_quaternion(&motion.orientation[4 * body]);
  pose.R = planar ? rotation_z(motion.angle[body]) : pose.q.toRotationMatrix();
  return pose;
}

void update_poses(const Model& model, const Motion& motion, Span<BodyPose> poses) {
  for (int b = 0; b < poses.size(); ++b) poses[b] = pose_at(model.planar, motion, b);
}

Vec3 velocity_at(Span<const double> velocity, Span<const BodyPose> poses, int body, const Vec3& r) {
  if (body < 0) return Vec3::Zero();
  return get3(&velocity[6 * body]) + angular_velocity_of(velocity, poses, body).cross(r);
}

Vec3 angular_velocity_of(Span<const double> velocity, Span<const BodyPose> poses, int body) {
  if (body < 0) return Vec3::Zero();
  return poses[body].R * get3(&velocity[6 * body + 3]);
}

void displace(bool planar, const Motion& motion, int body, const Vec3& move, const Vec3& turn) {
  double* p = &motion.position[3 * body];
  put3(get3(p) + move, p);
  if (planar) {
    motion.angle[body] += turn.z();
    return;
  }
  if (turn.squaredNorm() == 0) return;  // a body at rest keeps its bits
  double* q = &motion.orientation[4 * body];
  put_quaternion((get_quaternion(q) * exponential_map(turn)).normalized(), q);
}

}  // namespace stickslip
