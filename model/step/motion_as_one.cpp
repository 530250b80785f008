#include "model/step/motion_as_one.h"

namespace stickslip {
namespace {

template <class Visit>
void for_each_member(int group, const Workspace& work, Visit&& visit) {
  for (int b = group; b < work.group.size(); ++b) {
    if (work.group[b] == group) visit(b);
  }
}

bool may_turn(bool planar, int body, const Workspace& work) {
  const Vec3 inertia = get3(&work.derived.inertia[3 * body]);
  return planar ? inertia.z() > 0 : inertia.minCoeff() > 0;
}

}  // namespace

MotionAsOne motion_as_one(bool planar, int group, const State& state, const Workspace& work) {
  MotionAsOne one;
  double mass = 0;
  for_each_member(group, work, [&](int b) {
    const double m = work.derived.mass[b];
    mass += m;
    one.centre += m * work.poses[b].p;
    one.v += m * get3(&state.motion.velocity[6 * b]);
    one.exists = one.exists && may_turn(planar, b, work);
  });
  one.centre = one.centre / mass;
  one.v = one.v / mass;
  Vec3 momentum = Vec3::Zero();
  Mat3 inertia = Mat3::Zero();
  for_each_member(group, work, [&](int b) {
    const BodyPose& pose = work.poses[b];
    const double m = work.derived.mass[b];
    const Vec3 d = pose.p - one.centre;
    const Vec3 own = get3(&work.derived.inertia[3 * b]);
    momentum += m * d.cross(get3(&state.motion.velocity[6 * b]) - one.v) +
                pose.R * own.cwiseProduct(get3(&state.motion.velocity[6 * b + 3]));
    inertia +=
        m * (d.squaredNorm() * Mat3::Identity() - d * d.transpose()) + pose.R * own.asDiagonal() * pose.R.transpose();
  });
  if (!one.exists) return one;
  one.w = planar ? Vec3(0, 0, momentum.z() / inertia(2, 2)) : Vec3(inertia.inverse() * momentum);
  one.kinetic = 0.5 * (mass * one.v.squaredNorm() + one.w.dot(momentum));
  return one;
}

}  // namespace stickslip
