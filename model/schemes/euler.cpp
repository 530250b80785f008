#include "model/schemes/euler.h"

#include <algorithm>

#include "model/constraints/bending.h"
#include "model/constraints/springs.h"
#include "model/schemes/first_order.h"
#include "model/schemes/geometric_stiffness.h"
#include "model/schemes/located.h"
#include "model/schemes/rows.h"

namespace stickslip {
namespace {

DamperBanks banks_of_euler(double h, const State& state) {
  return {state.damper_banks, h * h, 1};
}

}  // namespace

void discretise_euler(const Model& model, const Layout& layout, const Pass& pass, const State& state, Workspace& work) {
  free_momentum(pass.h, state, work);
  set_effective_mass_ahead(model, layout, pass.h, state, work);
  banks_of_euler(pass.h, state).lend(state.motion.velocity, work.rows);
  pose_rows(work, [&](const ConstraintRow& row, lcp::Row& out) {
    if (row.role == RowRole::spring) {
      set_implicit_spring(row, spring_row_elongation(model, layout, state, row, work.start_poses), pass.h, out);
      // A row ahead holds the way by h v across it already.
      if (is_across(row)) {
        out.s = -row.given_back * work.rows.speed(row, state.motion.velocity);
      }
    } else if (is_of_coordinate(row.role)) {
      pose_coordinate_row(row, pass.h, work.rows.speed(row, state.motion.velocity), out);
    } else if (row.role == RowRole::normal && is_spring(work.contacts.storage[row.source], work)) {
      set_pressed_spring(row, pass.h, work, out);
    } else if (row.role == RowRole::normal && pass.exhausted) {
      out.s = std::max(row.violation, 0.0) / pass.h;
    }
  });
}

Event next_event_euler(const Model& model, const Layout& layout, const Pass& pass, const State& state,
                       Workspace& work) {
  mark_loaded_bodies(work);
  const Span<const double> w = work.problem.solution.velocity;
  std::copy(w.begin(), w.end(), work.path.velocity.begin());
  for (int b = 0; b < work.poses.size(); ++b) {
    put3(pass.h * get3(&w[6 * b]), &work.path.displacement[6 * b]);
    put3(free_turn(pass.h, b, work), &work.path.displacement[6 * b + 3]);
  }
  work.path.straight = true;
  Event event;
  event.time = pass.exhausted ? pass.h : first_collision(model, layout, pass, pass.h, state, work);
  return event;
}

void advance_euler(const Model& model, const Pass& pass, double time, State& state, Workspace& work) {
  follow_path(model, pass, time, state, work);
  banks_of_euler(pass.h, state)
      .settle(time / pass.h, work.problem.impulse(), work.problem.solution.velocity, state.motion.velocity, work.rows);
  report_velocities(state, work);
}

}  // namespace stickslip
