#include "model/lcp/ladder.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/dense.h"
#include "model/lcp/residual.h"
#include "model/lcp/two_doubles.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

/// T of changed rows, in units of A_ii; friction yields as well, which makes forces unique and problems easy. One try
/// for each rung: a step is one problem and at most two on fallback; with less some of what cannot be solved as posed
/// takes rung 3.
constexpr double kCompliance = 1e-6;

/// A copy of the rows to be changed, as a problem of its own.
Problem with_own_rows(const Problem& problem, DenseWork& work) {
  std::copy(problem.rows.begin(), problem.rows.end(), work.rows.begin());
  Problem copy = problem;
  copy.rows = Span<const Row>(work.rows.data(), problem.rows.size());
  return copy;
}

void soften(const Problem& problem, DenseWork& work) {
  for (int i = 0; i < problem.rows.size(); ++i) {
    Row& row = work.rows[size(i)];
    const double least = kCompliance * work.delassus.scale[size(i)] * work.delassus.scale[size(i)];
    if (row.kind != RowKind::bounded) row.T = std::max(row.T, least);
  }
}

/// Rows that can only take energy out: joints and drives hold still, contacts and limits only keep from approaching.
void make_dissipative(const Problem& problem, DenseWork& work) {
  for (int i = 0; i < problem.rows.size(); ++i) {
    Row& row = work.rows[size(i)];
    if (row.kind == RowKind::normal) {
      row.s = std::max(row.s, 0.0);
    } else if (row.kind == RowKind::bounded) {
      row.lower = std::min(row.lower, 0.0);
      row.upper = std::max(row.upper, 0.0);
      const bool from_below = row.lower == 0 && row.s > 0;
      const bool from_above = row.upper == 0 && row.s < 0;
      if (!from_below && !from_above) row.s = 0;
    } else {
      row.s = 0;
    }
  }
}

/// Scaled friction is cut to what the normal impulse allows, in the unknowns z.
void project_on_cones(const Condensed& lcp, double* z) {
  for (const Unit& unit : lcp.units) {
    const double budget = unit.range + (unit.normal >= 0 ? unit.mu * z[unit.normal] : 0.0);
    double sum = 0;
    for (int j = unit.edge; j < unit.edge + unit.edges; ++j) sum += z[j];
    if (unit.cap < 0 || sum <= budget) continue;
    for (int j = unit.edge; j < unit.edge + unit.edges; ++j) z[j] *= budget / sum;
  }
}

/// Rung 3: the iterate scaled so that it cannot raise the energy.
void project_energy(const Problem& problem, const Problem& posed, const Options& options, DenseWork& work,
                    Solution& solution, Report* report) {
  Condensation& c = work.condensation;
  const int rows = c.lcp.rows();
  project_on_cones(c.lcp, work.z.data());
  assemble(problem, work.delassus);
  condense(problem, work.delassus, options.edges, c);
  // f = sum z a without the impulses at bounds: those are zero once the bounds enclose it.
  multiply(c.lcp, work.z.data(), false, c.f.data(), c.u.data(), work.lemke.slack.data());
  const double slope = dot(c.b.data(), c.f.data(), rows);
  const double curvature = dot(c.u.data(), c.f.data(), rows);
  double a = curvature > 0 ? std::min(1.0, std::max(0.0, -slope / curvature)) : 0.0;
  if (!(a >= 0)) a = 0;
  for (int j = 0; j < c.lcp.size(); ++j) work.z[size(j)] *= a;
  expand(problem, work.delassus, c, work.z.data(), work.impulse.data());
  for (int i = 0; i < problem.rows.size(); ++i) {
    const double scale = work.delassus.scale[size(i)];
    solution.impulse[i] = scale > 0 ? work.impulse[size(i)] / scale : 0.0;
  }
  clear_rest(solution);
  velocity_of(problem, work.delassus, solution.impulse.data(), solution.velocity.data());
  std::fill(solution.sliding_speed.begin(), solution.sliding_speed.end(), 0.0);
  std::fill(work.basic.begin(), work.basic.end(), std::uint8_t{0});
  report->status = Status::inexact;
  report->warm = report->minimum_norm = report->two_doubles = false;
  report->residual = residual(posed, options.edges, solution, work.scratch);
}

}  // namespace

void descend(const Problem& problem, const Options& options, DenseWork& work, const WarmStart& warm, Solution& solution,
             Report* report) {
  const Problem changed = with_own_rows(problem, work);
  report->rung = 1;
  soften(problem, work);
  attempt(changed, problem, options, work, warm, solution, report);
  if (report->status == Status::solved) return;
  report->rung = 2;
  with_own_rows(problem, work);
  make_dissipative(problem, work);
  soften(problem, work);
  attempt(changed, problem, options, work, warm, solution, report);
  if (report->status == Status::solved) return;
  report->rung = 3;
  for (int i = 0; i < problem.rows.size(); ++i) work.rows[size(i)].s = 0;
  project_energy(changed, problem, options, work, solution, report);
}

}  // namespace stickslip::lcp
