#include "model/lcp/ladder/laws.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/newton/pattern.h"
#include "model/math/arithmetic.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

void cut_to_cone(const Constraint& unit, double* f) {
  if (unit.kind == ConstraintKind::bounded) f[0] = std::min(std::max(f[0], unit.lower), unit.upper);
  if (unit.kind != ConstraintKind::contact) return;
  f[0] = std::max(0.0, f[0]);
  if (unit.rows == 1) return;
  // A polygon has at least this much in every direction.
  constexpr double kInside = 0.70710678118654752;
  const double reach = (unit.edges > 0 ? kInside : 1.0) * unit.mu * f[0];
  const double length = unit.rows == 2 ? std::fabs(f[1]) : root(f[1] * f[1] + f[2] * f[2]);
  if (length <= reach) return;
  for (int r = 1; r < unit.rows; ++r) f[r] *= reach / length;
}

}  // namespace

void hold_joints(const Part& all, bool factored, IslandWork& work) {
  constexpr double kSoft = 1e-8;
  constexpr int kRefinements = 3;
  Space& space = work.space;
  int count = 0;
  for (const int k : all.units) {
    const Constraint& unit = space.system.unit[size(k)];
    if (unit.kind != ConstraintKind::joint) continue;
    work.active[size(count++)] = k;
    LocalLaw& law = space.law[size(k)];
    law = {};
    law.mobility[0] = 1 + space.T[size(unit.row)];
    law.F[0] = space.u[size(unit.row)] / law.mobility[0];
    law.G[0] = 1;
  }
  if (count == 0) return;
  const Part joints = {all.island, {work.active.data(), count}};
  if (!factored && (!analyse(joints, space) || !factorise(joints, kSoft, 0, space))) return;
  solve_step(joints, false, kRefinements, space, space.step.data(), space.speed.data());
  for (const int k : joints.units) {
    const auto i = size(space.system.unit[size(k)].row);
    if (std::fabs(space.step[i]) < HUGE_VAL) space.f[i] += space.step[i];
  }
  evaluate(all, space);
}

void cut_to_cones(const Part& all, Space& space) {
  for (const int k : all.units) {
    const Constraint& unit = space.system.unit[size(k)];
    cut_to_cone(unit, &space.f[size(unit.row)]);
  }
}

void keep_law(const Island& island, IslandWork& work) {
  copy_rows(island, work.space.system.T, work.T);
  copy_rows(island, work.space.system.s, work.s);
  for (int k = island.unit; k < island.unit + island.units; ++k) {
    const Constraint& unit = work.space.system.unit[size(k)];
    work.lower[size(k)] = unit.lower;
    work.upper[size(k)] = unit.upper;
  }
}

void restore_law(const Island& island, IslandWork& work) {
  copy_rows(island, work.T, work.space.system.T);
  copy_rows(island, work.s, work.space.system.s);
  for (int k = island.unit; k < island.unit + island.units; ++k) {
    Constraint& unit = work.space.system.unit[size(k)];
    unit.lower = work.lower[size(k)];
    unit.upper = work.upper[size(k)];
  }
}

void centre(const Island& island, double tau, IslandWork& work) {
  for (int i = island.row; i < island.row + island.rows; ++i) {
    work.space.system.T[size(i)] = work.T[size(i)] + tau;
    work.space.system.s[size(i)] = work.s[size(i)] - tau * work.space.system.warm[size(i)];
  }
}

void make_dissipative(const Island& island, double tau, IslandWork& work) {
  for (int k = island.unit; k < island.unit + island.units; ++k) {
    Constraint& unit = work.space.system.unit[size(k)];
    double& s = work.space.system.s[size(unit.row)];
    double* T = &work.space.system.T[size(unit.row)];
    for (int r = 0; r < unit.rows; ++r) T[r] = std::max(work.T[size(unit.row + r)], tau);
    s = work.s[size(unit.row)];
    if (unit.kind == ConstraintKind::contact) {
      s = std::max(s, 0.0);
      for (int r = 1; r < unit.rows; ++r) work.space.system.s[size(unit.row + r)] = 0;
    } else if (unit.kind == ConstraintKind::bounded) {
      unit.lower = std::min(unit.lower, 0.0);
      unit.upper = std::max(unit.upper, 0.0);
      const bool from_below = unit.lower == 0 && s > 0;
      const bool from_above = unit.upper == 0 && s < 0;
      if (!from_below && !from_above) s = 0;
    } else {
      s = 0;
    }
  }
}

void take_energy_out(const Island& island, IslandWork& work) {
  Space& space = work.space;
  const System& system = space.system;
  const Part all = whole(island, work);
  for (int i = island.row; i < island.row + island.rows; ++i) work.space.system.s[size(i)] = 0;
  copy_rows(island, space.f, work.found);
  for (const int k : all.units) {
    const Constraint& unit = system.unit[size(k)];
    double* f = &work.found[size(unit.row)];
    if (unit.kind == ConstraintKind::joint) f[0] = 0;
    cut_to_cone(unit, f);
  }
  const auto held = [&](bool loaded) {
    for (int i = island.row; i < island.row + island.rows; ++i) {
      space.f[size(i)] = loaded ? work.found[size(i)] : 0.0;
    }
    pose(all, space);
    hold_joints(all, loaded, work);
  };
  const int n = system.width;
  const auto count = size(island.bodies * n);
  held(false);
  std::copy_n(space.velocity.begin() + island.body * n, count, space.load.begin() + island.body * n);
  copy_rows(island, space.f, space.kept);
  held(true);
  // Kinetic energy along the line from one to the other: slope and curvature at its start.
  double slope = 0;
  double curvature = 0;
  for (int b = island.body; b < island.body + island.bodies; ++b) {
    const double* mass = &system.mass[size(b * n * n)];
    for (int j = 0; j < n; ++j) {
      const double by = space.velocity[size(b * n + j)] - space.load[size(b * n + j)];
      for (int i = 0; i < n; ++i) {
        const double other = space.velocity[size(b * n + i)] - space.load[size(b * n + i)];
        slope += space.load[size(b * n + i)] * mass[n * j + i] * by;
        curvature += other * mass[n * j + i] * by;
      }
    }
  }
  double a = curvature > 0 ? std::min(1.0, std::max(0.0, -slope / curvature)) : 0.0;
  if (!(a >= 0)) a = 0;
  for (int i = island.row; i < island.row + island.rows; ++i) {
    space.f[size(i)] = space.kept[size(i)] + a * (space.f[size(i)] - space.kept[size(i)]);
  }
}

}  // namespace stickslip::lcp
