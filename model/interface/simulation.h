#pragma once

#include <vector>

#include "model/core/error.h"
#include "model/interface/outputs.h"
#include "model/kinematics/kinematics.h"

namespace stickslip {

/// A model with everything needed to run it. The vectors of numbers belong to the caller, laid out by `layout()`.
class Simulation {
 public:
  /// With jobs a step is solved by their threads where it has parts that have nothing to do with each other; they are
  /// used within `initialise`, `pose` and `step` only, and change no bit of any result.
  explicit Simulation(const Model& model, const Jobs& jobs = {});

  const Model& model() const { return model_; }
  const Layout& layout() const { return layout_; }
  const State& state() const { return state_; }
  State& state() { return state_; }
  /// Of the last step: contact points, rows, impulses.
  const Workspace& workspace() const { return work_; }

  /// Where the bodies are in the state that stands now.
  Span<const BodyPose> poses() {
    update_poses(model_, state_.motion, work_.poses);
    return work_.poses;
  }

  /// Which shapes may be near each other.
  NearShapes& near() { return work_.near; }

  /// Makes the initial state and all outputs consistent with it. Forces come from a trial step that is thrown away but
  /// for the impulses that it has found: the first step starts from them.
  Error initialise(Span<const double> starts, Span<const double> parameters, Span<const double> inputs,
                   const Outputs& outputs);

  /// The first complementarity problem of the step that `step` would make, not solved, in this object's memory; for
  /// tools.
  lcp::Problem pose(double h, Span<const double> parameters, Span<const double> inputs);

  /// Goes on by h and writes all outputs.
  StepReport step(double h, Span<const double> parameters, Span<const double> inputs, const Outputs& outputs);

  /// Remembers the state, which is valid, before something that may fail.
  void keep() { kept_.copy_used_from(state_); }
  void go_back() { state_.copy_from(kept_); }

 private:
  StepReport advance(double h, StepKind kind, Span<const double> inputs, const Outputs& outputs, State& state);

  Model model_;
  Layout layout_;
  State state_;
  State trial_;
  State kept_;
  Workspace work_;
  std::vector<double> before_;
  std::vector<double> after_;
};

}  // namespace stickslip
