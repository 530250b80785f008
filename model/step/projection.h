#pragma once

#include "model/workspace/workspace.h"

namespace stickslip {

/// Takes the drift out of joints and of contacts that carry force: q -= M^-1 nu (nu' M^-1 nu)^-1 Theta, up to three
/// Newton steps, with springs holding against it as they do in a step of h. Where this raises the potential energy of
/// bodies that hang together by dV, their velocities shrink by sqrt(max(0, 1 - dV/T)): no energy is gained, the order
/// of the scheme is kept, and what they have nothing to do with moves on as it did. Begins and ends with current poses
/// in the workspace.
void project_drift(const Model& model, const Layout& layout, double h, State& state, Workspace& work);

/// Takes out of the velocity what parts joints: v -= M^-1 nu (nu' M^-1 nu)^-1 nu' v, joints only, at the poses in the
/// workspace, which must be current; the impulse counts to the joints. It adds no energy, since it is orthogonal in M,
/// and under `trapezoidal` removes O(h^2) that is normal to the motion, so that the order stays two.
void project_joint_velocity(const Model& model, State& state, Workspace& work);

}  // namespace stickslip
