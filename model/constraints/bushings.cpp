#include "model/constraints/bushings.h"

#include "model/constraints/torsion.h"

namespace stickslip {
namespace {

constexpr int kDirectionPart = 48;  // + the direction

struct BushingFrames {
  Vec3 r_A = Vec3::Zero();  // of the frames, from their bodies' centres of mass
  Vec3 r_B = Vec3::Zero();
  Vec3 d = Vec3::Zero();
  Mat3 R_A = Mat3::Identity();
  Vec3 theta = Vec3::Zero();  // world axes
};

BushingFrames frames_of(const Bushing& bushing, Span<const BodyPose> poses) {
  const BodyPose first = pose_of(poses, bushing.first);
  const BodyPose second = pose_of(poses, bushing.second);
  BushingFrames f;
  f.r_A = first.R * bushing.p_IA;
  f.r_B = second.R * bushing.p_IB;
  f.d = (second.p + f.r_B) - (first.p + f.r_A);
  f.R_A = first.R * bushing.q_IA.toRotationMatrix();
  f.theta = turn_vector((second.q * bushing.q_IB) * (first.q * bushing.q_IA).conjugate());
  return f;
}

int direction_of_row(const ConstraintRow& row) {
  return row_part(row.id) - kDirectionPart;
}

double along(const BushingDirection& direction, const BushingWay& x) {
  return get3(direction.u).dot(x.displacement) + get3(direction.u + 3).dot(x.turn);
}

BushingWay in_world(bool planar, const BushingDirection& direction, const BushingFrames& f) {
  const Vec3 about = f.R_A * get3(direction.u + 3);
  return {f.R_A * get3(direction.u), planar ? about : turn_gradient(f.theta, about)};
}

}  // namespace

bool is_bushing(const ConstraintRow& row) {
  return row.role == RowRole::spring && direction_of_row(row) >= 0 && direction_of_row(row) < kMostDirections;
}

BushingWay bushing_way(const Model& model, const State& state, int bushing, Span<const BodyPose> poses) {
  const Bushing& which = bushing_at(model, bushing);
  const BushingFrames f = frames_of(which, poses);
  const Mat3 to_frame = f.R_A.transpose();
  if (!model.planar) return {to_frame * f.d, to_frame * f.theta};
  const auto turned = [&](int body) { return body < 0 ? 0.0 : state.motion.angle[body] - body_at(model, body).angle; };
  return {to_frame * f.d, Vec3(0, 0, turned(which.second) - turned(which.first))};
}

double bushing_elongation(const Model& model, const State& state, const ConstraintRow& row,
                          Span<const BodyPose> poses) {
  return along(bushing_at(model, row.source).directions[direction_of_row(row)],
               bushing_way(model, state, row.source, poses));
}

BushingWay bushing_direction(const Model& model, const ConstraintRow& row, Span<const BodyPose> poses) {
  const Bushing& bushing = bushing_at(model, row.source);
  return in_world(model.planar, bushing.directions[direction_of_row(row)], frames_of(bushing, poses));
}

void add_bushing_rows(const Model& model, const Layout& layout, const State& state, int bushing,
                      Span<const BodyPose> poses, RowSet& rows) {
  const Bushing& which = bushing_at(model, bushing);
  const BushingFrames f = frames_of(which, poses);
  const BushingWay x = bushing_way(model, state, bushing, poses);
  for (int k = 0; k < which.count; ++k) {
    const double stiffness = state.parameters[layout.bushing_stiffness + kMostDirections * bushing + k];
    const double damping = state.parameters[layout.bushing_damping + kMostDirections * bushing + k];
    if (stiffness == 0 && damping == 0) continue;
    ConstraintRow& row = rows.add(row_id(RowRole::spring, bushing, kDirectionPart + k), RowRole::spring, bushing);
    row.violation = along(which.directions[k], x);
    row.stiffness = stiffness;
    row.damping = damping;
    const BushingWay u = in_world(model.planar, which.directions[k], f);
    row.angular = u.displacement.isZero(0);
    rows.share(poses, which.second, u.displacement, f.r_B.cross(u.displacement) + u.turn);
    rows.share(poses, which.first, -u.displacement, -((f.r_A + f.d).cross(u.displacement) + u.turn));
  }
}

BushingLevers bushing_levers(const Model& model, int bushing, Span<const BodyPose> poses) {
  const BushingFrames f = frames_of(bushing_at(model, bushing), poses);
  return {f.r_A + f.d, f.r_B};
}

double bushing_energy(const Model& model, const Layout& layout, const State& state, int bushing,
                      Span<const BodyPose> poses) {
  const Bushing& which = bushing_at(model, bushing);
  const BushingWay x = bushing_way(model, state, bushing, poses);
  double energy = 0;
  for (int k = 0; k < which.count; ++k) {
    const double way = along(which.directions[k], x);
    energy += 0.5 * (state.parameters[layout.bushing_stiffness + kMostDirections * bushing + k] * way) * way;
  }
  return energy;
}

}  // namespace stickslip
