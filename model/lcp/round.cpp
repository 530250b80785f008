#include "model/lcp/round.h"

#include <algorithm>

#include "model/lcp/cone.h"
#include "model/lcp/methods.h"
#include "model/lcp/pattern_flags.h"
#include "model/lcp/shared_load.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

/// Impulses of the condensed rows from those of the last step, which `work.impulse` is scratch for.
void start_from(const WarmStart& warm, const Problem& problem, DenseWork& work) {
  impulses_from(warm, problem, {work.impulse.data(), problem.rows.size()});
  for (int l = 0; l < work.condensation.lcp.rows(); ++l) {
    const std::size_t i = size(work.condensation.free_rows[size(l)]);
    work.row_impulse[size(l)] = work.delassus.scale[i] * work.impulse[i] - work.condensation.base[size(l)];
  }
}

/// Polygons in place of the round cones: condensed rows are the same, and so are their impulses.
Status start_from_polygons(const Problem& problem, const Options& options, DenseWork& work, int* pivots) {
  const int edges = std::min(work.capacity.edges, kMaxEdges) / 2 * 2;
  if (edges < 4) return Status::inexact;
  condense(problem, work.delassus, edges, work.condensation);
  const Condensed& lcp = work.condensation.lcp;
  std::fill_n(work.basic.begin(), lcp.size(), std::uint8_t{0});
  std::fill_n(work.z.begin(), lcp.size(), 0.0);
  Method used = Method::automatic;
  const PivotReport polygons = run_method(lcp, options, work.lemke, work.newton, {work.basic.data(), lcp.size()},
                                          {work.z.data(), lcp.size()}, &used);
  *pivots += polygons.pivots;
  impulses_of(lcp, work.z.data(), work.row_impulse.data());
  condense(problem, work.delassus, kRound, work.condensation);
  return polygons.status;
}

}  // namespace

PivotReport solve_round(const Problem& problem, const Options& options, DenseWork& work, const WarmStart& warm) {
  condense(problem, work.delassus, kRound, work.condensation);
  const Condensed& lcp = work.condensation.lcp;
  const Span<std::uint8_t> basic = {work.basic.data(), lcp.size()};
  const Span<double> z = {work.z.data(), lcp.size()};
  const Span<double> f = {work.row_impulse.data(), lcp.rows()};
  const auto run = [&](SharedLoad* load) { return newton_round(lcp, work.newton, f, basic, z, load); };
  start_from(warm, problem, work);
  PivotReport out = solve_sharing(problem, work.condensation, z, run);
  if (out.status != Status::solved) {
    const int before = out.pivots;
    start_from(warm, problem, work);
    out = run(nullptr);
    out.pivots += before;
  }
  if (out.status != Status::solved) {
    int before = out.pivots;
    start_from_polygons(problem, options, work, &before);
    out = run(nullptr);
    out.pivots += before;
  }
  expand_rows(problem, work.delassus, work.condensation, f.data(), work.impulse.data());
  return out;
}

}  // namespace stickslip::lcp
