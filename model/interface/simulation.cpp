#include "model/interface/simulation.h"

#include <algorithm>

#include "model/core/capacity.h"
#include "model/step/initialise.h"
#include "model/step/pose.h"

namespace stickslip {
namespace {

constexpr double kCloses = 1e-9;  // m, an overlap up to this is a contact
constexpr int kSettlings = 20;    // of what bearings carry, each closer by the ratio of their friction to their load
constexpr double kSettled = 1e-12;

/// Gives bearings that rub by their load that of the trial; false where it had settled there.
bool take_bearing_loads(const Model& model, const State& trial, State& state) {
  bool changes = false;
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
    if (!rubs_by_load(joint_at(model, j))) continue;
    const Vec3 load = get3(&trial.joint_force[3 * j]);
    changes = changes || (load - get3(&state.joint_force[3 * j])).norm() > kSettled * load.norm();
    put3(load, &state.joint_force[3 * j]);
  }
  return changes;
}

}  // namespace

Simulation::Simulation(const Model& model, const Jobs& jobs)
    : model_(model),
      layout_(model_),
      state_(model_, layout_),
      trial_(model_, layout_),
      kept_(model_, layout_),
      work_(model_, jobs),
      before_(static_cast<std::size_t>(layout_.outputs)),
      after_(static_cast<std::size_t>(layout_.outputs)) {}

Error Simulation::initialise(Span<const double> starts, Span<const double> parameters, Span<const double> inputs,
                             const Outputs& outputs) {
  Error error = stickslip::initialise(model_, layout_, starts, parameters, state_, work_);
  if (error) return error;
  for (int k = 0; k < kSettlings; ++k) {
    trial_.copy_from(state_);
    if (advance(model_.step.size, StepKind::trial, inputs, outputs, trial_).status == StepStatus::failed) {
      return {"the first step has no finite result; the model's numbers are too large"};
    }
    if (!take_bearing_loads(model_, trial_, state_)) break;
  }
  // The first step stiffens joints across their loads as any other, and starts from impulses that are known.
  std::copy(trial_.joint_force.begin(), trial_.joint_force.end(), state_.joint_force.begin());
  std::copy(trial_.warm.entries.begin(), trial_.warm.entries.end(), state_.warm.entries.begin());
  update_poses(model_, state_.motion, work_.poses);
  write_state_outputs(model_, layout_, state_, work_, outputs);
  const Fit fit = measure_fit(model_, layout_, state_, work_);
  write_fit_outputs(layout_, fit.overlap.deepest, fit.joint_error, outputs);
  // Where nothing is off yet the first step says how fast that is undone, however long the model's own step is.
  if (fit.overlap.deepest <= kCloses) state_.header->undoing_time = 0;
  return {};
}

lcp::Problem Simulation::pose(double h, Span<const double> parameters, Span<const double> inputs) {
  trial_.copy_from(state_);
  std::copy(parameters.begin(), parameters.end(), trial_.parameters.begin());
  return stickslip::pose(model_, layout_, inputs, h, trial_, work_);
}

StepReport Simulation::step(double h, Span<const double> parameters, Span<const double> inputs,
                            const Outputs& outputs) {
  std::copy(parameters.begin(), parameters.end(), state_.parameters.begin());
  return advance(h, StepKind::step, inputs, outputs, state_);
}

StepReport Simulation::advance(double h, StepKind kind, Span<const double> inputs, const Outputs& outputs,
                               State& state) {
  update_poses(model_, state.motion, work_.poses);
  write_rates(model_, layout_, state, work_.poses, before_);
  const StepReport report = stickslip::step(model_, layout_, inputs, h, kind, state, work_);
  write_rates(model_, layout_, state, work_.poses, after_);
  write_state_outputs(model_, layout_, state, work_, outputs);
  write_step_outputs(model_, layout_, report, h, before_, after_, work_, outputs);
  return report;
}

}  // namespace stickslip
