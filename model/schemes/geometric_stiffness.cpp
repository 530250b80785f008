#include "model/schemes/geometric_stiffness.h"

#include <algorithm>

#include "model/constraints/bushings.h"
#include "model/constraints/springs.h"
#include "model/kinematics/joint_geometry.h"

namespace stickslip {
namespace {

// H+ as a d d' + c b b'.
struct Positive {
  double a = 0;
  double c = 0;
  Vec3 d = Vec3::UnitX();
  Vec3 b = Vec3::UnitY();
};

Positive positive_part(const Vec3& l, const Vec3& p) {
  constexpr double kParallel = 1e-6;
  Positive part;
  const double size = l.norm() * p.norm();
  if (size == 0) return part;
  const double dot = l.dot(p);
  const Vec3 across = p.cross(l);
  if (across.norm() <= kParallel * size) {
    const Vec3 p_unit = p.normalized();
    const Vec3 helper = std::fabs(p_unit.x()) < 0.9 ? Vec3(Vec3::UnitX()) : Vec3(Vec3::UnitY());
    part.a = part.c = std::max(dot, 0.0);
    part.d = p_unit.cross(helper).normalized();
    part.b = p_unit.cross(part.d);
    return part;
  }
  part.a = 0.5 * (dot + size);
  part.c = std::max(dot, 0.0);
  part.d = (p.normalized() - l.normalized()).normalized();
  part.b = across.normalized();
  return part;
}

void add(int body, double weight, const Mat3& H, Workspace& work) {
  const Mat3& R = work.poses[body].R;
  const Mat3 added = weight * (R.transpose() * H * R);
  for (int k = 0; k < 9; ++k) work.stiffness[9 * body + k] += added(k / 3, k % 3);
}

// What resists a turn about d: 1/(d' I^-1 d).
double inertia_about(const Vec3& d, int body, const Workspace& work) {
  const Vec3 turn = work.poses[body].R.transpose() * d;
  double inverse = 0;
  for (int k = 0; k < 3; ++k) inverse += turn[k] * turn[k] * work.derived.inverse_mass[body].angular[4 * k];
  return inverse > 0 ? 1 / inverse : 1e300;
}

Mat3 excess(const Vec3& l, const Vec3& p, int body, double weight, int shares, const Workspace& work) {
  const Positive part = positive_part(l, p);
  const double a = std::max(0.0, part.a - inertia_about(part.d, body, work) / (shares * weight));
  const double c = std::max(0.0, part.c - inertia_about(part.b, body, work) / (shares * weight));
  return a * part.d * part.d.transpose() + c * part.b * part.b.transpose();
}

// H, or H+ where H could take too much of the moments of inertia.
Mat3 exact(const Vec3& l, const Vec3& p, int body, double weight, int shares, const Workspace& work) {
  constexpr double kShare = 0.25;
  const Vec3 inertia = get3(&work.derived.inertia[3 * body]);
  const double least = inertia.minCoeff() > 0 ? inertia.minCoeff() : inertia.maxCoeff();
  const double taken = 0.5 * (l.norm() * p.norm() - l.dot(p));
  if (weight * taken * shares > kShare * least) return geometric_stiffness(l, p);
  return l.dot(p) * Mat3::Identity() - 0.5 * (p * l.transpose() + l * p.transpose());
}

void stiffen_by_spring(int body, const Vec3& force, const Vec3& anchor, double weight, bool whole, Workspace& work) {
  const int shares = body < 0 ? 0 : work.loads_at[body];
  if (shares == 0 || anchor.squaredNorm() == 0) return;
  add(body, weight,
      whole ? exact(force, anchor, body, weight, shares, work) : excess(force, anchor, body, weight, shares, work),
      work);
}

bool is_immovable(int body, const Workspace& work) {
  return body < 0 || work.derived.mass[body] == 0;
}

// Of every body that a joint loads off its centre.
void collect_from_joints(const Model& model, double weight, const State& state, Workspace& work) {
  const auto stiffen = [&](int body, const Vec3& l, const Vec3& p) {
    if (!is_immovable(body, work) && p.squaredNorm() > 0) add(body, weight, geometric_stiffness(l, p), work);
  };
  for (int j = 0; j < state.joint_force.size() / 3; ++j) {
    const Joint& joint = joint_at(model, j);
    const JointAnchors f = joint_anchors(joint, work.poses);
    const Vec3 force = get3(&state.joint_force[3 * j]);
    stiffen(joint.child, force, f.r_C);
    stiffen(joint.parent, -force, parent_lever(kind_of(model, j), f));
  }
}

double inverse_mass_along(const Vec3& u, int body, const Workspace& work) {
  if (body < 0) return 0;
  double sum = 0;
  for (int k = 0; k < 3; ++k) sum += u[k] * u[k] * work.derived.inverse_mass[body].linear[k];
  return sum;
}

void collect_from_springs(const Model& model, const Layout& layout, double weight, bool whole, const State& state,
                          Workspace& work) {
  for (int s = 0; s < state.spring_force.size() / 2; ++s) {
    const Spring& spring = model.springs[static_cast<std::size_t>(s)];
    if (!spring.between_points()) continue;
    const SpringLine line = spring_line(spring, work.poses);
    const double give =
        weight * (inverse_mass_along(line.u, spring.first, work) + inverse_mass_along(line.u, spring.second, work));
    const Vec3 pull = spring_tension(layout, state, s, line, give) * line.u;
    stiffen_by_spring(spring.first, pull, line.r_A, weight, whole, work);
    stiffen_by_spring(spring.second, -pull, line.r_B, weight, whole, work);
  }
}

// As the joints in whose place they are: with the force of late.
void collect_from_bushings(const Model& model, double weight, bool whole, const State& state, Workspace& work) {
  for (int b = 0; b < state.bushing_force.size() / 6; ++b) {
    const Bushing& bushing = bushing_at(model, b);
    const BushingLevers levers = bushing_levers(model, b, work.poses);
    const Vec3 push = get3(&state.bushing_force[6 * b + 3]);
    stiffen_by_spring(bushing.first, -push, levers.first, weight, whole, work);
    stiffen_by_spring(bushing.second, push, levers.second, weight, whole, work);
  }
}

// The inverse of I with what loads add; a locked direction stays locked.
void set_inverse(int body, Workspace& work) {
  work.effective_inverse[body] = work.derived.inverse_mass[body];
  const Vec3 inertia = get3(&work.derived.inertia[3 * body]);
  const Mat3 added = stiffness_of(body, work);
  if (added.isZero(0)) return;
  double* to = work.effective_inverse[body].angular;
  if (inertia.minCoeff() > 0) {
    const Mat3 block = Mat3(inertia.asDiagonal()) + added;
    const Mat3 inverse = block.inverse();
    // Exactly symmetric: solvers look at that.
    for (int k = 0; k < 9; ++k) to[k] = 0.5 * (inverse(k / 3, k % 3) + inverse(k % 3, k / 3));
    return;
  }
  for (int i = 0; i < 3; ++i) to[4 * i] = inertia[i] > 0 ? 1 / (inertia[i] + added(i, i)) : 0.0;
}

}  // namespace

Mat3 geometric_stiffness(const Vec3& l, const Vec3& p) {
  const Positive part = positive_part(l, p);
  return part.a * part.d * part.d.transpose() + part.c * part.b * part.b.transpose();
}

bool takes_whole_tension(const Model& model) {
  return model.step.scheme == Scheme::trapezoidal;
}

double stiffness_weight(const Model& model, double h) {
  const TrapezoidalOptions& options = model.step.trapezoidal;
  return model.step.scheme == Scheme::trapezoidal ? options.alpha * options.gamma * h * h : h * h;
}

bool collect_stiffness(const Model& model, const Layout& layout, double weight, bool whole_tension, const State& state,
                       Workspace& work) {
  const bool joints = model.step.geometric_stiffness == GeometricStiffness::whole && !model.joints.empty();
  const bool springs = std::any_of(model.springs.begin(), model.springs.end(),
                                   [](const Spring& spring) { return spring.between_points(); });
  if (!joints && !springs && model.bushings.empty()) return false;
  std::fill(work.stiffness.begin(), work.stiffness.end(), 0.0);
  if (joints) collect_from_joints(model, weight, state, work);
  collect_from_springs(model, layout, weight, whole_tension, state, work);
  collect_from_bushings(model, weight, whole_tension, state, work);
  return true;
}

Mat3 stiffness_of(int body, const Workspace& work) {
  Mat3 added;
  for (int k = 0; k < 9; ++k) added(k / 3, k % 3) = work.stiffness[9 * body + k];
  return added;
}

bool set_effective_mass(const Model& model, const Layout& layout, double weight, const State& state, Workspace& work) {
  work.problem.inverse_mass = work.derived.inverse_mass;
  if (!collect_stiffness(model, layout, weight, false, state, work)) return false;
  for (int b = 0; b < work.poses.size(); ++b) set_inverse(b, work);
  work.problem.inverse_mass = work.effective_inverse;
  return true;
}

void set_effective_mass_ahead(const Model& model, const Layout& layout, double h, const State& state, Workspace& work) {
  if (!set_effective_mass(model, layout, h * h, state, work)) return;
  for (int b = 0; b < work.poses.size(); ++b) {
    const Vec3 held = stiffness_of(b, work) * get3(&state.motion.velocity[6 * b + 3]);
    for (int i = 0; i < 3; ++i) {
      if (work.derived.inertia[3 * b + i] > 0) work.problem.momentum[6 * b + 3 + i] += held[i];
    }
  }
}

}  // namespace stickslip
