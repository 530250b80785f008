#include "model/schemes/spook.h"

#include <algorithm>

#include "model/constraints/springs.h"
#include "model/schemes/first_order.h"
#include "model/schemes/geometric_stiffness.h"
#include "model/schemes/instant.h"

namespace stickslip {
namespace {

constexpr double kFirm = 1e-6;       // T of rows without a compliance, relative to A
constexpr double kSticky = 1e-10;    // T of friction without a creep, relative to A
constexpr double kRelaxation = 2.0;  // tau of rows without a relaxation time, relative to the undoing time

// Speed at which the points of a contact part.
double parting_speed(const ContactPoint& point, Span<const double> velocity, Span<const BodyPose> poses) {
  const Vec3 first = velocity_at(velocity, poses, point.first_body, point.p_first - poses[point.first_body].p);
  const Vec3 second = velocity_at(velocity, poses, point.second_body, point.p_second - poses[point.second_body].p);
  return point.normal.dot(first - second);
}

bool may_hit(const Model& model, double h, const State& state, const Workspace& work) {
  const Span<const ContactPoint> points = work.contacts.points();
  return std::any_of(points.begin(), points.end(), [&](const ContactPoint& point) {
    const double speed = parting_speed(point, state.motion.velocity, work.poses);
    return speed < -model.step.spook.threshold_speed && point.gap + h * speed < 0;
  });
}

/// The impacts of a stage.
struct Impacts {
  bool any = false;
  double least_e = 1;
  double most_e = 0;
};

bool is_lively(const Model& model, const ConstraintRow& row, double speed, double h, const Workspace& work) {
  return speed < -bounce_threshold(model.step.spook.threshold_speed, row, h, work);
}

// Finds what hits within the step, and keeps of the contacts these and the closed ones.
Impacts keep_impacts(const Model& model, double h, const State& state, Workspace& work) {
  Impacts impacts;
  build_impact_rows(model, state, work);
  int kept = 0;
  for (const ConstraintRow& row : work.rows.rows()) {
    if (row.role != RowRole::normal) continue;
    const ContactPoint& point = work.contacts.storage[row.source];
    const double speed = work.rows.speed(row, state.motion.velocity);
    const bool hits = point.gap + h * speed < 0 && is_lively(model, row, speed, h, work);
    if (!hits && point.gap > gap_round_off(point, work.poses)) continue;
    if (hits) {
      const double e = restitution_of(row, work);
      impacts.any = true;
      impacts.least_e = std::min(impacts.least_e, e);
      impacts.most_e = std::max(impacts.most_e, e);
    }
    work.contacts.storage[kept++] = point;
  }
  work.contacts.count = kept;
  return impacts;
}

// The stage with each contact's own e (L11 eq. 71). What parts may not approach faster than it parted: with less its
// impulse could add energy.
double stage_target(const Model& model, double h, const State& state, const Workspace& work, const ConstraintRow& row) {
  const double speed = work.rows.speed(row, state.motion.velocity);
  if (row.role == RowRole::joint) return speed;
  if (row.role == RowRole::tangent) return 0;
  if (speed >= 0) return speed;
  return is_lively(model, row, speed, h, work) ? restitution_of(row, work) * speed : 0.0;
}

void solve_stage(const Model& model, const Impacts& impacts, double h, State& state, Workspace& work, Tally& tally) {
  set_momentum(state.motion.velocity, work);
  if (impacts.least_e < impacts.most_e) {
    const auto target = [&](const ConstraintRow& row) { return stage_target(model, h, state, work, row); };
    solve_instant(model, work, tally, target);
    const double before = kinetic_energy(work.derived, state.motion.velocity);
    if (kinetic_energy(work.derived, work.problem.solution.velocity) <= before) {
      take_instant(model, 1, state, work);
      return;
    }
    set_momentum(state.motion.velocity, work);
  }
  solve_instant(model, work, tally, no_target);
  take_short_form(model, impacts.least_e, state, work);
}

// eps < 0 stands for the default.
void set_holonomic(double eps, double tau, double h, double violation, double speed, double inverse_mass,
                   lcp::Row& out) {
  const double phi = 1 / (1 + 4 * tau / h);
  out.T = eps < 0 ? kFirm * inverse_mass : 4 * eps * phi / (h * h);
  out.s = 4 * phi / h * violation - phi * speed;
}

double first_given(double own, double general) {
  return own < 0 ? general : own;
}

double relaxation_time(double given, const State& state) {
  return given < 0 ? kRelaxation * state.header->undoing_time : given;
}

void set_joint(const Model& model, const State& state, double h, const ConstraintRow& row, double speed,
               double inverse_mass, lcp::Row& out) {
  const Softness& own = joint_at(model, row.source).softness;
  const Softness& general = model.step.spook.softness;
  const double eps = row.angular ? first_given(own.angular_compliance, general.angular_compliance)
                                 : first_given(own.compliance, general.compliance);
  const double tau = relaxation_time(first_given(own.relaxation_time, general.relaxation_time), state);
  set_holonomic(eps, tau, h, row.violation, speed, inverse_mass, out);
}

void set_spring(double h, const ConstraintRow& row, double speed, double inverse_mass, lcp::Row& out) {
  if (row.stiffness == 0 || is_across(row)) {
    set_implicit_spring(row, row.violation, h, out);
    return;
  }
  const double stiff = h * h * row.stiffness * inverse_mass;
  const double least = stiff > 1 ? kRelaxation * h * (1 - 1 / stiff) : 0.0;
  const double tau = std::max(row.damping / row.stiffness, least);
  set_holonomic(1 / row.stiffness, tau, h, row.violation, speed, inverse_mass, out);
}

void set_normal(const Model& model, const State& state, double h, const ConstraintRow& row, double speed,
                double inverse_mass, const Workspace& work, lcp::Row& out) {
  const Softness& general = model.step.spook.softness;
  const ContactPoint& point = work.contacts.storage[row.source];
  const double eps = first_given(work.derived.compliance[point.pair], general.compliance);
  set_holonomic(eps, relaxation_time(general.relaxation_time, state), h, row.violation, speed, inverse_mass, out);
  if (row.violation >= -gap_round_off(point, work.poses)) out.s = std::max(row.violation, 0.0) / h;
}

}  // namespace

void resolve_ahead(const Model& model, double h, State& state, Workspace& work, Tally& tally) {
  if (!may_hit(model, h, state, work)) return;
  const Impacts impacts = keep_impacts(model, h, state, work);
  if (impacts.any) {
    build_impact_rows(model, state, work);
    solve_stage(model, impacts, h, state, work, tally);
    update_reach(model, state, work.derived.inverse_mass, work.forces.total, h, work.reach);
  }
  find_contacts(model, state, work.poses, work.reach, work.contacts);
}

void discretise_spook(const Model& model, const Layout& layout, double h, const State& state, Workspace& work) {
  free_momentum(h, state, work);
  set_effective_mass(model, layout, h * h, state, work);
  pose_rows(work, [&](const ConstraintRow& row, lcp::Row& out) {
    const double speed = work.rows.speed(row, state.motion.velocity);
    const double inverse_mass = work.rows.inverse_mass(row, work.derived.inverse_mass);
    switch (row.role) {
      case RowRole::joint:
        set_joint(model, state, h, row, speed, inverse_mass, out);
        break;
      case RowRole::spring:
        set_spring(h, row, speed, inverse_mass, out);
        break;
      case RowRole::normal:
        set_normal(model, state, h, row, speed, inverse_mass, work, out);
        break;
      case RowRole::tangent:
        out.T = model.step.spook.creep < 0 ? kSticky * inverse_mass : model.step.spook.creep / h;
        break;
    }
  });
}

}  // namespace stickslip
