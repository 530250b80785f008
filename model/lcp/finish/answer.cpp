#include "model/lcp/finish/answer.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/cone/cone.h"
#include "model/lcp/law/law.h"
#include "model/lcp/problem.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

constexpr double kRoundOff = 1.1102230246251565e-16;

void put_velocity(const System& system, const double* from, double* to) {
  for (int i = 0; i < system.width; ++i) to[system.component(i)] = from[i];
}

}  // namespace

void read_warm(const WarmStart& warm, const Problem& problem, Space& space) {
  System& system = space.system;
  UntouchedVector<double>& plain = space.rest;
  impulses_from(warm, problem, {plain.data(), problem.rows.size()});
  softened_from(warm, problem, {system.softened.data(), problem.rows.size()});
  for (int i = 0; i < system.rows; ++i) {
    system.warm[size(i)] = plain[size(system.source[size(i)])] * system.factor[size(i)];
  }
}

void write_free(const System& system, Solution& solution) {
  std::fill(solution.velocity.begin(), solution.velocity.end(), 0.0);
  std::fill(solution.impulse.begin(), solution.impulse.end(), 0.0);
  std::fill(solution.sliding_speed.begin(), solution.sliding_speed.end(), 0.0);
  for (int b = 0; b < system.bodies; ++b) {
    put_velocity(system, &system.free[size(system.width * b)], &solution.velocity[6 * system.body[size(b)]]);
  }
}

void write_island(const Problem& problem, const Island& island, const Space& space, Solution& solution) {
  const System& system = space.system;
  for (int b = island.body; b < island.body + island.bodies; ++b) {
    put_velocity(system, &space.velocity[size(system.width * b)], &solution.velocity[6 * system.body[size(b)]]);
  }
  for (int i = island.row; i < island.row + island.rows; ++i) {
    solution.impulse[system.source[size(i)]] = space.f[size(i)] / system.factor[size(i)];
  }
  write_sliding_speeds(problem, island, system, solution);
}

void write_sliding_speeds(const Problem& problem, const Island& island, const System& system, Solution& solution) {
  for (int k = island.unit; k < island.unit + island.units; ++k) {
    const Constraint& unit = system.unit[size(k)];
    if (unit.kind != ConstraintKind::contact) continue;
    const int tangents = problem.contacts[unit.contact].tangents;
    double v[2] = {};
    for (int l = 0; l < tangents; ++l) {
      const Row& row = problem.rows[unit.source + 1 + l];
      v[l] =
          row_velocity(problem, row, solution.velocity.data()) + row.s + row.T * solution.impulse[unit.source + 1 + l];
    }
    solution.sliding_speed[unit.contact] = sliding_speed(v, tangents, unit.edges);
  }
}

double island_residual(const Island& island, const Space& space) {
  double worst = 0;
  double largest = 0;
  for (int k = island.unit; k < island.unit + island.units; ++k) {
    const Constraint& unit = space.system.unit[size(k)];
    const auto i = size(unit.row);
    const double defect = residual_defect(unit, &space.f[i], &space.u[i]);
    if (!(defect <= worst)) worst = defect;
    for (int r = 0; r < unit.rows; ++r) largest = std::max(largest, std::fabs(space.f[i + size(r)]));
  }
  return worst == 0 && largest == 0 ? 0 : (worst + kRoundOff * largest) / std::max(space.system.scale, 1e-150);
}

}  // namespace stickslip::lcp
