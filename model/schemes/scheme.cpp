#include "model/schemes/scheme.h"

#include <algorithm>

#include "model/collision/pairs.h"
#include "model/constraints/stops.h"
#include "model/core/capacity.h"
#include "model/schemes/euler.h"
#include "model/schemes/first_order.h"
#include "model/schemes/located.h"
#include "model/schemes/poisson.h"
#include "model/schemes/pressed_springs.h"
#include "model/schemes/spook.h"
#include "model/schemes/stabilised.h"
#include "model/schemes/stage.h"
#include "model/schemes/transitions.h"
#include "model/schemes/trapezoidal.h"

namespace stickslip {
namespace {

constexpr int kSolvesPerEvent = 4;
constexpr int kSolvesPerPass = 3 + kMaxRetries;  // an impact's two phases, the pass itself and its retries
constexpr int kSolvesAtTheEnd = 3;               // of an exhausted step: the same without phases and retries, a stop

bool locates_events(const Model& model) {
  switch (model.step.scheme) {
    case Scheme::euler:
    case Scheme::trapezoidal:
      return true;
    case Scheme::stabilised:
    case Scheme::spook:
      break;
  }
  return false;
}

int max_events(const Model& model) {
  switch (model.step.scheme) {
    case Scheme::euler:
      return model.step.euler.max_events;
    case Scheme::trapezoidal:
      return model.step.trapezoidal.max_events;
    case Scheme::stabilised:
    case Scheme::spook:
      break;
  }
  return 0;
}

bool is_free_of_impacts(const Model& model) {
  return count_pairs(model).pairs == 0 && stop_count(model) == 0;
}

}  // namespace

int max_solves(const Model& model) {
  switch (model.step.scheme) {
    case Scheme::stabilised:
      if (is_free_of_impacts(model)) return has_turning_rotors(model) ? 1 + kMostRevisions : 1;
      return resolves_impacts_in_stages(model) ? kMostStages * kSolvesPerStage + 1 + kMostRevisions
                                               : 2 * (1 + kMostRevisions);
    case Scheme::spook:
      if (is_free_of_impacts(model)) return has_turning_rotors(model) ? 1 + kMostRevisions : 1;
      return kMostStages * kSolvesPerStage + 1 + kMostRevisions;
    case Scheme::euler:
    case Scheme::trapezoidal:
      break;
  }
  return kSolvesPerEvent * max_events(model) + kSolvesPerPass + kSolvesAtTheEnd;
}

int max_passes(const Model& model) {
  return locates_events(model) ? max_events(model) + 1 : 1;
}

bool is_late_pass(const Model& model, int passes, const Tally& tally) {
  if (!locates_events(model)) return false;
  return 2 * passes >= max_events(model) || 2 * tally.solves > kSolvesPerEvent * max_events(model);
}

bool is_last_pass(const Model& model, int passes, const Tally& tally) {
  if (passes == 0 || !locates_events(model)) return false;
  return passes >= max_events(model) || tally.solves > kSolvesPerEvent * max_events(model);
}

void survey(const Model& model, const Layout& layout, Span<const double> inputs, const Pass& pass, const State& state,
            Workspace& work) {
  work.inputs = inputs;
  update_forces(model, layout, work.derived, inputs, {pass.start, pass.start, 0}, work.poses, work.forces);
  std::copy(work.poses.begin(), work.poses.end(), work.start_poses.begin());
  if (!locates_events(model)) {
    list_contacts(model, layout, pass.h, state, work);
    return;
  }
  update_reach(model, state, work.derived.inverse_mass, work.forces.total, pass.h, work.reach);
  find_contacts(model, state, work.poses, work.reach, nullptr, work.near, work.candidates);
  list_stops({model, layout, state, work.derived}, work.poses, work.candidates);
  work.onset = Onset();
  if (!pass.continues) work.rebounds = {work.rebounds.pairs};
}

void impact(const Model& model, const Layout& layout, const Pass& pass, State& state, Workspace& work, Tally& tally) {
  ImpactOptions options;
  options.inelastic = pass.exhausted;
  options.settles = pass.late;
  options.most_events = max_events(model);
  switch (model.step.scheme) {
    case Scheme::stabilised:
      if (!resolves_impacts_in_stages(model)) return;
      resolve_ahead(model, layout, {model.step.stabilised.threshold_speed, false}, pass.h, state, work, tally);
      return;
    case Scheme::spook:
      resolve_ahead(model, layout, {model.step.spook.threshold_speed, true}, pass.h, state, work, tally);
      return;
    case Scheme::euler:
      options.threshold_speed = model.step.euler.threshold_speed;
      options.short_form = true;
      options.bounded = model.step.euler.bounded_impacts;
      break;
    case Scheme::trapezoidal:
      options.threshold_speed = model.step.trapezoidal.threshold_speed;
      options.bounded = model.step.trapezoidal.bounded_impacts;
      break;
  }
  const bool with_springs = model.step.scheme == Scheme::trapezoidal;
  keep_hit(model, pass, with_springs, state, work);
  if (with_springs) drop_resolved_springs(model, layout, pass.step, state, work);
  if (!resolve_impact(model, layout, options, state, work, tally)) return;
  forget_margins(state);
  report_velocities(state, work);
}

void geometry_point(const Model& model, const Layout& layout, Span<const double> inputs, const Pass& pass,
                    const State& state, Workspace& work) {
  if (pass.retries == 0 || locates_events(model)) {
    std::copy(state.motion.velocity.begin(), state.motion.velocity.end(), work.turning.begin());
  }
  switch (model.step.scheme) {
    case Scheme::euler:
      keep_active(model, pass, state, work);
      look_ahead(model, pass.h, state.motion.velocity, state, work);
      break;
    case Scheme::trapezoidal: {
      keep_active(model, pass, state, work);
      set_velocity_ahead(model, layout, pass, state, work);
      look_ahead(model, 0.5 * pass.h, work.ahead, state, work);
      const ForceTimes times = {pass.start, pass.start + pass.h, options_of(model, pass).alpha};
      update_forces(model, layout, work.derived, inputs, times, work.poses, work.forces);
      break;
    }
    case Scheme::stabilised:
    case Scheme::spook:
      break;
  }
}

void discretise(const Model& model, const Layout& layout, const Pass& pass, const State& state, Workspace& work) {
  switch (model.step.scheme) {
    case Scheme::euler:
      discretise_euler(model, layout, pass, state, work);
      break;
    case Scheme::trapezoidal:
      discretise_trapezoidal(model, layout, pass, state, work);
      break;
    case Scheme::stabilised:
      discretise_stabilised(model, layout, pass.h, !resolves_impacts_in_stages(model), state, work);
      if (pass.trial) lead_joints(model, layout, pass.h, state, work);
      break;
    case Scheme::spook:
      discretise_spook(model, layout, pass.h, state, work);
      if (pass.trial) lead_joints(model, layout, pass.h, state, work);
      break;
  }
}

void complete(const Model& model, const Layout& layout, const Pass& pass, State& state, Workspace& work, Tally& tally) {
  if (model.step.scheme != Scheme::stabilised || resolves_impacts_in_stages(model)) return;
  cap_rebounds(model, layout, pass.h, state, work, tally);
}

Event next_event(const Model& model, const Layout& layout, const Pass& pass, const State& state, Workspace& work) {
  switch (model.step.scheme) {
    case Scheme::euler:
      return next_event_euler(model, layout, pass, state, work);
    case Scheme::trapezoidal:
      return next_event_trapezoidal(model, layout, pass, state, work);
    case Scheme::stabilised:
    case Scheme::spook:
      break;
  }
  Event end;
  end.time = pass.h;
  if (pass.retries < kMostRevisions) {
    const bool turned = revise_rotors(model, pass.h, state, work);
    end.again = revise_contacts(model, layout, pass.h, pass.retries, state, work) || turned;
  }
  const bool full = work.contacts.room() < kMaxPointsPerPair;
  if (!end.again && (full || pass.retries == kMostRevisions))
    end.missed = count_missed(model, pass.h, pass.retries, work);
  return end;
}

Span<const double> mean_velocity(const Pass& pass, double time, const State& state, Workspace& work) {
  const bool cut = time > 0 && time < pass.h;
  if (!cut || work.path.straight) return work.problem.solution.velocity;
  for (int b = 0; b < work.poses.size(); ++b) {
    const PathPoint at = on_path(work.path, state.motion.velocity, pass.h, time, b);
    put3(at.move / time, &work.ahead[6 * b]);
    put3(at.turn / time, &work.ahead[6 * b + 3]);
  }
  return work.ahead;
}

double impulse_weight(const Model& model, const Pass& pass, double time) {
  const double share = time / pass.h;
  switch (model.step.scheme) {
    case Scheme::trapezoidal:
      return share / options_of(model, pass).alpha;
    case Scheme::euler:
    case Scheme::stabilised:
    case Scheme::spook:
      break;
  }
  return share;
}

TorqueAxes torque_axes(const Model& model, const Pass& pass, double time, const State& state, Workspace& work) {
  if (model.planar || !locates_events(model)) return {work.poses, work.poses, 0};
  update_poses(model, state.motion, work.path_poses);
  const bool even = work.path.straight;
  return {work.start_poses, work.path_poses, even ? -(pass.h - time) / std::max(time, 1e-300) : 0.5};
}

void advance(const Model& model, const Pass& pass, double time, State& state, Workspace& work) {
  switch (model.step.scheme) {
    case Scheme::euler:
      advance_euler(model, pass, time, state, work);
      break;
    case Scheme::trapezoidal:
      advance_trapezoidal(model, pass, time, state, work);
      break;
    case Scheme::stabilised:
      advance_stabilised(model, pass.h, state, work);
      break;
    case Scheme::spook:
      move_on(model, pass.h, state, work);
      break;
  }
}

}  // namespace stickslip
