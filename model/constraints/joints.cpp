#include "model/constraints/joints.h"

#include <cassert>
#include <cmath>

#include "model/math/elementary.h"

namespace stickslip {
namespace {

constexpr double kTwoPi = 6.28318530717958647693;

// The turn between the joint axes of a planar joint, folded to within pi: fixed and sliding joints never wind up.
double planar_misalignment(const JointFrames& f) {
  return arctangent2(f.R_P.col(0).cross(f.R_C.col(0)).z(), f.R_P.col(0).dot(f.R_C.col(0)));
}

// Where a wheel or ball touches the plane, from its centre.
struct Rolling {
  Vec3 n;
  Vec3 to_contact;
  Vec3 ahead;
  double rises;  // the sine between a wheel's axis and n
};

Rolling rolling_at(bool wheel, const Joint& joint, const JointFrames& f) {
  const Vec3 n = f.R_P.col(0);
  const Vec3 a = f.R_C.col(0);
  const Vec3 upright = wheel ? Vec3(n - n.dot(a) * a) : n;
  const double rises = upright.norm();
  const bool lies = !(rises > 0);
  return {n, -joint.radius * (lies ? f.R_P.col(1) : Vec3(upright / rises)),
          wheel && !lies ? a.cross(n).normalized() : f.R_P.col(1), rises};
}

// `Rows` is a RowSet, or takes from each row what is off alone.
template <class Rows>
struct Builder {
  const Model& model;
  const Joint& joint;
  int index;
  Span<const BodyPose> poses;
  Rows& rows;
  JointFrames f;
  int part = 0;

  auto& row(double violation) {
    auto& added = rows.add(row_id(RowRole::joint, index, part++), RowRole::joint, index);
    added.violation = violation;
    return added;
  }

  // The anchors coincide along a direction fixed in the world.
  void coincide(const Vec3& d) {
    row(d.dot(f.d));
    rows.push(poses, d, joint.child, f.r_C, joint.parent, f.r_P);
  }

  // The anchors coincide along a direction carried by the parent.
  void coincide_along_parent(const Vec3& d) {
    row(d.dot(f.d));
    rows.push(poses, d, joint.child, f.r_C, joint.parent, f.r_P + f.d);
  }

  // Axis a of the child stays perpendicular to axis b of the parent.
  void perpendicular(int a, int b) {
    const Vec3 on_child = f.R_C.col(a);
    const Vec3 on_parent = f.R_P.col(b);
    const Vec3 turn = on_child.cross(on_parent);
    row(on_child.dot(on_parent)).angular = true;
    rows.share(poses, joint.child, Vec3::Zero(), turn);
    rows.share(poses, joint.parent, Vec3::Zero(), -turn);
  }

  void same_angle(double violation) {
    row(violation).angular = true;
    rows.share(poses, joint.child, Vec3::Zero(), Vec3::UnitZ());
    rows.share(poses, joint.parent, Vec3::Zero(), -Vec3::UnitZ());
  }

  // The sine of the turn that is left, times its axis: a vector, so that no choice of axes is preferred.
  void same_orientation() {
    for (int k = 0; k < 3; ++k) {
      const int a = (k + 1) % 3;
      const int b = (k + 2) % 3;
      row(0.5 * (f.R_C.col(a).dot(f.R_P.col(b)) - f.R_C.col(b).dot(f.R_P.col(a)))).angular = true;
      const Vec3 turn = 0.5 * (f.R_C.col(a).cross(f.R_P.col(b)) - f.R_C.col(b).cross(f.R_P.col(a)));
      rows.share(poses, joint.child, Vec3::Zero(), turn);
      rows.share(poses, joint.parent, Vec3::Zero(), -turn);
    }
  }

