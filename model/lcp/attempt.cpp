#include <algorithm>
#include <cmath>

#include "model/lcp/cone.h"
#include "model/lcp/dense.h"
#include "model/lcp/ladder.h"
#include "model/lcp/methods.h"
#include "model/lcp/proximal.h"
#include "model/lcp/residual.h"
#include "model/lcp/shared_load.h"

namespace stickslip::lcp {
namespace {

constexpr double kSameMotion = 1e-11;  // residual up to which the smallest forces count as giving the same motion

std::size_t size(int n) {
  return static_cast<std::size_t>(n);
}

void unscale(const Problem& problem, Workspace& work, Solution& solution) {
  for (int i = 0; i < problem.rows.size(); ++i) {
    const double scale = work.delassus.scale[size(i)];
    solution.impulse[i] = scale > 0 ? work.impulse[size(i)] / scale : 0.0;
  }
}

/// Velocities and sliding speeds that belong to solution.impulse; scaled copies go to the workspace.
void find_motion(const Problem& problem, const Options& options, Workspace& work, Solution& solution) {
  velocity_of(problem, work.delassus, solution.impulse.data(), solution.velocity.data());
  for (int i = 0; i < problem.rows.size(); ++i) {
    const Row& row = problem.rows[i];
    const double scale = work.delassus.scale[size(i)];
    const double y = row_velocity(problem, row, solution.velocity.data()) + row.s + row.T * solution.impulse[i];
    work.row_velocity[size(i)] = scale > 0 ? y / scale : 0.0;
  }
  for (int k = 0; k < problem.contacts.size(); ++k) {
    const Contact& contact = problem.contacts[k];
    const double lambda = sliding_speed(work.row_velocity.data() + contact.normal + 1, contact.tangents, options.edges);
    work.sliding[size(k)] = lambda;
    solution.sliding_speed[k] = contact.tangents > 0 ? lambda * work.delassus.scale[size(contact.normal + 1)] : 0.0;
  }
}

/// Replaces the forces by the smallest ones where that leaves the solution a solution; returns the residual.
double make_smallest(const Problem& problem, const Options& options, Workspace& work, Solution& solution,
                     Report* report) {
  report->minimum_norm = minimum_norm(problem, work.delassus, options.edges, options.rank, work.row_velocity.data(),
                                      work.sliding.data(), work.minimum_norm, work.impulse.data());
  const double before = residual(problem, options.edges, solution, work.scratch);
  if (!report->minimum_norm) return before;
  std::copy(solution.impulse.begin(), solution.impulse.end(), work.minimum_norm.candidate.begin());
  unscale(problem, work, solution);
  find_motion(problem, options, work, solution);
  const double after = residual(problem, options.edges, solution, work.scratch);
  if (after <= std::max(kSameMotion, before)) return after;
  report->minimum_norm = false;
  std::copy_n(work.minimum_norm.candidate.begin(), problem.rows.size(), solution.impulse.begin());
  find_motion(problem, options, work, solution);
  return before;
}

}  // namespace

void attempt(const Problem& problem, const Problem& posed, const Options& options, Workspace& work,
             const WarmStart& warm, Solution& solution, Report* report) {
  assemble(problem, work.delassus);
  condense(problem, work.delassus, options.edges, work.condensation);
  const Condensed& lcp = work.condensation.lcp;
  const Span<std::uint8_t> basic = {work.basic.data(), lcp.size()};
  const Span<double> z = {work.z.data(), lcp.size()};
  basis_from(warm, problem, work.delassus, options.edges, work.condensation, basic, z);
  const auto run = [&] { return run_method(lcp, options, work.lemke, work.newton, basic, z, &report->used); };
  PivotReport pivoting = solve_sharing(problem, work.condensation, z, run);
  report->iterations += pivoting.pivots;
  if (pivoting.status != Status::solved) {
    basis_from(warm, problem, work.delassus, options.edges, work.condensation, basic, z);
    pivoting = run();
    report->iterations += pivoting.pivots;
  }
  if (pivoting.status == Status::ray || pivoting.status == Status::inexact) {
    const PivotReport proximal = solve_by_proximal_passes(work.condensation, options, work.lemke, basic, z);
    report->iterations += proximal.pivots;
    if (proximal.status == Status::solved) pivoting.status = Status::solved;
  }
  report->lcps += 1;
  report->warm = pivoting.held;
  expand(problem, work.delassus, work.condensation, z.data(), work.impulse.data());
  unscale(problem, work, solution);
  find_motion(problem, options, work, solution);
  report->minimum_norm = false;
  const double own = options.minimum_norm && pivoting.status == Status::solved
                         ? make_smallest(problem, options, work, solution, report)
                         : residual(problem, options.edges, solution, work.scratch);
  report->residual = &problem == &posed ? own : residual(posed, options.edges, solution, work.scratch);
  report->status = pivoting.status;
  if (report->status == Status::solved && !(own <= options.accept)) report->status = Status::inexact;
}

void attempt_sweeps(const Problem& problem, const Options& options, Workspace& work, const WarmStart& warm,
                    Solution& solution, Report* report) {
  prepare(problem, work.delassus);
  impulses_from(warm, problem, solution.impulse);
  const PivotReport sweeps =
      gauss_seidel(problem, work.delassus, options, false, work.gauss_seidel, work.scratch, solution);
  report->used = Method::gauss_seidel;
  report->iterations += sweeps.pivots;
  report->lcps += 1;
  report->status = sweeps.status;
  report->residual = residual(problem, options.edges, solution, work.scratch);
}

}  // namespace stickslip::lcp
