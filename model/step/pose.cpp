#include "model/step/pose.h"

#include "model/schemes/rows.h"
#include "model/workspace/impulses.h"
#include "model/workspace/solve_rows.h"

namespace stickslip {

void pose_pass(const Model& model, const Layout& layout, Span<const double> inputs, const Pass& pass,
               const State& state, Workspace& work) {
  geometry_point(model, layout, inputs, pass, state, work);
  build_rows(model, layout, pass.h, state, work);
  discretise(model, layout, pass, state, work);
}

lcp::Problem pose(const Model& model, const Layout& layout, Span<const double> inputs, double h, State& state,
                  Workspace& work) {
  work.budget.refill();
  update_derived(model, layout, state.parameters, work.derived);
  adapt_undoing_time(h, state);
  update_poses(model, state.motion, work.poses);
  clear_impulses(work.impulses);
  Tally tally;
  Pass pass;
  pass.start = state.header->time;
  pass.h = pass.step = h;
  survey(model, layout, inputs, pass, state, work);
  impact(model, layout, pass, state, work, tally);
  pose_pass(model, layout, inputs, pass, state, work);
  return posed_problem(work);
}

}  // namespace stickslip
