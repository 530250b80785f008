#include "model/lcp/islands/stages.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/newton/pattern.h"
#include "model/lcp/path/path.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

constexpr double kNear = 1e-3;     // defect of a start from which proximal passes get home
constexpr int kTouches = 4;        // factorisations of such passes from a start that is a solution but for round-off
constexpr double kPathEnd = 1e-8;  // defect at which the path is left, ...
constexpr int kPathSteps = 120;
constexpr double kTrust = 1.3;
constexpr PathStart kPathStarts[] = {{0.1, kTrust}, {10, kTrust}, {1e-3, kTrust}};  // one mostly arrives, ...
constexpr PathStart kSurest = {10, kTrust};  // ... and this one for who has one go
constexpr double kPathHome = 1e-4;           // ... and up to which it is worth going on from where it got stuck

bool has_polygons(const Part& part, const System& system) {
  return std::any_of(part.units.begin(), part.units.end(), [&](int k) { return system.unit[size(k)].edges > 0; });
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
  const bool polygons = has_polygons(part, space.system);
  const bool near = effort.start <= kNear;
  double defect = newton_steps(part, polygons ? 8 : near ? 1 : 3, target, space);
  if (near && !(defect <= target)) {
    const double stepped = defect;
    copy_rows(part.island, space.f, work.found);
    restart(work.warm);
    const int most = effort.start <= kSolvedDefect ? kTouches : 20;
    defect = proximal_passes(part, 1e-2, std::min(most, left()), target, space);
    if (!(defect < stepped)) {
      restart(work.found);
      defect = stepped;
    }
  }
  for (const PathStart& start : kPathStarts) {
    if (defect <= accepted || polygons || left() <= 0) break;
    restart(work.warm);
    const PathStart& first = effort.factorisations < 2 * kPathSteps ? kSurest : start;
    defect = follow_path(part, first, kPathEnd * V, std::min(kPathSteps, left()), space);
    if (!(defect <= kPathHome * V)) continue;
    copy_rows(part.island, space.f, work.found);
    defect = newton_steps(part, std::min(3, left()), target, space);
    if (defect <= accepted) break;
    restart(work.found);
    defect = proximal_passes(part, 1e-3, std::min(40, left()), target, space);
  }
  if (!(defect <= accepted) && left() > 0) {
    restart(work.warm);
    defect = proximal_passes(part, 1e-1, std::min(80, left()), target, space);
  }
  // A start that is right as it is has no factor to polish with: the one at hand is another problem's.
  if (defect <= accepted && space.factorisations > before) defect = polish(part, defect, space);
  return defect / V;
}

}  // namespace stickslip::lcp
