#include "model/step/step.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "model/constraints/coordinates.h"
#include "model/kinematics/joint_geometry.h"
#include "model/schemes/cones.h"
#include "model/schemes/held_coordinates.h"
#include "model/schemes/rebound_bank.h"
#include "model/schemes/rows.h"
#include "model/schemes/scheme.h"
#include "model/step/energy.h"
#include "model/step/energy_account.h"
#include "model/step/payment.h"
#include "model/step/pose.h"
#include "model/step/pressed.h"
#include "model/step/projection.h"
#include "model/step/velocity_projection.h"
#include "model/workspace/impulses.h"
#include "model/workspace/solve_rows.h"

namespace stickslip {
namespace {

// Energy of rebounds that a step has ended, of the liveliest motion there has been: less than that nobody misses.
constexpr double kMissed = 1e-3;

// Of a step: what is left of it and shorter is round-off of the times that it is cut at.
constexpr double kNoTime = 1e-14;

double input_work(double time, Span<const double> velocity, const Workspace& work) {
  double sum = 0;
  for (int k = 0; k < work.forces.input.size(); ++k) sum += work.forces.input[k] * velocity[k];
  return time * sum;
}

// What a rope has pulled in the last step stiffens it across its line in this one, slack or not.
void tie_by_last_force(const State& state, Workspace& work) {
  for (int j = 0; j < work.derived.slack.size(); ++j) {
    if (!get3(&state.joint_force[3 * j]).isZero(0)) work.derived.slack[j] = 0;
  }
}

// Of joints, springs and bushings, for the stiffness that they have across their lines in the next step.
void remember_forces(double h, State& state, const StepImpulses& impulses) {
  for (int j = 0; j < state.joint_force.size() / 3; ++j) {
    put3(get3(&impulses.joint[6 * j]) / h, &state.joint_force[3 * j]);
  }
  for (int s = 0; s < impulses.spring.size(); ++s) {
    const double force = impulses.spring[s] / h;
    state.spring_force[2 * s + 1] = 0.5 * (state.spring_force[2 * s] + force);
    state.spring_force[2 * s] = force;
  }
  for (int b = 0; b < state.bushing_force.size() / 6; ++b) {
    double* last = &state.bushing_force[6 * b];
    const Vec3 force = get3(&impulses.bushing[6 * b]) / h;
    put3(0.5 * (get3(last) + force), last + 3);
    put3(force, last);
  }
}

StepReport make_report(Tally tally, const ContactSet& contacts, const Fit& fit, const BlowUp& blow_up) {
  if (tally.capped) tally.note(StepStatus::events);
  if (contacts.overflow > 0) tally.note(StepStatus::overflow);
  const int misses = std::max(tally.misses, fit.overlap.misses);
  if (misses > 0) tally.note(StepStatus::misses);
  if (blow_up.of != BlowUp::Of::nothing) tally.note(StepStatus::blown_up);
  StepReport report;
  report.blow_up = blow_up;
  report.status = tally.status;
  report.rung = tally.rung;
  report.lcps = tally.lcps;
  report.iterations = tally.iterations;
  report.fallbacks = tally.fallbacks;
  report.residual = tally.residual;
  report.misses = misses;
  report.overflow = contacts.overflow;
  report.penetration = fit.overlap.deepest;
  report.joint_error = fit.joint_error;
  return report;
}

// Solves a pass from where the bodies are, for the whole of it or for as much as the contacts of the solution can hold.
Event solve_pass(const Model& model, const Layout& layout, Span<const double> inputs, Pass& pass, State& state,
                 Workspace& work, Tally& tally) {
  for (;; ++pass.retries) {
    pose_pass(model, layout, inputs, pass, state, work);
    tally.add(solve_problem(solver_options(model), work, state.warm));
    complete(model, layout, pass, state, work, tally);
    const Event event = next_event(model, layout, pass, state, work);
    if (!event.again) return event;
    if (pass.retries == kMaxRetries) return {pass.h, false, false};
    pass.h = event.time;
    pass.plastic = event.plastic;
    pass.ends_at_event = event.found;
    pass.ends_in_transition = event.transition;
  }
}

// The end of a step with too many events: what still approaches is stopped, so that the next step begins at rest there.
void stop_inelastically(const Model& model, const Layout& layout, Span<const double> inputs, double h, State& state,
                        Workspace& work, Tally& tally) {
  Pass pass;
  pass.step = h;
  pass.start = state.header->time;
  pass.exhausted = true;
  pass.continues = true;
  survey(model, layout, inputs, pass, state, work);
  impact(model, layout, pass, state, work, tally);
}

struct Closing {
  double work = 0;    // J, of drives
  double raised = 0;  // J, by closing joints and contacts
  bool succeeds = true;
};

// At the end of a pass that took `time`: at the end of the step closes joints and contacts; nobody has more energy then
// than before the pass; and what is held gets its speed, whoever has paid.
Closing close(const Model& model, const Layout& layout, double h, double time, bool ends_step, State& state,
              Workspace& work) {
  const bool by_speed = model.step.scheme == Scheme::trapezoidal && (ends_step || holds_coordinates(work));
  mark_loaded_contacts(model, layout, state, work);
  begin_raising(model, layout, state, work);
  Closing closing;
  if (ends_step) closing.succeeds = project_drift(model, layout, h, state, work);
  const Payment payment = pay_for_raising(model, layout, state, work);
  closing.raised = payment.raised;
  if (by_speed) {
    closing.work = project_velocity(model, layout, ends_step ? h : 0, time, state, work);
  } else if (payment.slows) {
    closing.work = restore_held_speeds(model, layout, time, state, work);
  }
  return closing;
}

}  // namespace

int max_lcps(const Model& model) {
  return max_solves(model) * lcp::kMostAttempts;
}

bool has_cap(const Model& model) {
  const bool budgeted = model.step.solver == Solver::automatic || model.step.solver == Solver::newton;
  return budgeted && model.step.solver_options.factorisations == 0;
}

double max_multiplications(const Model& model) {
  const SolverBudget budget = solver_budget(model);
  const int closing = projects_drift(model) ? kMostDriftSolves + max_passes(model) * kMostSpeedSolves : 0;
  const int solves = max_solves(model) + closing;
  return solves * budget.fixed + budget.most;
}

StepReport step(const Model& model, const Layout& layout, Span<const double> inputs, double h, StepKind kind,
                State& state, Workspace& work) {
  work.budget.refill();
  work.multiplications = 0;
  assert(h > 0 && inputs.size() == layout.inputs);
  assert(state.motion.velocity.size() == 6 * work.poses.size() &&
         static_cast<int>(model.bodies.size()) == work.poses.size());
  update_derived(model, layout, state.parameters, work.derived);
  tie_by_last_force(state, work);
  adapt_undoing_time(h, state);
  update_poses(model, state.motion, work.poses);
  const Energy before = energy_of(model, layout, work.derived, state, work.poses);
  const double held_before = held_energy(state);
  clear_impulses(work.impulses);
  Tally tally;
  double work_done = 0;
  double lifted = 0;
  double left = h;
  bool in_transition = false;
  int transitions = 0;
  bool closes = true;
  for (int passes = 0; left > 0; ++passes) {
    Pass pass;
    pass.start = state.header->time + (h - left);
    pass.h = left;
    pass.step = h;
    pass.continues = passes > 0;
    pass.trial = kind == StepKind::trial;
    pass.exhausted = is_last_pass(model, passes, tally);
    pass.in_transition = in_transition;
    pass.late = is_late_pass(model, passes, tally);
    pass.plastic = transitions >= kMostTransitions;
    survey(model, layout, inputs, pass, state, work);
    impact(model, layout, pass, state, work, tally);
    note_energies(model, layout, state, work);
    const Event event = solve_pass(model, layout, inputs, pass, state, work, tally);
    assert(event.time >= 0 && event.time <= pass.h);
    const Span<const double> velocity = mean_velocity(pass, event.time, state, work);
    work_done += input_work(event.time, velocity, work);
    note_input_work(event.time, velocity, work);
    const double weight = impulse_weight(model, pass, event.time);
    work_done += note_drive_work(weight, velocity, work);
    note_lifting(weight, work, lifted);
    note_held(model, pass, event.time, state, work);
    lay_cones(model, impulse_weight(model, pass, pass.h), tally.round, state, work);
    advance(model, pass, event.time, state, work);
    const TorqueAxes axes = torque_axes(model, pass, event.time, state, work);
    accumulate_impulses(model, work.problem.solution.velocity, weight, axes, work);
    const bool at_start = model.step.scheme == Scheme::euler;  // its rows lie ahead, its forces do not
    accumulate_joint_inputs(model, layout, inputs, event.time, at_start ? work.start_poses : work.poses, axes, work);
    update_poses(model, state.motion, work.poses);
    advance_coordinates(model, event.time, state.motion.velocity, work.poses, state.joint_position);
    read_coordinates(model, state.motion, work.poses, state.joint_position);
    in_transition = event.transition;
    if (event.transition || pass.retries > 0) ++transitions;
    tally.misses += event.missed;
    tally.capped = tally.capped || pass.exhausted;
    left = left - event.time > kNoTime * h ? left - event.time : 0.0;
    if (tally.capped) stop_inelastically(model, layout, inputs, h, state, work, tally);
    if (!projects_drift(model)) continue;
    const Closing closing = close(model, layout, h, event.time, left == 0, state, work);
    work_done += closing.work;
    lifted += closing.raised;
    closes = closing.succeeds;
    read_coordinates(model, state.motion, work.poses, state.joint_position);
  }
  note_locks(model, layout, inputs, state);
  remember_forces(h, state, work.impulses);
  state.header->pressed = pressed_energy(model, work);
  ++state.header->steps;
  state.header->time += h;
  const Energy after = energy_of(model, layout, work.derived, state, work.poses);
  const double lost =
      work_done + work.impulses.drive_work - (after.sum() + held_energy(state) - (before.sum() + held_before));
  state.header->dissipated += std::max(0.0, lost);
  const Fit fit = measure_fit(model, layout, state, work);
  const BlowUp of_energy = enter(model, layout, {h, before, after, -lost - lifted}, state, work);
  const BlowUp of_fit = find_blow_up(model, h, fit, closes, state, work);
  tally.capped = tally.capped || tally.unreturned > kMissed * state.header->liveliest;
  StepReport report = make_report(tally, work.contacts, fit, of_fit.of != BlowUp::Of::nothing ? of_fit : of_energy);
  report.energy_gain = std::max(0.0, -lost);
  report.multiplications = work.multiplications;
  return report;
}

}  // namespace stickslip
