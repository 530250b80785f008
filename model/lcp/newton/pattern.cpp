#include "model/lcp/newton/pattern.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/newton/space.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

constexpr double kSoftJoint = 1e-8;    // refined away; dependent joints lose so many digits
constexpr double kSoftContact = 1e-9;  // likewise
constexpr int kRefinements = 8;
constexpr int kPolishes = 3;
constexpr double kNext = 1e-8;  // natural defect, in units of V, of what is next to a solution
constexpr double kShare = 0.1;  // of the defect as posed: what a proximal pass may leave in its own problem

/// A step at nu = 0; false where it has none.
bool step(const Part& part, double soft_joint, double soft_contact, int refinements, Space& space) {
  linearise(part, 0, space);
  if (!factorise(part, soft_joint, soft_contact, space)) return false;
  solve_step(part, false, refinements, space, space.step.data(), space.speed.data());
  for (const int k : part.units) {
    const Constraint& unit = space.system.unit[size(k)];
    for (int i = unit.row; i < unit.row + unit.rows; ++i) {
      if (!(std::fabs(space.step[size(i)]) < HUGE_VAL)) return false;
    }
  }
  add_step(part, 1, space);
  return true;
}

}  // namespace

void pose(const Part& part, Space& space) {
  copy_rows(part.island, space.system.T, space.T);
  copy_rows(part.island, space.system.s, space.s);
  evaluate(part, space);
}

void pose_free(const Part& part, Space& space) {
  copy_rows(part.island, space.system.T, space.T);
  copy_rows(part.island, space.system.s, space.s);
  evaluate_free(part, space);
}

double own_natural(const Part& part, const Space& space) {
  double worst = 0;
  for (const int k : part.units) {
    const Constraint& unit = space.system.unit[size(k)];
    const double defect = natural_defect(unit, &space.f[size(unit.row)], &space.u[size(unit.row)]);
    if (!(defect <= worst)) worst = defect;
  }
  return worst;
}

double natural(const Part& part, const Space& space) {
  const System& system = space.system;
  double worst = 0;
  for (const int k : part.units) {
    const Constraint& unit = system.unit[size(k)];
    double u[3];
    for (int r = 0; r < unit.rows; ++r) {
      const auto i = size(unit.row + r);
      u[r] = space.u[i] - (space.T[i] - system.T[i]) * space.f[i] - (space.s[i] - system.s[i]);
    }
    const double defect = natural_defect(unit, &space.f[size(unit.row)], u);
    if (!(defect <= worst)) worst = defect;
  }
  return worst;
}

double newton_steps(const Part& part, int steps, double target, Space& space) {
  double defect = own_natural(part, space);
  for (int k = 0; k < steps && defect > target && space.affords_iteration(); ++k) {
    const double before = defect;
    if (!step(part, kSoftJoint, kSoftContact, kRefinements, space)) return HUGE_VAL;
    defect = own_natural(part, space);
    // Next to a solution what makes it worse is round-off.
    if (before > kNext * space.system.scale || defect < before) continue;
    add_step(part, -1, space);
    return own_natural(part, space);
  }
  return defect;
}

double polish(const Part& part, double defect, double enough, Space& space) {
  for (int k = 0; k < kPolishes && space.factored && defect > enough && space.affords_iteration(); ++k) {
    copy_rows(part.island, space.f, space.kept);
    linearise(part, 0, space);
    solve_step(part, false, kRefinements, space, space.step.data(), space.speed.data());
    add_step(part, 1, space);
    const double now = own_natural(part, space);
    if (!(now < defect)) {
      copy_rows(part.island, space.kept, space.f);
      evaluate(part, space);
      break;
    }
    const bool done = now > 0.5 * defect;
    defect = now;
    if (done) break;
  }
  return defect;
}

double proximal_passes(const Part& part, double tau, int most_factorisations, double target, Space& space) {
  constexpr int kMostSteps = 8;
  const System& system = space.system;
  const Island& island = part.island;
  UntouchedVector<double>& before = space.kept;
  const int limit = space.factorisations + most_factorisations;
  int stalled = 0;
  while (space.factorisations < limit && space.affords_iteration() && tau <= 1 && tau >= 1e-10) {
    copy_rows(island, space.f, before);
    for (const int k : part.units) {
      const Constraint& unit = system.unit[size(k)];
      for (int r = unit.row; r < unit.row + unit.rows; ++r) {
        const auto i = size(r);
        space.T[i] = system.T[i] + tau;
        space.s[i] = system.s[i] - tau * space.f[i];
      }
    }
    evaluate(part, space);
    int steps = 0;
    bool settled = false;
    double now = HUGE_VAL;
    const double inner = 0.01 * target;
    while (!settled && steps < kMostSteps && space.factorisations < limit && space.affords_iteration()) {
      ++steps;
      if (!step(part, 0, 0, 1, space)) break;
      now = natural(part, space);
      settled = own_natural(part, space) <= std::max(inner, kShare * now);
    }
    if (!settled) {
      copy_rows(island, before, space.f);
      tau *= 5;
      if (++stalled > 4) break;
      continue;
    }
    if (now <= target) break;
    tau *= steps <= 3 ? 0.1 : steps <= 6 ? 0.3 : 1.0;
  }
  pose(part, space);
  return natural(part, space);
}

}  // namespace stickslip::lcp
