#include "model/lcp/islands/stages.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/newton/pattern.h"
#include "model/lcp/path/path.h"
#include "model/lcp/sweeps/sweeps.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

constexpr double kNear = 1e-3;           // defect of a start from which proximal passes get home
constexpr double kNearTau = 1e-2;        // of theirs, ...
constexpr double kNearTauOfPoor = 1e-3;  // ... and what large piles, whose factorisations are few, arrive by in fewer
constexpr double kPathEnd = 1e-8;        // defect at which the path is left, ...
constexpr int kPathSteps = 120;
constexpr double kTrust = 1.3;
constexpr double kPathNu[] = {0.1, 10, 1e-3};  // one mostly arrives, ...
constexpr int kSurest = 1;                     // ... and this one for who has one go
constexpr int kPaths = 3;
constexpr int kSweeps = 12;    // where nothing is known of contacts given by numbers, ...
constexpr double kAstray = 1;  // ... the defect after a step from what they leave, from which no others lead home, ...
constexpr int kFurtherSteps = 7;  // ... and the others

/// Of the friction cones in the part; 0 where they are round.
int find_edges(const Part& part, const System& system) {
  int edges = 0;
  for (const int k : part.units) edges = std::max(edges, system.unit[size(k)].edges);
  return edges;
}

void set_edges(const Part& part, int edges, System& system) {
  for (const int k : part.units) {
    if (system.unit[size(k)].rows == 3) system.unit[size(k)].edges = edges;
  }
}

double solve_from_nothing(const Part& part, double target, IslandWork& work) {
  Space& space = work.space;
  Sweeper sweeper(part, work);
  for (int k = 0; k < kSweeps; ++k) sweeper.sweep(Sweep::separate);
  evaluate(part, space);
  const double defect = newton_steps(part, 1, target, space);
  return defect <= kAstray * space.system.scale ? newton_steps(part, kFurtherSteps, target, space) : defect;
}

}  // namespace

double run_stages(const Part& part, const Effort& effort, IslandWork& work) {
  Space& space = work.space;
  const double V = space.system.scale;
  // What the last problem left comes back in those that follow, and stays unless it is solved for.
  const double target = (effort.start <= kSolvedDefect ? kHolds : kSolvedDefect) * V;
  const double accepted = kAcceptedContact * V;
  const int before = space.factorisations;
  const int limit = before + effort.factorisations;
  const auto left = [&] { return limit - space.factorisations; };
  const auto restart = [&](const UntouchedVector<double>& from) {
    copy_rows(part.island, from, space.f);
    pose(part, space);
  };
  const int edges = find_edges(part, space.system);
  // Where nothing is known of contacts given by numbers. With bodies it matters which of many solutions is found, and
  // what sweeps leave is not the one with even loads.
  const bool cold = !space.system.given.start.empty() && !is_warm(part.island, space.system);
  const bool near = effort.start <= kNear;
  const bool poor = effort.factorisations < 2 * kPathSteps;
  const int steps = edges > 0 ? 8 : near ? 1 : 3;
  double defect = cold ? solve_from_nothing(part, target, work) : newton_steps(part, steps, target, space);
  if (near && !(defect <= target)) {
    const double stepped = defect;
    copy_rows(part.island, space.f, work.found);
    restart(space.system.warm);
    defect = proximal_passes(part, poor ? kNearTauOfPoor : kNearTau, std::min(20, left()), target, space);
    if (!(defect < stepped)) {
      restart(work.found);
      defect = stepped;
    }
  }
  // Polygons have pivoting behind them; to theirs the path only leads where contacts are given by numbers.
  const int paths = edges == 0 ? kPaths : cold ? 1 : 0;
  const int first = cold || poor ? kSurest : 0;
  for (int k = 0; k < paths; ++k) {
    if (defect <= accepted || left() <= 0) break;
    const double nu = kPathNu[k == 0 ? first : k == first ? 0 : k];
    restart(space.system.warm);
    set_edges(part, 0, space.system);
    defect = follow_path(part, {nu, kTrust}, kPathEnd * V, std::min(kPathSteps, left()), space);
    set_edges(part, edges, space.system);
    copy_rows(part.island, space.f, work.found);
    if (edges == 0) defect = newton_steps(part, std::min(3, left()), target, space);
    if (defect <= accepted) break;
    restart(work.found);
    defect = proximal_passes(part, 1e-3, std::min(40, left()), target, space);
  }
  if (!(defect <= accepted) && left() > 0) {
    restart(space.system.warm);
    defect = proximal_passes(part, 1e-1, std::min(80, left()), target, space);
  }
  // A start that is right as it is has no factor to polish with: the one at hand is another problem's.
  if (defect <= accepted && space.factorisations > before) defect = polish(part, defect, 0, space);
  return defect / V;
}

}  // namespace stickslip::lcp
