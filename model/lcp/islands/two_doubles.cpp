#include "model/lcp/islands/two_doubles.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/cone/cone.h"
#include "model/lcp/finish/answer.h"
#include "model/math/arithmetic.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

DoubleDouble absolute(DoubleDouble x) {
  return x < 0.0 ? -x : x;
}

/// Six components of M~^-1 (r + G'c) for one body, and what rounding takes of them.
void find_velocity(const Problem& problem, Span<const DoubleDouble> impulse, int body, double* velocity, double* rest) {
  DoubleDouble momentum[6];
  std::copy_n(&problem.momentum[6 * body], 6, momentum);
  for (int i = 0; i < problem.rows.size(); ++i) {
    const Row& row = problem.rows[i];
    for (int k = row.first_block; k < row.first_block + row.block_count; ++k) {
      const Block& block = problem.blocks[k];
      if (block.body != body) continue;
      for (int l = 0; l < 6; ++l) momentum[l] = momentum[l] + impulse[i] * block.j[l];
    }
  }
  const BodyInverse& m = problem.inverse_mass[body];
  for (int l = 0; l < 3; ++l) {
    const double* a = m.angular + 3 * l;
    const DoubleDouble linear = momentum[l] * m.linear[l];
    const DoubleDouble angular = momentum[3] * a[0] + momentum[4] * a[1] + momentum[5] * a[2];
    velocity[l] = linear.high;
    velocity[3 + l] = angular.high;
    rest[l] = linear.low;
    rest[3 + l] = angular.low;
  }
}

/// e' M e for a body of the system.
double energy_of(const System& system, int body, const double* e) {
  const int n = system.width;
  const double* mass = &system.mass[size(body * n * n)];
  double sum = 0;
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) sum += e[system.component(i)] * mass[n * j + i] * e[system.component(j)];
  }
  return sum;
}

/// |c - clamp(c - y, lower, upper)|, scaled.
double bounded_defect(const Row& row, double scale, DoubleDouble c, double y) {
  const double above = row.lower > -HUGE_VAL ? scale * (c - row.lower).high : HUGE_VAL;
  const double below = row.upper < HUGE_VAL ? scale * (c - row.upper).high : -HUGE_VAL;
  return std::fabs(std::min(std::max(y / scale, below), above));
}

/// Of a contact with impulses c, normal first, and tangential velocities y, on its polygon; one tangent has two edges.
double friction_defect(double mu, int tangents, int edges, const DoubleDouble* c, const double* y, double scale) {
  const double t[2] = {c[1].high, tangents == 2 ? c[2].high : 0.0};
  EdgeShares shares = decompose(t, tangents, edges);
  DoubleDouble budget = c[0] * mu;
  if (tangents == 1) {
    budget = budget - absolute(c[1]);
  } else {
    const PreciseEdge a = precise_edge(shares.first, edges);
    const PreciseEdge b = precise_edge((shares.first + 1) % edges, edges);
    const DoubleDouble determinant = a.along[0] * b.along[1] - a.along[1] * b.along[0];
    const DoubleDouble of_a = (c[1] * b.along[1] - c[2] * b.along[0]) / determinant;
    const DoubleDouble of_b = (c[2] * a.along[0] - c[1] * a.along[1]) / determinant;
    shares.share[0] = of_a.high;
    shares.share[1] = of_b.high;
    budget = budget - of_a - of_b;
  }
  const double lambda = sliding_speed(y, tangents, edges);
  double worst = std::fabs(std::min(lambda / scale, scale * budget.high));
  for (int k = 0; k < edges; ++k) {
    const Edge d = polygon_edge(k, edges);
    double beta = k == shares.first ? shares.share[0] : 0.0;
    if (k == (shares.first + 1) % edges) beta += shares.share[1];
    const double along = d.along[0] * y[0] + (tangents == 2 ? d.along[1] * y[1] : 0.0) + lambda;
    worst = std::max(worst, std::fabs(std::min(scale * beta, along / scale)));
  }
  return worst;
}

/// The largest defect of the island's rows for the bodies' velocities.
double row_defect(const Problem& problem, const Island& island, int edges, Span<const DoubleDouble> impulse,
                  const double* velocity, const System& system) {
  double worst = 0;
  int contact = 0;
  for (int k = island.unit; k < island.unit + island.units; ++k) {
    const Constraint& unit = system.unit[size(k)];
    const int first = unit.row - island.row;
    const DoubleDouble* c = &impulse[first];
    const double scale = system.factor[size(unit.row)];
    double y[3] = {};
    for (int r = 0; r < unit.rows; ++r) {
      const Row& row = problem.rows[first + r];
      y[r] = (c[r] * row.T + (row_velocity(problem, row, velocity) + row.s)).high;
    }
    double defect = std::fabs(y[0]) / scale;
    if (unit.kind == ConstraintKind::bounded) defect = bounded_defect(problem.rows[first], scale, c[0], y[0]);
    if (unit.kind == ConstraintKind::contact) {
      defect = std::fabs(std::min(scale * c[0].high, y[0] / scale));
      const double mu = problem.contacts[contact++].mu;
      if (unit.rows > 1) {
        const double own =
            friction_defect(mu, unit.rows - 1, unit.rows == 2 ? 2 : edges, c, y + 1, system.factor[size(unit.row + 1)]);
        if (!(own <= defect)) defect = own;
      }
    }
    if (!(defect <= worst)) worst = defect;
  }
  return worst;
}

}  // namespace

double tell_in_two(const Problem& problem, const Island& island, const SmallProblem& small, int edges, double accept,
                   Span<const DoubleDouble> impulse, Space& space, Solution& solution) {
  const System& system = space.system;
  UntouchedVector<double>& velocity = space.body_step;
  double energy = 0;
  for (int b = 0; b < island.bodies; ++b) {
    double rest[6];
    find_velocity(small.problem, impulse, b, &velocity[size(6 * b)], rest);
    energy += energy_of(system, island.body + b, rest);
  }
  const double defect = row_defect(small.problem, island, edges, impulse, velocity.data(), system);
  const double residual = std::max(defect, root(std::max(0.0, energy))) / system.scale;
  if (!(residual <= accept)) return residual;
  for (int b = 0; b < island.bodies; ++b) {
    std::copy_n(&velocity[size(6 * b)], 6, &solution.velocity[6 * system.body[size(island.body + b)]]);
  }
  for (int i = 0; i < island.rows; ++i) {
    solution.impulse[system.source[size(island.row + i)]] = impulse[i].high;
    solution.impulse_rest[system.source[size(island.row + i)]] = impulse[i].low;
  }
  write_sliding_speeds(problem, island, system, solution);
  return residual;
}

}  // namespace stickslip::lcp
