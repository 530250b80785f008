#include "model/constraints/torsion.h"

#include <cmath>

#include "model/math/elementary.h"

namespace stickslip {
namespace {

constexpr int kTurnPart = 36;  // + axis of the first body

const Spring& spring_at(const Model& model, int spring) {
  return model.springs[static_cast<std::size_t>(spring)];
}

double planar_angle(const Model& model, const State& state, int spring) {
  const Spring& which = spring_at(model, spring);
  const auto turned = [&](int body) { return body < 0 ? 0.0 : state.motion.angle[body] - body_at(model, body).angle; };
  return turned(which.second) - turned(which.first);
}

// theta, world axes.
Vec3 turn_from_rest(const Spring& spring, Span<const BodyPose> poses) {
  return turn_vector(pose_of(poses, spring.second).q * (pose_of(poses, spring.first).q * spring.q_rest).conjugate());
}

}  // namespace

Vec3 turn_vector(const Quat& turn) {
  const Quat off = turn.w() < 0 ? -turn : turn;
  const double sine_of_half = off.vec().norm();
  if (sine_of_half < 1e-9) return 2 * off.vec();
  return 2 * arctangent2(sine_of_half, off.w()) / sine_of_half * off.vec();
}

Vec3 turn_gradient(const Vec3& theta, const Vec3& axis) {
  const double half = 0.5 * theta.norm();
  const double c =
      half < 1e-3 ? (1 + half * half / 15) / 12 : (1 - half * cosine(half) / sine(half)) / (4 * half * half);
  const Vec3 across = theta.cross(axis);
  return axis + 0.5 * across + c * theta.cross(across);
}

Vec3 torsion(const Model& model, const Layout& layout, const State& state, int spring, Span<const BodyPose> poses) {
  const Spring& which = spring_at(model, spring);
  if (!model.planar) return pose_of(poses, which.first).R.transpose() * turn_from_rest(which, poses);
  return {0, 0, planar_angle(model, state, spring) - state.parameters[layout.rest_length + spring]};
}

void add_torsion_rows(const Model& model, const Layout& layout, const State& state, int spring,
                      Span<const BodyPose> poses, RowSet& rows) {
  const Spring& which = spring_at(model, spring);
  const Vec3 off = torsion(model, layout, state, spring, poses);
  for (int k = model.planar ? 2 : 0; k < 3; ++k) {
    ConstraintRow& row = rows.add(row_id(RowRole::spring, spring, kTurnPart + k), RowRole::spring, spring);
    row.violation = off[k];
    row.stiffness = state.parameters[layout.spring_stiffness + spring];
    row.damping = state.parameters[layout.spring_damping + spring];
    row.angular = true;
    const Vec3 turn = torsion_direction(model, row, poses);
    rows.share(poses, which.second, Vec3::Zero(), turn);
    rows.share(poses, which.first, Vec3::Zero(), -turn);
  }
}

int torsion_axis(const ConstraintRow& row) {
  return row_part(row.id) - kTurnPart;
}

Vec3 torsion_direction(const Model& model, const ConstraintRow& row, Span<const BodyPose> poses) {
  if (model.planar) return Vec3::UnitZ();
  const Spring& which = spring_at(model, row.source);
  return turn_gradient(turn_from_rest(which, poses), pose_of(poses, which.first).R.col(torsion_axis(row)));
}

double torsion_angle(const Model& model, const State& state, int spring, Span<const BodyPose> poses) {
  return model.planar ? planar_angle(model, state, spring) : turn_from_rest(spring_at(model, spring), poses).norm();
}

}  // namespace stickslip
