#include "model/lcp/islands/island.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/islands/joints.h"
#include "model/lcp/islands/screening.h"
#include "model/lcp/newton/pattern.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

constexpr int kMostRounds = 10;  // the last one with all contacts
constexpr double kLeast = 120;   // factorisations: who arrives on the path mostly needs fewer
constexpr double kMost = 500;    // ... and who does not arrive with so many does not with more

constexpr double kNextTau = 1e-5;  // a tenth of what the softened problem had
constexpr int kNextSteps = 4;      // factorisations from there to the problem as posed: who arrives mostly needs 1 to 3

}  // namespace

Defects solve_island(const Island& island, double multiplications, IslandWork& work) {
  Space& space = work.space;
  const double V = space.system.scale;
  const Part all = whole(island, work);
  const int before = space.factorisations;
  const double start = start_island(all, work);
  if (start <= kHolds) return {start, start};
  if (has_joints_only(island, space.system)) return {start, solve_joints(all, space) / V};
  mark_near(all, work);
  double defect = start;
  for (int round = 1; round <= kMostRounds && space.affords(0); ++round) {
    if (round == kMostRounds || !space.system.given.start.empty()) mark_all(all, work);
    copy_rows(island, space.system.warm, space.f);
    const Part part = list_active(all, work);
    if (!analyse(part, space)) return {start, HUGE_VAL};
    pose(part, space);
    const double affordable = std::min(std::max(kLeast, multiplications / space.factor.cost()), kMost);
    const int limit = before + static_cast<int>(affordable);
    const double own = run_stages(part, {start, limit - space.factorisations}, work);
    pose(all, space);
    defect = natural(all, space) / V;
    if (!(own <= kAcceptedDefect) || !add_violated(all, kSolvedDefect, work)) break;
  }
  return {start, defect};
}

bool is_cheap(const Space& space) {
  return space.price.factorisation == 0 || space.factor.cost() < kCheap / kLeast;
}

bool go_on_as_posed(const Island& island, IslandWork& work) {
  Space& space = work.space;
  const double V = space.system.scale;
  const Part all = whole(island, work);
  copy_rows(island, space.f, work.found);
  const Part part = list_active(all, work);
  if (!analyse(part, space)) return false;
  pose(part, space);
  const double defect = proximal_passes(part, kNextTau, kNextSteps, kSolvedDefect * V, space);
  if (defect <= kAcceptedContact * V) {
    polish(part, defect, 0, space);
    pose(all, space);
    if (natural(all, space) <= kAcceptedDefect * V) return true;
  }
  copy_rows(island, work.found, space.f);
  return false;
}

}  // namespace stickslip::lcp
