#pragma once

#include "model/schemes/scheme.h"

/// Semi-implicit Euler with located collisions (P97): w = v+, M~ = M, r = M v + h k(q, v), s = 0, Jacobians at q + h v,
/// q+ = q + h v+ consistently with that choice.
///
/// Deviations from the paper. Position: its algorithm moves to q + h v, the point of the Jacobians. Gyroscopic torque
/// is a linearly implicit midpoint, since the explicit one gains energy. Springs and dampers of any stiffness are
/// compliant rows, with the elongation at q. Drift is projected away after the step. Contacts that give way are springs
/// from where they are located on, with everything at q; they take nothing in an instant, and are not closed.
namespace stickslip {

void discretise_euler(const Model& model, const Layout& layout, const Pass& pass, const State& state, Workspace& work);
Event next_event_euler(const Model& model, const Layout& layout, const Pass& pass, const State& state, Workspace& work);
void advance_euler(const Model& model, const Pass& pass, double time, State& state, Workspace& work);

}  // namespace stickslip
