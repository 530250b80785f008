#pragma once

#include "model/schemes/rows.h"
#include "model/workspace/solve_rows.h"
#include "model/workspace/tally.h"

/// What impact laws share: an instant in which velocities change and positions do not. L(v, F) is the problem of the
/// papers with s = 0 and T = 0 (P97 section 3).
namespace stickslip {

/// Coefficient e of the contact that a row belongs to.
double restitution_of(const ConstraintRow& row, const Workspace& work);

/// r = M v.
void set_momentum(Span<const double> velocity, Workspace& work);

/// Solves L for the rows in the workspace; what is added to M v must be in the momentum already. `target` gives a row
/// its s.
template <class Target>
void solve_instant(const Model& model, const State& state, Workspace& work, Tally& tally, Target&& target) {
  work.problem.inverse_mass = work.derived.inverse_mass;
  pose_rows(work, [&](const ConstraintRow& row, lcp::Row& out) {
    if (is_of_coordinate(row.role)) {
      pose_coordinate_row_of_instant(row, work.rows.speed(row, state.motion.velocity), out);
    } else if (!is_friction(row.role) && !is_follower(row.role)) {
      out.s = target(row);
    }
  });
  lcp::WarmStart cold;
  tally.add(solve_problem(solver_options(model), work, cold));
}

/// s of L itself.
constexpr double no_target(const ConstraintRow& /*row*/) {
  return 0;
}

/// Takes the solution as the velocity, and its impulses `weight` times.
void take_instant(const Model& model, double weight, State& state, Workspace& work);

/// Notes which bodies the rows in the workspace connect, and the kinetic energy of each group at this velocity.
void note_energy(Span<const double> velocity, Workspace& work);

/// True where the solution has more in a group than was noted.
bool gains_energy(Workspace& work);

/// For each group the largest s in [0, 1] with which `from` + s (solution - from) has no more energy than was noted;
/// `from` must not have more. Impulses alike: `from_impulse` leads to `from`, none where the solution counts from
/// there.
void bound_energy(Span<const double> from, Span<const double> from_impulse, Workspace& work);

/// Takes v+ = (1 + e) v^c - e v- with the solution as v^c. Where one e covers all impacts this is their rebound, and
/// kinetic energy never grows, with joints and friction too (P97 lemma 3.1, printed without the e on v-; its proof has
/// it).
void take_short_form(const Model& model, double e, State& state, Workspace& work);

}  // namespace stickslip
