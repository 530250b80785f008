#include "model/constraints/bending.h"

#include <algorithm>
#include <cmath>

#include "model/constraints/mobility.h"
#include "model/constraints/springs.h"
#include "model/kinematics/joint_geometry.h"
#include "model/math/arithmetic.h"

namespace stickslip {
namespace {

constexpr int kBendingPart = 160;  // + 0, 1 between the bodies, or child and rod; after the rows across distance joints
constexpr int kParentBendingPart = 162;  // + 0, 1 between parent and rod
constexpr double kAtOnce = 16;
constexpr double kArmless = 1e-9;  // of a rod: a lever that only round-off gives
constexpr double kStays = 1e-12;   // of what moves an anchor freely: round-off

// One body at a joint.
struct Side {
  int body = -1;
  int loads = 1;
  Vec3 arm = Vec3::Zero();
  const lcp::BodyInverse* inverse = nullptr;
  Mat3 R = Mat3::Identity();
  Mobility mobility;

  // Of a turn about the unit vector b.
  double inverse_inertia(const Vec3& b) const {
    if (inverse == nullptr) return 0;
    return mobility.free ? free_inverse_inertia(b) : mobility.square(Vec3::Zero(), b);
  }
  double free_inverse_inertia(const Vec3& b) const {
    const Vec3 turn = R.transpose() * b;
    double sum = 0;
    for (int k = 0; k < 3; ++k) sum += turn[k] * inverse->angular[4 * k] * turn[k];
    return sum;
  }
  // Of the anchor's motion along the unit vector d.
  double inverse_mass(const Vec3& d) const {
    if (inverse == nullptr) return 0;
    const double free = free_inverse_mass(d);
    if (mobility.free) return free;
    const double held = mobility.square(d, arm.cross(d));
    return held > kStays * free ? held : 0.0;
  }
  double free_inverse_mass(const Vec3& d) const {
    double sum = free_inverse_inertia(arm.cross(d));
    for (int k = 0; k < 3; ++k) sum += d[k] * inverse->linear[k] * d[k];
    return sum;
  }
  bool turns() const {
    return inverse != nullptr && inverse->angular[0] + inverse->angular[4] + inverse->angular[8] > 0;
  }
  bool moves() const { return inverse != nullptr && inverse->linear[0] > 0; }
  // Of the arm, what the load l draws away from the joint: from 0 under compression to all of it under tension.
  double drawn_arm(const Vec3& l) const {
    const double size = l.norm();
    return size > 0 ? 0.5 * (arm.norm() + l.dot(arm) / size) : 0.0;
  }
  // That share of the arm.
  double drawn(const Vec3& l) const {
    const double length = arm.norm();
    return length > 0 ? drawn_arm(l) / length : 0.0;
  }
};

struct Axes {
  Vec3 list[2] = {};
  int count = 0;
};

Axes axes_across(bool planar, const Vec3& along) {
  if (planar) return {{Vec3::UnitZ()}, 1};
  const Vec3 helper = std::fabs(along.x()) < 0.9 ? Vec3::UnitX() : Vec3::UnitY();
  const Vec3 first = along.cross(helper).normalized();
  return {{first, along.cross(first)}, 2};
}

// About which the joint lets its bodies bend. Two of them are across the load.
Axes bending_axes(bool planar, const JointKind& kind, const Vec3& along, const Joint& joint,
                  const JointAnchors& anchors, Span<const BodyPose> poses) {
  if (kind.held_turns == 3 || (planar && kind.held_turns > 0)) return {};
  if (planar || kind.held_turns != 2) return axes_across(planar, along);
  for (int k = 0; k < kind.freedom_count; ++k) {
    if (kind.freedoms[k].turns) return {{freedom_axis(false, kind.freedoms[k], joint, anchors, poses)}, 1};
  }
  return {};
}

// What of x lies across a joint's only axis: nothing else bends, and loops may leave it open.
Vec3 across_axis(const Axes& axes, const Vec3& x) {
  return axes.count == 1 ? Vec3(x - x.dot(axes.list[0]) * axes.list[0]) : x;
}

// The most that a quadratic form has in one direction, or in any of the plane of two unit vectors at right angles.
template <class Form>
double most(const Vec3* d, int count, Form&& form) {
  if (count == 1) return form(d[0]);
  const double a = form(d[0]);
  const double b = form(d[1]);
  const double mixed = form(root(0.5) * (d[0] + d[1])) - 0.5 * (a + b);
  return 0.5 * (a + b) + root(0.25 * (a - b) * (a - b) + mixed * mixed);
}

// What a bend is about, and what is across the load there.
struct Bend {
  Axes axes;
  Vec3 across[2] = {};
  double load = 0;  // N, the part of l across the axes

