#pragma once

#include "model/workspace/tally.h"
#include "model/workspace/workspace.h"

/// What contacts hold between the two steps of a rebound (A03), and what they may give back.
///
/// From v to w, with p = n' w - the speed that undoes an overlap (0 where there is none), impulses change the energy of
/// an group, its potential under constant forces f included, by
///
///   X = -|w - v|^2_M / 2 + sum c p + sum beta' D' w + what joints and push-out do,   f's part of it  G = -h f'(w -
///   v)/2
///
/// (from M (w - v) = h f + n c + ..; springs as implicit rows only lose). Without rebounds p <= 0 by complementarity
/// and X <= 0. A rebound under Newton's hypothesis gains more than its compression lost where contacts are several, or
/// have friction. So each contact that is flagged holds what it lost, -c (u- + u+)/2 with its friction, the contacts of
/// an group no more than -(X - max(G, 0)) together; and in the step of the rebound no group may have
///
///   X - max(G, 0) > what its contacts hold.
///
/// G is what gravity adds while velocities change at one place: m g (e h u - Phi) over the two steps of one rebound. A
/// cap that took it back would stop a bouncing ball at coarse steps; it is part of solver.energyGain instead.
namespace stickslip {

/// Energy held by contacts, and by the dampers of loaded joints (constraints/bending.h), J.
double held_energy(const State& state);

/// True where an group gains more by the solution than its contacts hold. work.push_out says with which speed each
/// contact undoes its overlap.
bool gains_too_much(const State& state, Workspace& work);

/// Of the rebounds in the solution that was kept takes as much as its groups hold, from the one in the workspace, which
/// has none. To be called after gains_too_much.
void take_what_is_held(const State& state, Workspace& work);

/// Gives the contacts that have just been flagged what they lost from state.velocity_before to the solution.
void bank_losses(State& state, Workspace& work);

}  // namespace stickslip
