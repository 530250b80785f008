#include "model/lcp/islands/island.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/islands/joints.h"
#include "model/lcp/newton/pattern.h"
#include "model/math/arithmetic.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

constexpr double kMargin = 0.5;  // of the bodies' typical speed: contacts that open slower than this take part
constexpr int kMostRounds = 10;  // the last one with all contacts

void mark_near(const Part& all, double margin, IslandWork& work) {
  for (const int k : all.units) {
    const Constraint& unit = work.space.system.unit[size(k)];
    const auto i = size(unit.row);
    if (unit.kind != ConstraintKind::contact || work.warm[i] > 0 || work.space.u[i] < margin) {
      work.takes_part[size(k)] = 1;
    }
  }
}

Part list_active(const Part& all, IslandWork& work) {
  int count = 0;
  for (const int k : all.units) {
    const Constraint& unit = work.space.system.unit[size(k)];
    if (work.takes_part[size(k)]) {
      work.active[size(count++)] = k;
    } else {
      std::fill_n(work.space.f.begin() + unit.row, unit.rows, 0.0);
    }
  }
  return {all.island, {work.active.data(), count}};
}

/// Whether contacts that took no part are violated; they take part from now on.
bool add_violated(const Part& all, IslandWork& work) {
  bool added = false;
  for (const int k : all.units) {
    if (work.takes_part[size(k)]) continue;
    if (!(work.space.u[size(work.space.system.unit[size(k)].row)] < -kSolvedDefect * work.space.system.scale)) continue;
    work.takes_part[size(k)] = 1;
    added = true;
  }
  return added;
}

}  // namespace

double solve_island(const Island& island, int most_factorisations, IslandWork& work) {
  Space& space = work.space;
  const double V = space.system.scale;
  const Part all = whole(island, work);
  const int limit = space.factorisations + most_factorisations;
  std::fill_n(space.f.begin() + island.row, island.rows, 0.0);
  pose(all, space);
  if (natural(all, space) == 0) return 0;
  const double margin = kMargin * V / root(static_cast<double>(island.bodies));
  for (const int k : all.units) work.takes_part[size(k)] = 0;
  mark_near(all, margin, work);
  copy_rows(island, work.warm, space.f);
  evaluate(all, space);
  const double start = natural(all, space) / V;
  if (start <= kHolds) return start;
  if (has_joints_only(all, space.system)) return solve_joints(all, space) / V;
  mark_near(all, margin, work);
  double defect = start;
  for (int round = 1; round <= kMostRounds; ++round) {
    if (round == kMostRounds) {
      for (const int k : all.units) work.takes_part[size(k)] = 1;
    }
    copy_rows(island, work.warm, space.f);
    const Part part = list_active(all, work);
    if (!analyse(part, space)) return HUGE_VAL;
    pose(part, space);
    const double own = run_stages(part, {start, limit - space.factorisations}, work);
    pose(all, space);
    defect = natural(all, space) / V;
    if (!(own <= kAcceptedDefect) || !add_violated(all, work)) break;
  }
  return defect;
}

}  // namespace stickslip::lcp