  // The slide along x is `lead` times the turn about it. The turn is known but for whole ones, and taken as the one for
  // which the joint is nearest to closed: it never comes half a pitch apart.
  void lead() {
    const double lead = lead_of(joint);
    const Vec3 axis = f.R_P.col(0);
    const Mat3& P = f.R_P;
    const Mat3& C = f.R_C;
    const double sine = C.col(1).dot(P.col(2)) - C.col(2).dot(P.col(1));
    const double cosine = C.col(1).dot(P.col(1)) + C.col(2).dot(P.col(2));
    const double apart = axis.dot(f.d) / lead - arctangent2(sine, cosine);
    // Gradient of the turn: the axis, where the joint holds it.
    const double size = sine * sine + cosine * cosine;
    const Vec3 of_sine = C.col(1).cross(P.col(2)) - C.col(2).cross(P.col(1));
    const Vec3 of_cosine = C.col(1).cross(P.col(1)) + C.col(2).cross(P.col(2));
    const Vec3 turn = (cosine * of_sine - sine * of_cosine) * (lead / size);
    row(lead * (apart - kTwoPi * std::floor(apart / kTwoPi + 0.5)));
    const Vec3 lever = f.r_P + f.d;
    rows.share(poses, joint.child, axis, f.r_C.cross(axis) - turn);
    rows.share(poses, joint.parent, -axis, turn - lever.cross(axis));
  }

  // A wheel touches the plane where its rim is lowest, a ball below its centre. The height of the centre changes as
  // that of the material point there: its gradient is the normal at the contact.
  void roll(bool wheel) {
    const Rolling at = rolling_at(wheel, joint, f);
    row(at.n.dot(f.d) - (wheel ? joint.radius * at.rises : joint.radius));
    push_where_it_touches(at.n, joint, at, f);
    row(0).of_speed = true;
    push_where_it_touches(at.ahead, joint, at, f);
    assert(part == kAlongAxle);
    row(0).of_speed = true;
    if (rows.next_on_axle(index) == index) {
      push_where_it_touches(at.n.cross(at.ahead), joint, at, f);
    } else {
      share_axle(at.n.cross(at.ahead));
    }
  }

  // All wheels of the axle, in the last row; that is the first one's.
  void share_axle(const Vec3& along) {
    int count = 1;
    bool first = true;
    for (int j = rows.next_on_axle(index); j != index; j = rows.next_on_axle(j)) {
      ++count;
      first = first && index < j;
    }
    if (!first) {
      rows.drop_last();
      return;
    }
    int j = index;
    do {
      const Joint& wheel = joint_at(model, j);
      const JointFrames frames = joint_frames(wheel, poses);
      const Rolling at = rolling_at(true, wheel, frames);
      const Vec3 own = at.n.cross(at.ahead);
      push_where_it_touches((own.dot(along) < 0 ? -1.0 : 1.0) / count * own, wheel, at, frames);
      j = rows.next_on_axle(j);
    } while (j != index);
  }

  void push_where_it_touches(const Vec3& d, const Joint& wheel, const Rolling& at, const JointFrames& frames) {
    rows.push(poses, d, wheel.child, frames.r_C + at.to_contact, wheel.parent, frames.r_P + frames.d + at.to_contact);
  }

  // In the plane what rolls is where its turn says, and cannot creep. The turn is known but for whole ones, and taken
  // as the one for which it has slipped least.
  void roll_in_plane() {
    const Vec3 n = f.R_P.col(0);
    const Vec3 along = Vec3(n.y(), -n.x(), 0);
    coincide_along_parent(n);
    rows.last().violation -= joint.radius;
    const double apart = along.dot(f.d) / joint.radius + planar_misalignment(f);
    row(joint.radius * (apart - kTwoPi * std::floor(apart / kTwoPi + 0.5)));
    const Vec3 turn = joint.radius * Vec3::UnitZ();
    rows.share(poses, joint.child, along, f.r_C.cross(along) + turn);
    rows.share(poses, joint.parent, -along, -((f.r_P + f.d).cross(along) + turn));
  }

