#pragma once

#include "model/workspace/workspace.h"

namespace stickslip {

/// Marks in work.compression the contacts of the last solve that carry force, or overlap.
void mark_loaded_contacts(const Model& model, const Layout& layout, const State& state, Workspace& work);

/// Takes the drift out of joints and of marked contacts: q -= M^-1 nu (nu' M^-1 nu)^-1 Theta, up to three Newton steps,
/// with springs holding against it as they do in a step of h. Begins and ends with current poses in the workspace.
void project_drift(const Model& model, const Layout& layout, double h, State& state, Workspace& work);

/// Takes out of the velocity what parts joints: v -= M^-1 nu (nu' M^-1 nu)^-1 nu' v, joints only, at the poses in the
/// workspace, which must be current; the impulse counts to the joints. It adds no energy, since it is orthogonal in M,
/// and under `trapezoidal` removes O(h^2) that is normal to the motion, so that the order stays two.
void project_joint_velocity(const Model& model, State& state, Workspace& work);

}  // namespace stickslip
