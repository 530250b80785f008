#pragma once

#include "model/step/step.h"

namespace stickslip {

/// Output values, laid out by Layout.
struct Outputs {
  Span<double> real;
  Span<int> integer;
  Span<int> boolean;
};

/// Positions, velocities, gaps, lengths and energies: what follows from the state alone. Needs current derived numbers
/// and poses in `work`.
void write_state_outputs(const Model& model, const Layout& layout, const State& state, Workspace& work,
                         const Outputs& outputs);

/// Penetration and joint error.
void write_fit_outputs(const Layout& layout, double penetration, double joint_error, const Outputs& outputs);

/// Velocities of joints and frames alone, where write_state_outputs puts them: what accelerations are measured from.
/// Those of the state, not the reported ones, which some schemes take from the middle of a step.
void write_rates(const Model& model, const Layout& layout, const State& state, Span<const BodyPose> poses,
                 Span<double> rates);

/// Forces, accelerations and the solver's report: what only a step can tell. `before` and `after` are the rates at its
/// start and its end.
void write_step_outputs(const Model& model, const Layout& layout, const StepReport& report, double h,
                        Span<const double> before, Span<const double> after, const Workspace& work,
                        const Outputs& outputs);

}  // namespace stickslip
