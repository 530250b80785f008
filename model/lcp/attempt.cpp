#include <algorithm>
#include <cmath>

#include "model/lcp/cone.h"
#include "model/lcp/ladder.h"
#include "model/lcp/methods.h"
#include "model/lcp/motion.h"
#include "model/lcp/pattern_flags.h"
#include "model/lcp/proximal.h"
#include "model/lcp/refine.h"
#include "model/lcp/residual.h"
#include "model/lcp/round.h"
#include "model/lcp/shared_load.h"

namespace stickslip::lcp {
namespace {

constexpr double kSameMotion = 1e-11;  // residual up to which the smallest forces count as giving the same motion
constexpr double kStill = 1e-13;       // sliding speed, part of the scale, that is none
constexpr double kRoundOff = 1.1102230246251565e-16;
constexpr double kHidden = 1e-14;   // residual that round-off may hide
constexpr double kRefined = 1e-12;  // residual above which a solution is refined
constexpr int kEffort = 24;         // pivots per unknown, ...
constexpr int kLeastEffort = 4000;  // ... beyond these, after which there are no proximal passes

/// Replaces the forces by the smallest ones where that leaves the solution a solution; returns the residual.
double make_smallest(const Problem& problem, const Options& options, DenseWork& work, Solution& solution,
                     Report* report) {
  const auto measure = [&] { return residual(problem, work.delassus, options.edges, solution, work.scratch); };
  const Smallest smallest = minimum_norm(problem, work.delassus, options.edges, options.rank, work.row_velocity.data(),
                                         work.sliding.data(), work.minimum_norm, work.impulse.data());
  report->minimum_norm = smallest != Smallest::outside;
  if (smallest != Smallest::found) return measure();
  std::copy(solution.impulse.begin(), solution.impulse.end(), work.minimum_norm.candidate.begin());
  unscale(problem, work, solution);
  find_motion(problem, options.edges, work, solution);
  const double after = measure();
  if (after <= kSameMotion) return after;
  const auto exchange = [&] {
    std::swap_ranges(solution.impulse.begin(), solution.impulse.end(), work.minimum_norm.candidate.begin());
    find_motion(problem, options.edges, work, solution);
  };
  exchange();
  const double before = measure();
  if (before < after) {
    report->minimum_norm = false;
    return before;
  }
  exchange();
  return after;
}

bool is_worth_more(const Condensed& lcp, int pivots) {
  return pivots <= kEffort * lcp.size() + kLeastEffort;
}

/// Scaled impulses of all rows, by pivoting or Newton on polygons.
PivotReport solve_polygons(const Problem& problem, const Options& options, DenseWork& work, const WarmStart& warm,
                           Method* used) {
  condense(problem, work.delassus, options.edges, work.condensation);
  const Condensed& lcp = work.condensation.lcp;
  const Span<std::uint8_t> basic = {work.basic.data(), lcp.size()};
  const Span<double> z = {work.z.data(), lcp.size()};
  basis_from(warm, problem, work.delassus, options.edges, work.condensation, basic, z);
  const auto run = [&](SharedLoad* load, bool pivoting) {
    return run_method(lcp, options, work.lemke, work.newton, basic, z, used, load, pivoting);
  };
  bool pivoting = false;
  PivotReport out = solve_sharing(problem, work.condensation, z, [&](SharedLoad* load) {
    const PivotReport pass = run(load, pivoting);
    // What Lemke's method found where Newton's did not is a basis, which mostly holds in the next pass.
    pivoting = *used == Method::lemke;
    return pass;
  });
  if (out.status != Status::solved) {
    const int before = out.pivots;
    basis_from(warm, problem, work.delassus, options.edges, work.condensation, basic, z);
    out = run(nullptr, false);
    out.pivots += before;
  }
  if ((out.status == Status::ray || out.status == Status::inexact) && is_worth_more(lcp, out.pivots)) {
    const PivotReport proximal =
        solve_by_proximal_passes(work.condensation, options, work.lemke, work.newton, basic, z);
    out.pivots += proximal.pivots;
    if (proximal.status == Status::solved) out.status = Status::solved;
  }
  read_patterns(lcp, basic, work.newton.pattern.data());
  expand(problem, work.delassus, work.condensation, z.data(), work.impulse.data());
  return out;
}

/// The residual that rounding impulses to doubles can make, and can hide where the residual is computed from those.
double uncertainty(const Problem& problem, const DenseWork& work, const Solution& solution) {
  double largest = 0;
  for (int i = 0; i < problem.rows.size(); ++i) {
    largest = std::max(largest, std::fabs(solution.impulse[i]) * work.delassus.scale[static_cast<std::size_t>(i)]);
  }
  return largest > 0 ? kRoundOff * largest / work.delassus.energy_scale : 0.0;
}

/// The free motion violates nothing: then it is the solution, and impulses of round-off would be large compared to it.
bool is_free(const Problem& problem, const Delassus& delassus) {
  for (int i = 0; i < problem.rows.size(); ++i) {
    const Row& row = problem.rows[i];
    const double y = delassus.b[static_cast<std::size_t>(i)];
    if (delassus.scale[static_cast<std::size_t>(i)] == 0 || row.kind == RowKind::tangent) continue;
    if (row.kind == RowKind::equality && y != 0) return false;
    if (row.kind == RowKind::normal && y < 0) return false;
    if (row.kind != RowKind::bounded) continue;
    const bool holds = y > 0 ? row.lower == 0 : y == 0 || row.upper == 0;
    if (!holds || row.lower > 0 || row.upper < 0) return false;
  }
  return true;
}

PivotReport stay_free(const Problem& problem, const Options& options, DenseWork& work) {
  condense(problem, work.delassus, options.edges, work.condensation);
  std::fill(work.basic.begin(), work.basic.end(), std::uint8_t{0});
  std::fill(work.z.begin(), work.z.end(), 0.0);
  std::fill(work.impulse.begin(), work.impulse.end(), 0.0);
  PivotReport report;
  report.held = true;
  return report;
}

/// Scaled impulses of all rows, by the method asked for.
PivotReport find_impulses(const Problem& problem, const Options& options, DenseWork& work, const WarmStart& warm,
                          Method* used) {
  if (is_free(problem, work.delassus)) return stay_free(problem, options, work);
  if (options.edges != kRound) return solve_polygons(problem, options, work, warm, used);
  *used = Method::newton;
  return solve_round(problem, options, work, warm);
}

/// Residual of the impulses in the workspace, after what can be done to make it and them small; sets the solution.
double evaluate(const Problem& problem, const Options& options, Status status, DenseWork& work, Solution& solution,
                Report* report) {
  unscale(problem, work, solution);
  find_motion(problem, options.edges, work, solution);
  report->minimum_norm = report->two_doubles = false;
  const double own = options.minimum_norm && status == Status::solved
                         ? make_smallest(problem, options, work, solution, report)
                         : residual(problem, work.delassus, options.edges, solution, work.scratch);
  const double refined = own > kRefined ? refine(problem, options, own, work, solution) : own;
  const double hidden = uncertainty(problem, work, solution);
  if (hidden <= kHidden || options.edges == kRound) return refined + hidden;
  return precise_residual(problem, work.delassus, options.edges, solution, work.scratch);
}

/// Contacts that a basis lets slide at no speed stick, with whatever forces they have: those of minimum norm mostly lie
/// inside the cones, and the next step would look for others if it had to begin with the basis.
void let_stick(const Problem& problem, DenseWork& work, const Solution& solution) {
  const Condensation& c = work.condensation;
  const double least = kStill * work.delassus.energy_scale;
  int k = 0;
  for (const Unit& unit : c.lcp.units) {
    if (!has_friction(unit) || is_round(unit)) continue;
    const int row = c.free_rows[static_cast<std::size_t>(unit.row)];
    while (problem.contacts[k].normal != row) ++k;
    std::uint8_t* basic = work.basic.data();
    if (!basic[unit.normal] || !basic[unit.cap] || work.sliding[static_cast<std::size_t>(k)] > least) continue;
    std::fill_n(basic + unit.edge, unit.edges, std::uint8_t{0});
    basic[unit.cap] = 0;
    const EdgeShares shares = decompose(&solution.impulse[row + 1], unit.rows - 1, unit.edges);
    basic[unit.edge + shares.first] = 1;
    if (unit.rows == 3) basic[unit.edge + (shares.first + 1) % unit.edges] = 1;
  }
}

/// The impulses found in doubled precision, told by two doubles each; returns the residual.
double tell_in_two(const Problem& problem, const Options& options, DenseWork& work, Solution& solution,
                   Report* report) {
  for (int i = 0; i < problem.rows.size(); ++i) {
    const DoubleDouble c = work.precise.impulse[static_cast<std::size_t>(i)];
    solution.impulse[i] = c.high;
    solution.impulse_rest[i] = c.low;
  }
  find_motion(problem, options.edges, work, solution);
  report->minimum_norm = false;
  report->two_doubles = true;
  return residual(problem, work.delassus, options.edges, solution, work.scratch);
}

/// What else there is for polygons, after so many pivots and with the residual `own`, before the problem must be
/// changed; returns the residual.
double try_harder(const Problem& problem, bool as_posed, int pivots, double own, const Options& options,
                  DenseWork& work, Solution& solution, Report* report) {
  const Condensed& lcp = work.condensation.lcp;
  const Span<std::uint8_t> basic = {work.basic.data(), lcp.size()};
  const Span<double> z = {work.z.data(), lcp.size()};
  PivotReport precise;
  if (solve_precisely(problem, work.delassus, work.condensation, work.precise, basic, z, work.impulse.data(),
                      options.accept / kRoundOff * work.delassus.energy_scale, &precise)) {
    report->iterations += precise.pivots;
    report->used = Method::lemke;
    read_patterns(lcp, basic, work.newton.pattern.data());
    own = evaluate(problem, options, precise.status, work, solution, report);
    if (own <= options.accept) return own;
    // What is softened to be solvable is not to be met by any force whatever.
    if (as_posed && precise.status == Status::solved && !solution.impulse_rest.empty()) {
      const double in_two = tell_in_two(problem, options, work, solution, report);
      if (in_two <= options.accept) return in_two;
    }
  }
  if (!is_worth_more(lcp, pivots)) return own;
  const PivotReport proximal = solve_by_proximal_passes(work.condensation, options, work.lemke, work.newton, basic, z);
  report->iterations += proximal.pivots;
  report->used = Method::lemke;
  read_patterns(lcp, basic, work.newton.pattern.data());
  expand(problem, work.delassus, work.condensation, z.data(), work.impulse.data());
  return evaluate(problem, options, proximal.status, work, solution, report);
}

}  // namespace

void attempt(const Problem& problem, const Problem& posed, const Options& options, DenseWork& work,
             const WarmStart& warm, Solution& solution, Report* report) {
  assemble(problem, work.delassus);
  const PivotReport pivoting = find_impulses(problem, options, work, warm, &report->used);
  report->iterations += pivoting.pivots;
  report->lcps += 1;
  report->warm = pivoting.held;
  double own = evaluate(problem, options, pivoting.status, work, solution, report);
  const bool as_posed = &problem == &posed;
  if (!(own <= options.accept) && options.edges != kRound) {
    own = try_harder(problem, as_posed, pivoting.pivots, own, options, work, solution, report);
  }
  report->residual = as_posed ? own : residual(posed, work.delassus, options.edges, solution, work.scratch);
  report->status = judged(pivoting.status, own, options.accept);
  if (report->status == Status::solved) let_stick(problem, work, solution);
}

}  // namespace stickslip::lcp
