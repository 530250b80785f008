#include "model/constraints/contacts.h"

#include <cmath>

namespace stickslip {

Tangents tangents_of(const Vec3& normal, const Vec3& gravity, bool planar) {
  constexpr double kVanishes = 1e-3;
  Tangents t;
  Vec3 downhill = gravity - gravity.dot(normal) * normal;
  if (planar) {
    t.t1 = {normal.y(), -normal.x(), 0};
    if (t.t1.dot(gravity) < -kVanishes * gravity.norm()) t.t1 = -t.t1;
    return t;
  }
  if (downhill.norm() <= kVanishes * gravity.norm()) {
    const Vec3 axis = std::fabs(normal.x()) < 0.9 ? Vec3(Vec3::UnitX()) : Vec3(Vec3::UnitY());
    downhill = axis - axis.dot(normal) * normal;
  }
  t.t1 = downhill.normalized();
  t.t2 = normal.cross(t.t1);
  return t;
}

int add_contact_rows(const ContactPoint& point, int index, const Tangents& tangents, bool planar, double grip,
                     const Vec3& slide, Span<const BodyPose> poses, RowSet& rows) {
  const Vec3 r_first = point.p_first - poses[point.first_body].p;
  const Vec3 r_second = point.p_second - poses[point.second_body].p;
  const auto add = [&](const Vec3& d, RowRole role) {
    rows.add(point.id, role, index).violation = point.gap;
    rows.push(poses, d, point.first_body, r_first, point.second_body, r_second);
  };
  add(point.normal, RowRole::normal);
  rows.last().grip = grip;
  if (grip == 0) return 0;
  add(tangents.t1, RowRole::tangent);
  rows.last().target = tangents.t1.dot(slide);
  if (planar) return 1;
  add(tangents.t2, RowRole::tangent);
  rows.last().target = tangents.t2.dot(slide);
  return 2;
}

namespace {

void add_follower(const ContactPoint& point, int index, RowRole role, double grip, RowSet& rows) {
  rows.add(follower_id(point, role), role, index).grip = grip;
}

void add_turning_row(const ContactPoint& point, int index, RowRole of, const Vec3& axis, Span<const BodyPose> poses,
                     RowSet& rows) {
  rows.add(follower_id(point, of), RowRole::turning, index).angular = true;
  rows.share(poses, point.first_body, Vec3::Zero(), axis);
  rows.share(poses, point.second_body, Vec3::Zero(), -axis);
}

}  // namespace

void add_rolling_rows(const ContactPoint& point, int index, const Tangents& axes, bool planar, double grip,
                      Span<const BodyPose> poses, RowSet& rows) {
  add_follower(point, index, RowRole::rolling, grip, rows);
  add_turning_row(point, index, RowRole::rolling, planar ? Vec3::UnitZ() : axes.t1, poses, rows);
  if (!planar) add_turning_row(point, index, RowRole::rolling, axes.t2, poses, rows);
}

void add_spinning_rows(const ContactPoint& point, int index, double grip, Span<const BodyPose> poses, RowSet& rows) {
  add_follower(point, index, RowRole::spinning, grip, rows);
  add_turning_row(point, index, RowRole::spinning, point.normal, poses, rows);
}

}  // namespace stickslip
