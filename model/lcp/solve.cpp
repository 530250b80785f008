#include "model/lcp/solve.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/islands/solve_islands.h"

namespace stickslip::lcp {
namespace {

bool is_solvable_with(const Options& options) {
  if (options.edges == kRound) return options.method != Method::lemke && options.method != Method::block_pivot;
  return options.edges >= 4 && options.edges <= kMaxEdges && options.edges % 2 == 0;
}

/// Nothing could be solved: no impulses, and bodies at rest.
Report give_up(Status status, WarmStart& warm, Solution& solution) {
  std::fill(solution.velocity.begin(), solution.velocity.end(), 0.0);
  std::fill(solution.impulse.begin(), solution.impulse.end(), 0.0);
  std::fill(solution.sliding_speed.begin(), solution.sliding_speed.end(), 0.0);
  std::fill(warm.entries.begin(), warm.entries.end(), WarmEntry{});
  Report report;
  report.status = status;
  report.residual = HUGE_VAL;
  return report;
}

bool has_sizes_of(const Problem& problem, const Solution& solution) {
  return solution.velocity.size() == problem.momentum.size() && solution.impulse.size() == problem.rows.size() &&
         solution.sliding_speed.size() == problem.contacts.size() &&
         (solution.impulse_rest.empty() || solution.impulse_rest.size() == problem.rows.size());
}

}  // namespace

Report solve(const Problem& problem, const Options& options, Workspace& work, WarmStart& warm, Solution& solution) {
  std::fill(solution.impulse_rest.begin(), solution.impulse_rest.end(), 0.0);
  if (!is_valid(problem) || !is_solvable_with(options) || !has_sizes_of(problem, solution)) {
    return give_up(Status::invalid, warm, solution);
  }
  if (!work.fits(problem, options.edges)) return give_up(Status::too_big, warm, solution);
  const bool pivots = options.method == Method::lemke || options.method == Method::block_pivot;
  Report report;
  if ((pivots && !work.capacity.dense) || !solve_islands(problem, options, work, warm, solution, &report)) {
    return give_up(Status::too_big, warm, solution);
  }
  impulses_to(warm, problem, solution.impulse);
  if (report.rung >= 1) softened_to(warm, problem, {work.system.softened.data(), problem.rows.size()});
  return report;
}

}  // namespace stickslip::lcp
