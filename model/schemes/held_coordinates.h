#pragma once

#include "model/schemes/scheme.h"

/// Dry friction and drives under the trapezoidal rule, whose impulses c count 1/alpha of a pass.
///
///   friction, velocity drive   g w = v*,                  |c| <= alpha h b
///   locked                     g (q+ - q) = q0 - q,       |c| <= alpha h b
///   position drive             c = -alpha h (k (q - h (gamma - alpha) g v - q*) - d v*) - H g w,  |c| <= alpha h b
///                              H = alpha h d + alpha gamma h^2 k
///
/// g w = v* leaves v+ = 2 v* - v: what holds a speed over a pass ends it with another one. So the end of a step gives
/// or takes what is left between the force and its bounds (step/velocity_projection.h). So does a position drive that
/// relaxes within the pass, H A > 1, where its v only changes sign around w: it ends with w, if that is less. A drive
/// whose position the step does not resolve, alpha gamma h^2 k A > 1, gets up to (1 - gamma) h k more damping, with
/// which k to infinity is there at the end of the step. Both take energy and never give any; what the step resolves has
/// neither of them and is of order two.
///
/// What was held over the whole pass is, under `euler` too, at the end of the step, where its speed takes it: closing
/// joints does not move it on (step/projection.h), and nothing creeps that is stuck on what turns.
///
/// Friction turns with the motion. A pass in which a sliding coordinate comes to a stop is cut there, or what slides
/// back within it would be held for the whole of it by a force that points the wrong way: an error of O(h) in v. The
/// pass is halved until the stop lies in its second half, where sliding shows on its average, or comes so early that
/// its time does not matter.
namespace stickslip {

/// What the row of a drive, dry friction or rotor is in a pass.
void pose_held_coordinate(const Model& model, const Pass& pass, const State& state, const ConstraintRow& row,
                          const Workspace& work, lcp::Row& out);

/// Where the first sliding coordinate stops on the path of a pass, or its end.
Event next_halt(const Model& model, const Pass& pass, const State& state, Workspace& work);

/// Whether a drive takes a coordinate to another speed in the pass while a contact or stop loads what it
/// moves: v+ = 2 w - v would leave that contact's v, and its force, alternating around w for ever. A plastic pass ends
/// with w.
bool jerks_a_contact(const Model& model, const Pass& pass, const State& state, Workspace& work);

/// Notes in work.held_coordinates what drives and friction do over `time` of the pass, before the state takes it.
void note_held(const Model& model, const Pass& pass, double time, const State& state, Workspace& work);
/// Whether any of them asks for a speed.
bool holds_coordinates(const Workspace& work);
const Held& held_of(const ConstraintRow& row, const Workspace& work);

/// Whether a drive asks for a speed of the coordinate of a row.
bool is_driven(const ConstraintRow& row, const Workspace& work);

/// Who kept a coordinate where it should be over the last pass; nothing if nobody did.
const Held* kept_coordinate(int joint, int k, const Workspace& work);

/// Adds what the friction rows in the workspace have given since to what they gave in the pass.
void note_friction(Workspace& work);

/// Of the impulse that a row still may give or take after a pass that took `time`: lower and upper end. Friction that
/// has slid within the pass does not push that way in sum, or what another drive jerks it by would gain energy.
void bound_remainder(const ConstraintRow& row, double time, const Workspace& work, lcp::Row& out);

}  // namespace stickslip
