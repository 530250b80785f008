#include "model/lcp/sweeps/split.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/finish/answer.h"
#include "model/lcp/islands/screening.h"
#include "model/lcp/islands/stages.h"
#include "model/lcp/newton/pattern.h"
#include "model/lcp/sweeps/sweeps.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

constexpr double kSoftJoint = 1e-8;  // refined away
/// The direct method resists changes of normal impulses: first with this much of A_ii, for so many steps; less as long
/// as that leaves the normals as few steps to settle.
struct Centre {
  double tau;
  int steps;
};
constexpr Centre kCentres[] = {{1e-3, 10}, {1e-6, 3}, {1e-9, 3}};
constexpr int kRefinements = 2;
constexpr double kShare = 1e-2;  // of what is accepted: what normals may leave

/// The law of a unit's first row; tangents keep their impulses.
Constraint without_friction(const Constraint& unit) {
  Constraint normal = unit;
  normal.rows = 1;
  return normal;
}

void linearise_normals(const Part& part, Space& space) {
  for (const int k : part.units) {
    const Constraint& unit = space.system.unit[size(k)];
    const auto i = size(unit.row);
    LocalLaw& law = space.law[size(k)];
    find_law(without_friction(unit), &space.T[i], &space.f[i], &space.u[i], 0, law);
    law.along[0] = law.mobility[1] = law.rest[1] = law.rest[2] = 1;
    law.along[1] = law.F[1] = law.F[2] = law.G[1] = law.G[2] = law.G[3] = 0;
  }
}

double natural_of_normals(const Part& part, const Space& space) {
  double worst = 0;
  for (const int k : part.units) {
    const Constraint& unit = space.system.unit[size(k)];
    const auto i = size(unit.row);
    const double defect = natural_defect(without_friction(unit), &space.f[i], &space.u[i]);
    if (!(defect <= worst)) worst = defect;
  }
  return worst;
}

/// The law of normals and bounded rows that resists changes of f by tau, and u for it.
void pose_normals(const Part& part, double tau, Space& space) {
  for (const int k : part.units) {
    const Constraint& unit = space.system.unit[size(k)];
    const auto i = size(unit.row);
    const double own = unit.kind == ConstraintKind::joint ? 0 : tau;
    space.T[i] = space.system.T[i] + own;
    space.s[i] = space.system.s[i] - own * space.f[i];
  }
  evaluate(part, space);
}

/// Newton's method for the normals, around those that there are; f is the best of its iterates. Whether that solves it.
bool find_normals_around(const Part& part, const Centre& centre, IslandWork& work) {
  Space& space = work.space;
  const System& system = space.system;
  pose_normals(part, centre.tau, space);
  double best = natural_of_normals(part, space);
  copy_rows(part.island, space.f, work.found);
  for (int step = 0; step < centre.steps && best > kSolvedDefect * system.scale; ++step) {
    linearise_normals(part, space);
    if (!factorise(part, kSoftJoint, 0, space)) break;
    solve_step(part, false, kRefinements, space, space.step.data(), space.speed.data());
    add_step(part, 1, space);
    const double defect = natural_of_normals(part, space);
    if (!(defect < best)) continue;
    best = defect;
    copy_rows(part.island, space.f, work.found);
  }
  copy_rows(part.island, work.found, space.f);
  return best <= kSolvedDefect * system.scale;
}

/// A step for the law as posed with the factor that there is, if there is one, and if that is one for the better.
void polish_normals(const Part& part, Space& space) {
  constexpr int kMostRefinements = 8;
  if (!space.factored) return;
  const double before = natural_of_normals(part, space);
  copy_rows(part.island, space.f, space.kept);
  linearise_normals(part, space);
  solve_step(part, false, kMostRefinements, space, space.step.data(), space.speed.data());
  add_step(part, 1, space);
  if (natural_of_normals(part, space) < before) return;
  copy_rows(part.island, space.kept, space.f);
  evaluate(part, space);
}

void find_normals(const Part& part, double accepted, IslandWork& work) {
  bool settled = true;
  for (const Centre& centre : kCentres) {
    copy_rows(part.island, work.space.f, work.space.kept);
    const bool found = find_normals_around(part, centre, work);
    if (!found && centre.tau < kCentres[0].tau) copy_rows(part.island, work.space.kept, work.space.f);
    pose_normals(part, 0, work.space);
    settled = settled && found;
    if (!found || natural_of_normals(part, work.space) <= kShare * accepted * work.space.system.scale) break;
  }
  if (settled) polish_normals(part, work.space);
}

/// With all contacts that matter; f is the answer, and u that of the law as posed.
void solve_directly(const Part& all, double accepted, IslandWork& work) {
  for (int round = 1; round <= kMostAdditions; ++round) {
    const Part part = list_active(all, work);
    if (!analyse(part, work.space)) return;
    find_normals(part, accepted, work);
    pose(all, work.space);
    if (!add_violated(all, accepted, work)) return;
  }
}

}  // namespace

int solve_by_splitting(const Part& all, const Options& options, IslandWork& work) {
  Space& space = work.space;
  const int before = space.factorisations;
  int sweeps = 0;
  solve_directly(all, options.accept, work);
  for (int round = 1; round <= options.split_rounds; ++round) {
    if (island_residual(all.island, space) <= options.accept) break;
    Sweeper sweeper(all, work);
    for (int k = 0; k < options.split_sweeps; ++k) sweeper.sweep_contacts(Sweep::separate);
    sweeps += options.split_sweeps;
    for (const int k : all.units) {
      if (space.f[size(space.system.unit[size(k)].row)] > 0) work.takes_part[size(k)] = 1;
    }
    evaluate(all, space);
    solve_directly(all, options.accept, work);
  }
  return space.factorisations - before + sweeps;
}

}  // namespace stickslip::lcp
