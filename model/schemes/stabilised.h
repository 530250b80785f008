#pragma once

#include "model/workspace/tally.h"
#include "model/workspace/workspace.h"

/// The time-stepping scheme with constraint stabilisation (A03): w = v+, q+ = q + h v+, everything evaluated at q^l,
/// one complementarity problem per step and no collision ever located.
///
///   s_nu = Theta/h;   s_n = Phi/h + Lambda for Phi >= 0,  max(kappa Phi/h, -v_push) + Lambda for Phi < 0
///
/// Deviations from the paper. Restitution: its test for a collision loses the bounce of a body that arrives at Phi = 0
/// exactly; here a contact that stopped an approach is flagged, and the next step asks for the rebound of the speed
/// before (model/README.md, "Restitution"). Gaps, joint errors and velocities within round-off of what they are
/// computed from count as zero, so that what rests keeps its bits. Gyroscopic torque is a linearly implicit midpoint
/// per body. Springs are compliant rows.
namespace stickslip {

/// Fills the solver's problem from rows and state, with the rebounds that are due or without.
void discretise_stabilised(const Model& model, const Layout& layout, double h, bool rebounds, const State& state,
                           Workspace& work);

/// Where rebounds in the solution gain more than their contacts hold: solves once more without them and takes of the
/// way between the two solutions what they do hold, group by group.
void cap_rebounds(const Model& model, const Layout& layout, double h, State& state, Workspace& work, Tally& tally);

/// Takes the solution as the new velocity, moves the bodies, remembers impacts.
void advance_stabilised(const Model& model, double h, State& state, Workspace& work);

}  // namespace stickslip
