#include "model/constraints/bending.h"

#include <algorithm>
#include <cmath>

#include "model/constraints/springs.h"
#include "model/kinematics/joint_geometry.h"
#include "model/math/arithmetic.h"

namespace stickslip {
namespace {

constexpr int kBendingPart = 160;  // + 0, 1; after the rows across distance joints

// One body at a joint.
struct Side {
  int loads = 1;
  Vec3 arm = Vec3::Zero();
  const lcp::BodyInverse* inverse = nullptr;
  Mat3 R = Mat3::Identity();

  // Of a turn about the unit vector b.
  double inverse_inertia(const Vec3& b) const {
    const Vec3 turn = R.transpose() * b;
    double sum = 0;
    for (int k = 0; k < 3; ++k) sum += turn[k] * inverse->angular[4 * k] * turn[k];
    return sum;
  }
  // Of the anchor's motion along the unit vector d.
  double inverse_mass(const Vec3& d) const {
    double sum = inverse_inertia(arm.cross(d));
    for (int k = 0; k < 3; ++k) sum += d[k] * inverse->linear[k] * d[k];
    return sum;
  }
  // How far the load l draws the body apart from its joint: from 0 under compression to 1 under tension.
  double drawn_by(const Vec3& l) const {
    const double size = l.norm() * arm.norm();
    return size > 0 ? 0.5 * (1 + l.dot(arm) / size) : 0.0;
  }
};

struct Axes {
  Vec3 list[kMaxBendingRows] = {};
  int count = 0;
};

// About which the joint lets its bodies bend. Two of them are across the load.
Axes bending_axes(bool planar, const JointKind& kind, const Vec3& along, const JointFrames& frames) {
  if (kind.held_turns == 3 || (planar && kind.held_turns > 0)) return {};
  if (planar) return {{Vec3::UnitZ()}, 1};
  if (kind.held_turns == 2) {
    for (int k = 0; k < kind.freedom_count; ++k) {
      if (kind.freedoms[k].turns) return {{freedom_axis(false, kind.freedoms[k], frames)}, 1};
    }
    return {};
  }
  const Vec3 helper = std::fabs(along.x()) < 0.9 ? Vec3::UnitX() : Vec3::UnitY();
  const Vec3 first = along.cross(helper).normalized();
  return {{first, along.cross(first)}, 2};
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

// K about any of the axes: see the opening comment.
double damper(const Vec3& l, const Axes& axes, double weight, Scheme scheme, const Side& child, const Side& parent) {
  Vec3 across[kMaxBendingRows];
  double load = 0;
  for (int k = 0; k < axes.count; ++k) {
    across[k] = axes.list[k].cross(l);
    load = across[k].norm();
    if (load == 0) return 0;
    across[k] = across[k] / load;
  }
  const auto mass_of = [&](const Side& side) {
    return 1 / (side.loads * most(across, axes.count, [&](const Vec3& d) { return side.inverse_mass(d); }));
  };
  const auto give_of = [&](const Side& side) {
    return side.loads * most(axes.list, axes.count, [&](const Vec3& b) { return side.inverse_inertia(b); });
  };
  const double moment = weight * load * std::max(child.drawn_by(l), parent.drawn_by(-l));
  const double need = moment * moment / (mass_of(child) + mass_of(parent));
  const double inertia = 1 / (give_of(child) + give_of(parent));
  if (scheme == Scheme::euler) return 9.0 / 32 * need - 0.5 * inertia;
  if (scheme == Scheme::trapezoidal) return 0.5 * need - 0.5 * inertia;
  return need / 16 - inertia;
}

}  // namespace

void add_bending_rows(const Model& model, const State& state, int joint, double weight, Span<const int> loads_at,
                      Span<const lcp::BodyInverse> inverse_mass, Span<const BodyPose> poses, RowSet& rows) {
  if (model.step.geometric_stiffness != GeometricStiffness::automatic) return;
  const Joint& which = joint_at(model, joint);
  const JointKind& kind = kind_of(model, joint);
  if (kind.holds_distance || which.parent < 0 || which.child < 0) return;
  const Vec3 l = get3(&state.joint_force[3 * joint]);
  const double size = l.norm();
  if (size == 0) return;
  const auto side = [&](int body, const Vec3& arm) {
    return Side{std::max(1, loads_at[body]), arm, &inverse_mass[body], poses[body].R};
  };
  const JointFrames frames = joint_frames(which, poses);
  const Side child = side(which.child, frames.r_C);
  const Side parent = side(which.parent, parent_lever(kind, frames));
  if (!(child.inverse->linear[0] > 0 && parent.inverse->linear[0] > 0)) return;
  const Axes axes = bending_axes(model.planar, kind, l / size, frames);
  if (axes.count == 0) return;
  const double stiffness = damper(l, axes, weight, model.step.scheme, child, parent) / weight;
  if (!(stiffness > 0)) return;
  for (int k = 0; k < axes.count; ++k) {
    ConstraintRow& row = rows.add(row_id(RowRole::spring, joint, kBendingPart + k), RowRole::spring, joint);
    row.stiffness = stiffness;
    rows.share(poses, which.child, Vec3::Zero(), axes.list[k]);
    rows.share(poses, which.parent, Vec3::Zero(), -axes.list[k]);
  }
}

}  // namespace stickslip
