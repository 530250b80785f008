#pragma once

#include "model/workspace/workspace.h"

/// Springs that a pass of `trapezoidal` does not resolve. With A the inverse mass that a row sees with the joints that
/// hold its bodies, of rows of one spring that share a plane or all of space their mean, K = h^2 k A. Beyond K = 1, six
/// steps to a period, and where the row turns, the rule at 1/2 gains energy without end: from K = 4 on v alternates
/// around w, and what a row then does depends on a direction that has turned by the alternation. So with s = 1 - 1/K
/// the spring gets an additional damper of s h k/2, and of the speed that is left along it at the end of the step 1 - s
/// stays. For one spring alone, with x = elongation/h and large K,
///
///   w = (v - K x/2)/(1 + K/2),   x+ = x + w,   v+ = (1 - s)(2 w - v)
///
/// goes to 0 as backward Euler does. Both only take energy, and act and react along the row. What the step resolves,
/// and springs that keep lines and levers, as the paper's carts, have none of it.
namespace stickslip {

/// A of a row with the joints that hold its bodies (constraints/mobility.h): never less than what their mechanism has,
/// exact for what is welded and for one body that joints guide, RowSet::inverse_mass where none holds.
double held_inverse_mass(const Model& model, const ConstraintRow& row, const Workspace& work);

/// s of a row of a spring; poses in the workspace against those that the pass began with tell whether it turns.
double unresolved_share(const Model& model, double h, const ConstraintRow& row, const Workspace& work);

/// Damping that it gets in the pass, N s/m.
double damping_of_unresolved(const Model& model, double h, const ConstraintRow& row, const Workspace& work);

/// T that takes 1 - s of the speed along a row, where nothing else acts; as good as endless where the pass resolves it.
double yielding_of_unresolved(const Model& model, double h, const ConstraintRow& row, const Workspace& work);

}  // namespace stickslip
