#include "model/workspace/solve_rows.h"

#include <algorithm>
#include <cassert>

namespace stickslip {

lcp::Method method_of(Solver solver) {
  switch (solver) {
    case Solver::lemke:
      return lcp::Method::lemke;
    case Solver::pivot:
      return lcp::Method::block_pivot;
    case Solver::pgs:
      return lcp::Method::gauss_seidel;
    case Solver::split:
      return lcp::Method::split;
    case Solver::newton:
      return lcp::Method::newton;
    case Solver::automatic:
      break;
  }
  return lcp::Method::automatic;
}

lcp::Sweep sweep_of(SweepOrder order) {
  switch (order) {
    case SweepOrder::separate:
      return lcp::Sweep::separate;
    case SweepOrder::normals_first:
      return lcp::Sweep::normals_first;
    case SweepOrder::block:
      break;
  }
  return lcp::Sweep::block;
}

lcp::Options solver_options(const Model& model) {
  // Where joints depend on each other but for the error of a step, the solution as posed stops all that they hold.
  // Impulses of 1e5 V do that; at the singular positions of driven linkages there are 3 V.
  constexpr double kLocks = 1e4;
  lcp::Options options;
  options.most_of_joints = kLocks;
  options.edges = model.planar ? kFewestEdges : model.step.round_cone ? lcp::kRound : model.step.cone_edges;
  options.method = method_of(model.step.solver);
  const SolverOptions& asked = model.step.solver_options;
  options.accept = asked.tolerance;
  options.max_factorisations = asked.factorisations;
  options.sweep = sweep_of(asked.order);
  options.split_rounds = asked.rounds;
  if (asked.sweeps > 0) options.max_sweeps = options.split_sweeps = asked.sweeps;
  return options;
}

lcp::Options row_options() {
  lcp::Options options;
  options.edges = kFewestEdges;
  return options;
}

lcp::Options closing_options(double round_off) {
  lcp::Options options = row_options();
  options.least = round_off / options.accept;
  options.minimum_norm = false;
  return options;
}

lcp::Problem posed_problem(Workspace& work) {
  const ProblemStorage& p = work.problem;
  lcp::Problem problem;
  problem.inverse_mass = p.inverse_mass;
  problem.momentum = p.momentum;
  problem.rows = p.rows.first(p.row_count);
  problem.blocks = work.rows.blocks();
  problem.contacts = p.contacts.first(p.contact_count + p.follower_count);
  if (p.follower_count > 0) work.followers.tie(work.rows, p.rows.first(p.row_count), problem);
  return problem;
}

lcp::Report solve_problem(const lcp::Options& options, Workspace& work, lcp::WarmStart& warm) {
  const ProblemStorage& p = work.problem;
  assert(p.row_count == work.rows.row_count && p.contact_count <= work.contacts.count);
  const lcp::Problem problem = posed_problem(work);
  const bool tied = p.follower_count > 0;
  lcp::Solution solution;
  solution.velocity = tied ? work.followers.velocity.first(problem.momentum.size()) : p.solution.velocity;
  solution.impulse = p.solution.impulse.first(p.row_count);
  solution.sliding_speed = p.solution.sliding_speed.first(problem.contacts.size());
  lcp::Options afforded = options;
  afforded.multiplications = work.budget.affords();
  const lcp::Report report = lcp::solve(problem, afforded, work.lcp, warm, solution);
  work.budget.charge(report.multiplications);
  work.multiplications += report.multiplications;
  if (tied) std::copy_n(solution.velocity.begin(), p.solution.velocity.size(), p.solution.velocity.begin());
  return report;
}

}  // namespace stickslip
