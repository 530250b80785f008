#pragma once

#include "model/workspace/workspace.h"

/// Who projects also pays. Closing joints and contacts moves bodies, against gravity and springs too, and gyroscopic
/// torque is linearised where rows act. What bodies that hang together have at the end of a pass beyond what it began
/// with and inputs gave is taken from their motion,
///
///   v *= sqrt(1 - gain/T)
///
/// as far as joints or loaded contacts tie them to what is fixed: those pass the impulse on, body by body, and report
/// it. A slack rope ties nothing. What nothing ties has nobody to give its momentum to: v and T are there what it moves
/// beside the motion as one that has its momentum and angular momentum. The order of the scheme is kept. Who moves with
/// less than closing would cost, at a dead point, stays apart until the next step.
namespace stickslip {

/// Notes the energies that a pass begins with; poses must be those of the state.
void note_energies(const Model& model, const Layout& layout, const State& state, Workspace& work);

/// Adds the work of inputs over `time` at `velocity`.
void note_input_work(double time, Span<const double> velocity, Workspace& work);

/// Adds the work of drives and belts in the solution, at `velocity`, of whose impulses `weight` counts; returns it.
double note_drive_work(double weight, Span<const double> velocity, Workspace& work);

/// Before and after a projection, with poses of the state: finds what it raises, and lets who has more energy than
/// noted pay for it. Loaded contacts are those marked in work.compression.
struct Payment {
  double raised = 0;   // J, paid for or not
  bool slows = false;  // somebody moves slower than before, whose velocities are left in work.path.velocity
};
void begin_raising(const Model& model, const Layout& layout, const State& state, Workspace& work);
Payment pay_for_raising(const Model& model, const Layout& layout, State& state, Workspace& work);

/// What outputs show is either v, and follows it, or w of the pass, and stays.
void set_velocity(int k, double value, State& state, const Workspace& work);

}  // namespace stickslip
