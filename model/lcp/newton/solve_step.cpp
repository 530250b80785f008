#include <algorithm>
#include <cmath>

#include "model/lcp/algebra/block.h"
#include "model/lcp/newton/space.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

/// y = A x.
void apply(const Gain& a, int rows, const double* x, double* y) {
  y[0] = a.nn * x[0];
  if (rows > 1) y[1] = a.tn * x[0] + a.tt * x[1];
  if (rows > 2) y[2] = a.aa * x[2];
}

/// What is missing to B df + (G/m) J dw = -F, with the true B.
void find_rest(const Constraint& unit, const LocalLaw& law, const double* T, const double* F, const double* df,
               const double* dv, double* rest) {
  const double m = law.mobility[0];
  rest[0] = F[0] + (law.rest[0] + law.G[0] * T[0] / m) * df[0] + law.G[0] / m * dv[0];
  if (unit.rows == 1) return;
  const double mt = law.mobility[1];
  const double share = (mt - 1) / mt;
  const double dz = df[0] - (dv[0] + T[0] * df[0]) / m;
  rest[1] = F[1] + (law.rest[1] + law.G[2] * share) * df[1] - law.G[1] * dz + law.G[2] / mt * dv[1];
  if (unit.rows == 3) rest[2] = F[2] + (law.rest[2] + law.G[3] * share) * df[2] + law.G[3] / mt * dv[2];
}

template <int kWidth>
void solve_step_with(const Part& part, bool drift, int refinements, Space& space, double* step, double* speed) {
  constexpr double kExact = 1e-16;     // part of F below which what is missing is round-off, ...
  constexpr double kRoundOff = 2e-17;  // ... and part of V
  const System& system = space.system;
  double first = 0;
  double before = HUGE_VAL;
  for (int pass = 0; pass <= refinements; ++pass) {
    double missing = 0;
    space.spent += space.price.solve;
    if (pass > 0) {
      find_momentum(system, part, step, space.body_step.data());
      find_velocity(system, part.island, space.body_step.data());
    }
    for (const int k : part.units) {
      const Constraint& unit = system.unit[size(k)];
      const LocalLaw& law = space.law[size(k)];
      const double* F = drift ? law.dF : law.F;
      if (unit.rows == 1) {
        double right = F[0];
        if (pass > 0) {
          double dv;
          row_speeds_with<kWidth>(system, unit, space.body_step.data(), &dv);
          find_rest(unit, law, &space.T[size(unit.row)], F, step + unit.row, &dv, &right);
        }
        missing = std::max(missing, std::fabs(right));
        space.rest[size(unit.row)] = -(space.B[size(k)].nn * right);
        continue;
      }
      double right[3] = {F[0], F[1], F[2]};
      if (pass > 0) {
        double plain[3] = {}, dv[3] = {}, df[3] = {};
        row_speeds_with<kWidth>(system, unit, space.body_step.data(), plain);
        turn(unit, law.along, plain, dv);
        turn(unit, law.along, step + unit.row, df);
        find_rest(unit, law, &space.T[size(unit.row)], F, df, dv, right);
      }
      for (int r = 0; r < unit.rows; ++r) missing = std::max(missing, std::fabs(right[r]));
      double own[3] = {}, plain[3] = {};
      apply(space.B[size(k)], unit.rows, right, own);
      for (double& x : own) x = -x;
      turn_back(unit, law.along, own, plain);
      std::copy_n(plain, unit.rows, &space.rest[size(unit.row)]);
    }
    if (pass == 0) first = missing;
    if (pass > 1 && missing > before) {
      // The last correction was one for the worse.
      for (const int k : part.units) {
        const Constraint& unit = system.unit[size(k)];
        for (int i = unit.row; i < unit.row + unit.rows; ++i) {
          step[i] -= space.correction[size(i)];
          speed[i] -= space.speed_correction[size(i)];
        }
      }
      break;
    }
    if (pass > 0 && (missing <= kExact * first || missing > 0.5 * before)) break;
    // What this correction leaves, by what the last one left, is round-off.
    const bool last = pass > 0 && missing * missing <= kRoundOff * system.scale * before;
    before = missing;
    find_momentum(system, part, space.rest.data(), space.body_step.data());
    if (!system.given.start.empty()) find_velocity(system, part.island, space.body_step.data());
    space.factor.solve(&space.body_step[size(part.island.body * kWidth)]);
    const auto take = [&](int i, double change, double plain) {
      step[i] = pass > 0 ? step[i] + change : change;
      speed[i] = pass > 0 ? speed[i] + plain : plain;
      space.correction[size(i)] = change;
      space.speed_correction[size(i)] = plain;
    };
    for (const int k : part.units) {
      const Constraint& unit = system.unit[size(k)];
      const LocalLaw& law = space.law[size(k)];
      if (unit.rows == 1) {
        double plain;
        row_speeds_with<kWidth>(system, unit, space.body_step.data(), &plain);
        take(unit.row, space.rest[size(unit.row)] - space.K[size(k)].nn * plain, plain);
        continue;
      }
      double plain[3] = {}, dv[3] = {}, df[3] = {};
      row_speeds_with<kWidth>(system, unit, space.body_step.data(), plain);
      turn(unit, law.along, plain, dv);
      apply(space.K[size(k)], unit.rows, dv, df);
      turn_back(unit, law.along, df, dv);
      for (int r = 0; r < unit.rows; ++r) {
        take(unit.row + r, space.rest[size(unit.row + r)] - dv[r], plain[r]);
      }
    }
    if (last) break;
  }
}

}  // namespace

void solve_step(const Part& part, bool drift, int refinements, Space& space, double* step, double* speed) {
  by_width(space.system.width,
           [&](auto width) { solve_step_with<width>(part, drift, refinements, space, step, speed); });
}

}  // namespace stickslip::lcp
