#include "model/lcp/split.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/cone.h"
#include "model/lcp/gauss_seidel.h"
#include "model/lcp/methods.h"
#include "model/lcp/residual.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

/// The problem without friction on which the present friction impulses act as given ones.
Problem with_friction_held(const Problem& problem, const Solution& solution, DenseWork& work) {
  std::copy(problem.momentum.begin(), problem.momentum.end(), work.momentum.begin());
  for (int i = 0; i < problem.rows.size(); ++i) {
    const Row& row = problem.rows[i];
    if (row.kind != RowKind::tangent) continue;
    for (int k = row.first_block; k < row.first_block + row.block_count; ++k) {
      const Block& block = problem.blocks[k];
      for (int l = 0; l < 6; ++l) work.momentum[size(6 * block.body + l)] += solution.impulse[i] * block.j[l];
    }
  }
  std::copy(problem.contacts.begin(), problem.contacts.end(), work.contacts.begin());
  for (int k = 0; k < problem.contacts.size(); ++k) work.contacts[size(k)].mu = 0;
  Problem held = problem;
  held.momentum = Span<const double>(work.momentum.data(), problem.momentum.size());
  held.contacts = Span<const Contact>(work.contacts.data(), problem.contacts.size());
  return held;
}

/// Joints, bounded rows and normals for the friction that there is.
Status solve_directly(const Problem& problem, const Options& options, DenseWork& work, Solution& solution,
                      Report* report) {
  const Problem held = with_friction_held(problem, solution, work);
  assemble(held, work.delassus);
  condense(held, work.delassus, options.edges, work.condensation);
  const Condensed& lcp = work.condensation.lcp;
  const Span<std::uint8_t> basic = {work.basic.data(), lcp.size()};
  const Span<double> z = {work.z.data(), lcp.size()};
  std::fill(basic.begin(), basic.end(), std::uint8_t{0});
  std::fill(z.begin(), z.end(), 0.0);
  Options direct = options;
  direct.method = Method::automatic;
  Method used = Method::automatic;
  const PivotReport pivoting = run_method(lcp, direct, work.lemke, work.newton, basic, z, &used);
  expand(held, work.delassus, work.condensation, z.data(), work.impulse.data());
  for (int i = 0; i < problem.rows.size(); ++i) {
    const double scale = work.delassus.scale[size(i)];
    if (problem.rows[i].kind == RowKind::tangent) continue;
    solution.impulse[i] = scale > 0 ? work.impulse[size(i)] / scale : 0.0;
  }
  report->iterations += pivoting.pivots;
  report->lcps += 1;
  return pivoting.status;
}

void find_motion(const Problem& problem, int edges, DenseWork& work, Solution& solution) {
  prepare(problem, work.delassus);
  velocity_of(problem, work.delassus, solution.impulse.data(), solution.velocity.data());
  for (int k = 0; k < problem.contacts.size(); ++k) {
    const Contact& contact = problem.contacts[k];
    double v[2] = {0, 0};
    for (int l = 0; l < contact.tangents; ++l) {
      const int i = contact.normal + 1 + l;
      const Row& row = problem.rows[i];
      v[l] = row_velocity(problem, row, solution.velocity.data()) + row.T * solution.impulse[i] + row.s;
    }
    solution.sliding_speed[k] = sliding_speed(v, contact.tangents, edges);
  }
}

}  // namespace

void attempt_split(const Problem& problem, const Options& options, DenseWork& work, const WarmStart& warm,
                   Solution& solution, Report* report) {
  Options sweeps = options;
  sweeps.max_sweeps = options.split_sweeps;
  sweeps.sweep_residual = 0;
  impulses_from(warm, problem, solution.impulse);
  report->used = Method::split;
  for (int round = 0; round <= options.split_rounds; ++round) {
    if (round > 0) {
      prepare(problem, work.delassus);
      gauss_seidel(problem, work.delassus, sweeps, true, work.gauss_seidel, work.scratch, solution);
      report->iterations += sweeps.max_sweeps;
    }
    report->status = solve_directly(problem, options, work, solution, report);
    find_motion(problem, options.edges, work, solution);
    report->residual = residual(problem, options.edges, solution, work.scratch);
    if (report->residual <= options.sweep_residual) break;
  }
  if (report->status == Status::solved && !(report->residual <= options.accept)) report->status = Status::cap;
}

}  // namespace stickslip::lcp
