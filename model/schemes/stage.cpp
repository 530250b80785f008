#include "model/schemes/stage.h"

#include <algorithm>

#include "model/constraints/stops.h"
#include "model/schemes/first_order.h"
#include "model/schemes/instant.h"
#include "model/schemes/shares.h"

namespace stickslip {
namespace {

// Speed at which the points of a contact part.
double parting_speed(const Model& model, const ContactPoint& point, Span<const double> velocity,
                     const Workspace& work) {
  const Span<const BodyPose> poses = work.poses;
  if (point.stop >= 0) return stop_speed(model, work.derived, point.stop, velocity, poses);
  const Vec3 first = velocity_at(velocity, poses, point.first_body, point.p_first - poses[point.first_body].p);
  const Vec3 second = velocity_at(velocity, poses, point.second_body, point.p_second - poses[point.second_body].p);
  return point.normal.dot(first - second);
}

bool may_hit(const Model& model, const StageOptions& options, bool plastic, double h, const State& state,
             const Workspace& work) {
  const Span<const ContactPoint> points = work.contacts.points();
  return std::any_of(points.begin(), points.end(), [&](const ContactPoint& point) {
    if (!plastic && work.derived.restitution[point.surface] == 0) return false;
    const double speed = parting_speed(model, point, state.motion.velocity, work);
    return speed < -options.threshold_speed && point.gap + h * speed < 0;
  });
}

/// The impacts of a stage.
struct Impacts {
  bool any = false;
  double least_e = 1;
  double most_e = 0;
};

bool is_lively(const StageOptions& options, const ConstraintRow& row, double speed, double h, const Workspace& work) {
  return speed < -bounce_threshold(options.threshold_speed, row, h, work);
}

// Finds what hits within the step, and keeps of the contacts these and the closed ones.
Impacts keep_impacts(const Model& model, const Layout& layout, const StageOptions& options, bool plastic, double h,
                     const State& state, Workspace& work) {
  Impacts impacts;
  build_impact_rows(model, layout, state, work);
  int kept = 0;
  for (const ConstraintRow& row : work.rows.rows()) {
    if (row.role != RowRole::normal) continue;
    const ContactPoint& point = work.contacts.storage[row.source];
    if (is_spring(point, work)) continue;  // in an instant it takes no impulse
    const double speed = work.rows.speed(row, state.motion.velocity);
    const bool hits = point.gap + h * speed < 0 && is_lively(options, row, speed, h, work);
    if (!hits && point.gap > gap_round_off(point, work.poses)) continue;
    if (hits) {
      const double e = restitution_of(row, work);
      impacts.any = impacts.any || plastic || e > 0;
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
double stage_target(const StageOptions& options, double h, const State& state, const Workspace& work,
                    const ConstraintRow& row) {
  const double speed = work.rows.speed(row, state.motion.velocity);
  if (row.role == RowRole::joint || row.role == RowRole::gear) return speed;
  if (speed >= 0) return speed;
  return is_lively(options, row, speed, h, work) ? restitution_of(row, work) * speed : 0.0;
}

// Where one e covers all impacts, v+ = (1 + e) v^c - e v-; else the paper's stage, as far as it gains no energy.
void solve_stage(const Model& model, const StageOptions& options, const Impacts& impacts, double h, State& state,
                 Workspace& work, Tally& tally) {
  set_momentum(state.motion.velocity, work);
  if (impacts.least_e == impacts.most_e) {
    solve_instant(model, state, work, tally, no_target);
    take_short_form(model, impacts.least_e, state, work);
    return;
  }
  solve_instant(model, state, work, tally,
                [&](const ConstraintRow& row) { return stage_target(options, h, state, work, row); });
  note_energy(state.motion.velocity, work);
  if (gains_energy(work)) {
    keep_solution(work);
    solve_instant(model, state, work, tally, no_target);
    exchange_with_kept(work);
    bound_energy(work.kept_velocity, work.kept_impulse, work);
  }
  take_instant(model, 1, state, work);
}

}  // namespace

void resolve_ahead(const Model& model, const Layout& layout, const StageOptions& options, double h, State& state,
                   Workspace& work, Tally& tally) {
  for (int k = 1; k <= kMostStages; ++k) {
    const bool plastic = options.plastic && k == 1;
    if (!may_hit(model, options, plastic, h, state, work)) return;
    Impacts impacts = keep_impacts(model, layout, options, plastic, h, state, work);
    if (impacts.any) {
      if (k == kMostStages) impacts.least_e = impacts.most_e = 0;
      build_impact_rows(model, layout, state, work);
      solve_stage(model, options, impacts, h, state, work, tally);
    }
    list_contacts(model, layout, h, state, work);
    if (!impacts.any) return;
  }
}

}  // namespace stickslip
