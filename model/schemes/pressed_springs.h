#pragma once

#include "model/schemes/scheme.h"

/// Contacts and stops that give way under `trapezoidal`: of stiffness k and damping d, pushing and not pulling,
///
///   c = alpha h f,   f = max(0, -k (Phi + gamma h n'w) - d n'w)
///
/// (with alpha = gamma), from where they are located on, with n of q + (h/2) v as all else: f is the spring's force in
/// the middle of the pass. At 1/2 that is of order two, and f h n'w is what V = k/2 min(0, Phi)^2 loses along n'w, or
/// less where the gap opens within the pass (model/README.md).
///
/// With A the inverse mass that the row sees and K = h^2 k A, h that of the whole step, a blow lasts pi/sqrt(K) steps,
/// and what is left of it ends within the pass that opens the gap: e is off by K/8 at most. Beyond K = 1 the step does
/// not resolve it. In an instant such a spring is a hard contact, which gives back the restitution that its damping
/// stands for; and as a spring it gets a damper of (1 - 1/K) (1 - gamma) h k more, with which it holds for large K what
/// the end of the pass asks for, c = -alpha h k (Phi + h n'w), and its sag is there after one step. v then alternates
/// around w by what the sag has changed, until the next pass finds it approaching and stops it, as what has hit:
/// without restitution, since it carried force.
namespace stickslip {

/// Whether the normal's row is of what gives way.
bool is_pressed_spring(const ConstraintRow& row, const Workspace& work);

/// Whether a step of length h is too long for it.
bool is_unresolved_spring(double h, const ConstraintRow& row, const Workspace& work);

/// Takes out of work.contacts the springs that a step of length h resolves: they take nothing in an instant.
void drop_resolved_springs(const Model& model, const Layout& layout, double h, const State& state, Workspace& work);

/// What the row of one that is closed is in a pass.
void pose_pressed_spring(const TrapezoidalOptions& options, const Pass& pass, const State& state,
                         const ConstraintRow& row, const Workspace& work, lcp::Row& out);

/// J, that it holds more after moving by so much along its normal.
double held_by_way(const ConstraintRow& row, double way, const Workspace& work);

/// Whether any carries force in the solution.
bool is_any_spring_pressed(const Workspace& work);

}  // namespace stickslip