  void distance() {
    const double length = f.d.norm();
    const Vec3 u = length > 0 ? Vec3(f.d / length) : Vec3(Vec3::UnitX());
    row(length - joint.length);
    rows.push(poses, u, joint.child, f.r_C, joint.parent, f.r_P);
  }
};

template <class Rows>
void add_held_slides(const JointKind& kind, bool planar, Builder<Rows>& b) {
  for (int k = 0; k < (planar ? 2 : 3); ++k) {
    if ((kind.held_slides >> k & 1) == 0) continue;
    if (kind.slides()) {
      b.coincide_along_parent(b.f.R_P.col(k));
    } else {
      b.coincide(Vec3::Unit(k));
    }
  }
}

template <class Rows>
void add_held_turns(const JointKind& kind, bool planar, Builder<Rows>& b) {
  if (planar) {
    if (kind.held_turns > 0) b.same_angle(planar_misalignment(b.f));
    return;
  }
  if (kind.held_turns == 3) return b.same_orientation();
  for (int k = 0; k < kind.held_turns; ++k) b.perpendicular(kind.turns[k].child, kind.turns[k].parent);
}

template <class Rows>
void build_joint(const Model& model, int joint, Span<const BodyPose> poses, Rows& rows) {
  const Joint& which = joint_at(model, joint);
  const JointKind& kind = kind_of(model, joint);
  Builder<Rows> builder{model, which, joint, poses, rows, joint_frames(which, poses)};
  add_held_slides(kind, model.planar, builder);
  add_held_turns(kind, model.planar, builder);
  if (kind.holds_distance) builder.distance();
  if (kind.holds_lead) builder.lead();
  if (kind.rolls == Rolls::nothing) return;
  if (model.planar) {
    builder.roll_in_plane();
  } else {
    builder.roll(kind.rolls == Rolls::wheel);
  }
}

// What a joint's rows are off by, without their gradients.
struct Misfits {
  JointMisfit& found;

  JointMisfit::Row& add(std::uint64_t /*id*/, RowRole /*role*/, int /*source*/) {
    assert(found.count < JointMisfit::kMostRows);
    found.rows[found.count] = {};
    return found.rows[found.count++];
  }
  JointMisfit::Row& last() { return found.rows[found.count - 1]; }
  static int next_on_axle(int joint) { return joint; }
  void drop_last() { --found.count; }
  void share(Span<const BodyPose> /*poses*/, int /*body*/, const Vec3& /*linear*/, const Vec3& /*angular*/) {}
  void push(Span<const BodyPose> /*poses*/, const Vec3& /*d*/, int /*second*/, const Vec3& /*r_second*/, int /*first*/,
            const Vec3& /*r_first*/) {}
};

}  // namespace

void add_joint_rows(const Model& model, int joint, Span<const BodyPose> poses, RowSet& rows) {
  build_joint(model, joint, poses, rows);
}

JointMisfit joint_misfit(const Model& model, int joint, Span<const BodyPose> poses) {
  JointMisfit found;
  Misfits misfits{found};
  build_joint(model, joint, poses, misfits);
  return found;
}

void add_coordinate_row(const Model& model, int joint, int k, RowRole role, int part, Span<const BodyPose> poses,
                        RowSet& rows) {
  rows.add(row_id(role, joint, part), role, joint);
  share_coordinate(model, joint, k, 1, poses, rows);
}

void share_coordinate(const Model& model, int joint, int k, double weight, Span<const BodyPose> poses, RowSet& rows) {
  const Joint& which = joint_at(model, joint);
  const Freedom& freedom = kind_of(model, joint).freedoms[k];
  const JointAnchors f = joint_anchors(which, poses);
  const Vec3 axis = weight * freedom_axis(model.planar, freedom, which, f, poses);
  if (freedom.turns) {
    rows.share(poses, which.child, Vec3::Zero(), axis);
    rows.share(poses, which.parent, Vec3::Zero(), -axis);
  } else {
    rows.push(poses, axis, which.child, f.r_C, which.parent, f.r_P + f.d);
  }
}

}  // namespace stickslip