  Bend(const Axes& about, const Vec3& l) : axes(about) {
    for (int k = 0; k < axes.count; ++k) {
      across[k] = axes.list[k].cross(l);
      load = across[k].norm();
      if (load > 0) across[k] = across[k] / load;
    }
  }
  double mass_of(const Side& side) const {
    return 1 / (side.loads * most(across, axes.count, [&](const Vec3& d) { return side.inverse_mass(d); }));
  }
  double give_of(const Side& side) const {
    return side.loads * most(axes.list, axes.count, [&](const Vec3& b) { return side.inverse_inertia(b); });
  }
};

bool rows_lie_ahead(Scheme scheme) {
  return scheme == Scheme::euler || scheme == Scheme::trapezoidal;
}

// K: see the opening comment. `moment` is M, of which `lever` is M p.
double hardness(Scheme scheme, double moment, double lever, double mu, double inertia) {
  return kAtOnce * (moment * moment / (4 * mu) + lever - (rows_lie_ahead(scheme) ? 1 : 2) * inertia);
}

double between_bodies(const Bend& bend, const Vec3& l, double weight, Scheme scheme, const Side& child,
                      const Side& parent) {
  if (bend.load == 0) return 0;
  const double M = weight * bend.load;
  const double mu = bend.mass_of(child) + bend.mass_of(parent);
  if (!(mu < HUGE_VAL)) return 0;
  const double child_gives = bend.give_of(child);
  const double parent_gives = bend.give_of(parent);
  const double drawn = M * std::max(child.drawn(l), parent.drawn(-l));
  const auto of_lever = [&](double arm, double gives) {
    const double J = 1 / std::min(child_gives + parent_gives, 2 * gives);
    return hardness(scheme, drawn, M * arm, mu, J);
  };
  return std::max(of_lever(child.drawn_arm(l), child_gives), of_lever(parent.drawn_arm(-l), parent_gives));
}

// Between a body and the rod of a distance joint that draws it with l.
double beside_rod(const Bend& bend, const Vec3& l, double weight, Scheme scheme, double length, const Side& side,
                  const Side& other) {
  if (bend.load == 0 || !(bend.give_of(side) > 0)) return 0;
  const double M = weight * bend.load;
  const auto anchor_gives = [&](const Side& end) {
    return most(bend.across, bend.axes.count, [&](const Vec3& d) { return end.inverse_mass(d); });
  };
  const double rod_gives = (anchor_gives(side) + anchor_gives(other)) / (length * length);
  return hardness(scheme, M * side.drawn(l), M * side.drawn_arm(l), bend.mass_of(side),
                  1 / (bend.give_of(side) + rod_gives));
}

Side side_at(int body, const Vec3& arm, Span<const int> loads_at, Span<const lcp::BodyInverse> inverse_mass,
             Span<const BodyPose> poses) {
  Side side;
  if (body < 0) return side;
  side.body = body;
  side.loads = std::max(1, loads_at[body]);
  side.arm = arm;
  side.inverse = &inverse_mass[body];
  side.R = poses[body].R;
  return side;
}

bool is_lever(const Side& side, double length) {
  return side.turns() && side.arm.norm() > kArmless * length;
}

struct RowPlace {
  const Joint& joint;
  int index;
  int part;
  Span<const BodyPose> poses;
};

// K, where that is something of what joints leave both bodies: for most joints it is nothing at once.
template <class Hold, class Hardness>
double held_hardness(Hold&& hold, Side& first, Side& second, Hardness&& hardness) {
  const double K = hardness();
  if (!(K > 0)) return 0;
  hold(first);
  hold(second);
  return first.mobility.free && second.mobility.free ? K : hardness();
}

void add_row_between_bodies(const RowPlace& at, const Vec3& axis, double stiffness, RowSet& rows) {
  rows.add(row_id(RowRole::spring, at.index, at.part), RowRole::spring, at.index).stiffness = stiffness;
  rows.share(at.poses, at.joint.child, Vec3::Zero(), axis);
  rows.share(at.poses, at.joint.parent, Vec3::Zero(), -axis);
}

void add_row_beside_rod(const RowPlace& at, int body, const Vec3& axis, double stiffness, const JointAnchors& f,
                        RowSet& rows) {
  const double length = f.d.norm();
  const Vec3 t = axis.cross(f.d / length) / length;
  rows.add(row_id(RowRole::spring, at.index, at.part), RowRole::spring, at.index).stiffness = stiffness;
  rows.push(at.poses, -t, at.joint.child, f.r_C, at.joint.parent, f.r_P);
  rows.share(at.poses, body, Vec3::Zero(), axis);
}

template <class Hold>
void add_rows_beside_rod(const RowPlace& child_at, const Vec3& l, double weight, Scheme scheme, bool planar,
                         const JointAnchors& f, Side& child, Side& parent, Hold&& hold, RowSet& rows) {
  const double length = f.d.norm();
  const Vec3 u = f.d / length;
  const double tension = -l.dot(u);
  if (!(tension > 0)) return;
  const Vec3 pull = -tension * u;
  const Bend bend(axes_across(planar, u), pull);
  const auto add = [&](const RowPlace& at, Side& side, Side& other, const Vec3& load) {
    if (!is_lever(side, length)) return;
    const double K =
        held_hardness(hold, side, other, [&] { return beside_rod(bend, load, weight, scheme, length, side, other); });
    if (!(K > 0)) return;
    for (int k = 0; k < bend.axes.count; ++k) {
      add_row_beside_rod({at.joint, at.index, at.part + k, at.poses}, side.body, bend.axes.list[k], K / weight, f,
                         rows);
    }
  };
  add(child_at, child, parent, pull);
  add({child_at.joint, child_at.index, kParentBendingPart, child_at.poses}, parent, child, -pull);
}

int slot_of(const ConstraintRow& row) {
  return 2 * row.source + (row_part(row.id) >= kParentBendingPart ? 1 : 0);
}

}  // namespace

void add_bending_rows(const Model& model, const State& state, int joint, double weight, Span<const int> loads_at,
                      const Holders& holders, Span<const lcp::BodyInverse> inverse_mass, Span<const BodyPose> poses,
                      RowSet& rows) {
  if (model.step.geometric_stiffness != GeometricStiffness::automatic) return;
  const Joint& which = joint_at(model, joint);
  const JointKind& kind = kind_of(model, joint);
  if (kind.rolls != Rolls::nothing) return;
  const Vec3 l = get3(&state.joint_force[3 * joint]);
  const double size = l.norm();
  if (size == 0) return;
  const JointAnchors f = joint_anchors(which, poses);
  Side child = side_at(which.child, f.r_C, loads_at, inverse_mass, poses);
  Side parent = side_at(which.parent, parent_lever(kind, f), loads_at, inverse_mass, poses);
  const RowPlace at = {which, joint, kBendingPart, poses};
  const Scheme scheme = model.step.scheme;
  const auto hold = [&](Side& side) {
    if (side.inverse == nullptr) return;
    side.mobility = mobility_of(model, side.body, holders, loads_at, inverse_mass, poses);
    if (!side.mobility.free) side.loads = std::max(1, side.mobility.loads);
  };
  if (kind.is_rod()) {
    if (f.d.norm() > 0) add_rows_beside_rod(at, l, weight, scheme, model.planar, f, child, parent, hold, rows);
    return;
  }
  if (!child.moves() || !parent.moves()) return;
  const Axes axes = bending_axes(model.planar, kind, l / size, which, f, poses);
  if (axes.count == 0) return;
  const Vec3 bending = across_axis(axes, l);
  child.arm = across_axis(axes, child.arm);
  parent.arm = across_axis(axes, parent.arm);
  const Bend bend(axes, bending);
  const double K =
      held_hardness(hold, child, parent, [&] { return between_bodies(bend, bending, weight, scheme, child, parent); });
  if (!(K > 0)) return;
  for (int k = 0; k < bend.axes.count; ++k) {
    add_row_between_bodies({which, joint, kBendingPart + k, poses}, bend.axes.list[k], K / weight, rows);
  }
}

bool is_bending(const ConstraintRow& row) {
  return row_part(row.id) >= kBendingPart;
}

bool bends_by_levers(const Model& model, int joint, Span<const lcp::BodyInverse> inverse_mass,
                     Span<const BodyPose> poses) {
  const Joint& which = joint_at(model, joint);
  const JointAnchors f = joint_anchors(which, poses);
  const Vec3 arms[2] = {f.r_C, f.r_P};
  const int bodies[2] = {which.child, which.parent};
  for (int k = 0; k < 2; ++k) {
    Side side;
    side.arm = arms[k];
    if (bodies[k] >= 0) side.inverse = &inverse_mass[bodies[k]];
    if (is_lever(side, f.d.norm())) return true;
  }
  return false;
}

namespace {

// The rows of one damper follow each other.
int end_of_damper(int first, Span<const ConstraintRow> rows) {
  int end = first + 1;
  while (end < rows.size() && rows[end].role == RowRole::spring && is_across_joint(rows[end]) &&
         slot_of(rows[end]) == slot_of(rows[first])) {
    ++end;
  }
  return end;
}

// Calls `each(first, end)` for the rows of every damper.
template <class Each>
void for_each_damper(Span<const ConstraintRow> rows, Each&& each) {
  for (int i = 0; i < rows.size();) {
    const bool damper = rows[i].role == RowRole::spring && is_across_joint(rows[i]);
    const int end = damper ? end_of_damper(i, rows) : i + 1;
    if (damper) each(i, end);
    i = end;
  }
}

double square_of_speed(int first, int end, Span<const double> velocity, const RowSet& rows) {
  double sum = 0;
  for (int k = first; k < end; ++k) {
    const double speed = rows.speed(rows.rows_storage[k], velocity);
    sum += speed * speed;
  }
  return sum;
}

}  // namespace

void DamperBanks::lend(Span<const double> ahead, RowSet& rows) const {
  for_each_damper(rows.rows(), [&](int first, int end) {
    const double square = square_of_speed(first, end, ahead, rows);
    const double there = 4 * alpha * accounts[slot_of(rows.rows_storage[first])];
    const double needed = weight * rows.rows_storage[first].stiffness * square;
    const double share = there < needed ? root(there / needed) : 1.0;
    for (int k = first; k < end; ++k) rows.rows_storage[k].given_back = share;
  });
}

void DamperBanks::settle(double share, Span<const double> impulse, Span<const double> w, Span<const double> v,
                         const RowSet& rows) const {
  const Span<const ConstraintRow> all = rows.rows();
  int next = 0;  // slots whose damper acts no more are closed
  for_each_damper(all, [&](int first, int end) {
    const int slot = slot_of(all[first]);
    std::fill(accounts.begin() + next, accounts.begin() + slot, 0.0);
    next = slot + 1;
    double account = accounts[slot];
    for (int k = first; k < end; ++k) account -= share * impulse[k] * rows.speed(all[k], w);
    const double most = 0.5 * weight * all[first].stiffness * square_of_speed(first, end, v, rows);
    accounts[slot] = std::min(std::max(account, 0.0), most);
  });
  std::fill(accounts.begin() + next, accounts.end(), 0.0);
}

}  // namespace stickslip
