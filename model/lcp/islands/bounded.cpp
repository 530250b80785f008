#include "model/lcp/islands/bounded.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/finish/answer.h"
#include "model/lcp/islands/joints.h"
#include "model/lcp/islands/screening.h"
#include "model/lcp/islands/stages.h"
#include "model/lcp/ladder/laws.h"
#include "model/lcp/newton/pattern.h"
#include "model/lcp/path/path.h"
#include "model/lcp/sweeps/split.h"
#include "model/lcp/sweeps/sweeps.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

constexpr int kCheckPeriod = 10;  // sweeps between residuals
constexpr int kNewtonSteps = 3;   // after the path; before it one
constexpr PathStart kPathStart = {0.1, 1.5};
constexpr double kCentre = 1e-4;  // of A_ii: resists changes of the impulses, for tolerances above a tenth of it
constexpr int kSettlingSweeps = 5;

/// What the limits of impulses have nearest to none.
double least_impulse(const Constraint& unit) {
  return unit.kind == ConstraintKind::bounded ? std::min(std::max(0.0, unit.lower), unit.upper) : 0.0;
}

/// What contacts and bounded rows feed into the motion that they miss what is asked of them by; a solution feeds none.
double fed(const Part& all, const UntouchedVector<double>& f, const Space& space) {
  double sum = 0;
  for (const int k : all.units) {
    const Constraint& unit = space.system.unit[size(k)];
    if (unit.kind == ConstraintKind::joint) continue;
    const auto i = size(unit.row);
    sum += (f[i] - least_impulse(unit)) * space.u[i];
    for (std::size_t r = 1; r < size(unit.rows); ++r) sum += f[i + r] * space.u[i + r];
  }
  return sum;
}

/// Takes back as much of contacts and bounded rows as would add energy, with joints that hold for what is left.
/// `factored`: as of hold_joints.
void take_gain_back(const Part& all, bool factored, IslandWork& work) {
  Space& space = work.space;
  const double whole_gain = fed(all, space.f, space);
  if (!(whole_gain > 0)) return;
  copy_rows(all.island, space.f, work.found);
  for (const int k : all.units) {
    const Constraint& unit = space.system.unit[size(k)];
    if (unit.kind == ConstraintKind::joint) continue;
    std::fill_n(space.f.begin() + unit.row, unit.rows, 0.0);
    space.f[size(unit.row)] = least_impulse(unit);
  }
  evaluate(all, space);
  hold_joints(all, factored, work);
  const double first_gain = fed(all, work.found, space);
  const double share = first_gain < 0 ? first_gain / (first_gain - whole_gain) : 0.0;
  for (int i = all.island.row; i < all.island.row + all.island.rows; ++i) {
    space.f[size(i)] += share * (work.found[size(i)] - space.f[size(i)]);
  }
  evaluate(all, space);
}

/// Impulses that are no solution: inside their cones, joints held, and without energy from nothing.
void settle(const Part& all, IslandWork& work) {
  Space& space = work.space;
  cut_to_cones(all, space);
  evaluate(all, space);
  Sweeper sweeper(all, work);
  for (int k = 0; k < kSettlingSweeps; ++k) sweeper.sweep(Sweep::separate);
  evaluate(all, space);
  hold_joints(all, false, work);
  take_gain_back(all, true, work);
}

int solve_by_sweeps(const Part& all, const Options& options, IslandWork& work) {
  Space& space = work.space;
  Sweeper sweeper(all, work);
  int count = 0;
  while (count < options.max_sweeps) {
    sweeper.sweep(options.sweep);
    ++count;
    if (count % kCheckPeriod != 0 && count != options.max_sweeps) continue;
    // Round-off of many small changes goes.
    evaluate(all, space);
    if (island_residual(all.island, space) <= options.accept) break;
  }
  return count;
}

/// Newton steps, and the path where they do not arrive; the best that a cap on factorisations allows.
void follow_to_cap(const Part& part, double target, int limit, IslandWork& work) {
  Space& space = work.space;
  const auto left = [&] { return limit - space.factorisations; };
  copy_rows(part.island, space.f, work.found);
  double defect = newton_steps(part, std::min(1, left()), kSolvedDefect * space.system.scale, space);
  if (defect <= target) return;
  copy_rows(part.island, work.found, space.f);
  if (left() > 0) defect = follow_path(part, kPathStart, target, left(), space);
  if (!(defect < HUGE_VAL)) {
    copy_rows(part.island, work.found, space.f);
    evaluate(part, space);
    return;
  }
  if (left() <= 0) return;
  copy_rows(part.island, space.f, work.found);
  if (newton_steps(part, std::min(kNewtonSteps, left()), kSolvedDefect * space.system.scale, space) < defect) return;
  copy_rows(part.island, work.found, space.f);
  evaluate(part, space);
}

int solve_to_cap(const Part& all, const Options& options, IslandWork& work) {
  Space& space = work.space;
  const int before = space.factorisations;
  const int limit = before + options.max_factorisations;
  const double target = options.accept * space.system.scale;
  keep_law(all.island, work);
  if (is_warm(all.island, space.system)) centre(all.island, std::min(kCentre, 10 * options.accept), work);
  for (int round = 1; round <= kMostAdditions && space.factorisations < limit; ++round) {
    const Part part = list_active(all, work);
    if (!analyse(part, space)) break;
    pose(part, space);
    follow_to_cap(part, target, limit, work);
    evaluate(all, space);
    if (!add_violated(all, options.accept, work)) break;
  }
  restore_law(all.island, work);
  pose(all, space);
  if (!(island_residual(all.island, space) <= options.accept)) settle(all, work);
  return space.factorisations - before;
}

}  // namespace

int solve_bounded(const Island& island, const Options& options, IslandWork& work) {
  Space& space = work.space;
  const Part all = whole(island, work);
  if (start_island(all, work) <= kHolds) return 0;
  mark_near(all, work);
  if (options.method == Method::gauss_seidel) return solve_by_sweeps(all, options, work);
  if (has_joints_only(island, space.system)) {
    const int before = space.factorisations;
    solve_joints(all, space);
    return space.factorisations - before;
  }
  if (options.method == Method::automatic) return solve_to_cap(all, options, work);
  const int spent = solve_by_splitting(all, options, work);
  take_gain_back(all, false, work);
  return spent;
}

}  // namespace stickslip::lcp
