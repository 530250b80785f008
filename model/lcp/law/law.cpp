#include "model/lcp/law/law.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/cone/cone.h"
#include "model/math/arithmetic.h"

namespace stickslip::lcp {
namespace {

/// max(0, x) rounded off, with its derivatives.
struct Smooth {
  double value;
  double slope;  // by x
  double rest;   // 1 - slope
  double drift;  // by log nu
  double size;   // sqrt(x^2 + 4 nu)
};

Smooth smooth(double x, double nu) {
  if (nu == 0) return {std::max(0.0, x), x > 0 ? 1.0 : 0.0, x > 0 ? 0.0 : 1.0, 0.0, std::fabs(x)};
  const double distance = root(x * x + 4 * nu);
  const double large = 0.5 * (std::fabs(x) + distance);  // s(|x|)
  const double small = nu / large;                       // s(-|x|)
  const double steep = large / distance;
  const double flat = small / distance;
  return {x > 0 ? large : small, x > 0 ? steep : flat, x > 0 ? flat : steep, nu / distance, distance};
}

void find_bounded(const Constraint& unit, double f, double z, double nu, LocalLaw& out) {
  if (unit.lower == unit.upper) {
    out.F[0] = f - unit.lower;
    out.dF[0] = out.G[0] = out.size[0] = 0;
    out.rest[0] = 1;
    return;
  }
  const bool below = unit.lower > -HUGE_VAL;
  const bool above = unit.upper < HUGE_VAL;
  Smooth low = {z, 1, 0, 0, HUGE_VAL};
  Smooth high = {0, 0, 1, 0, HUGE_VAL};
  double p = z;
  if (below) {
    low = smooth(z - unit.lower, nu);
    p = unit.lower + low.value;
  }
  if (above) {
    high = smooth(z - unit.upper, nu);
    p = below ? p - high.value : unit.upper - smooth(unit.upper - z, nu).value;
  }
  if (nu == 0) p = std::min(std::max(z, unit.lower), unit.upper);
  out.F[0] = f - p;
  out.dF[0] = -(low.drift - high.drift);
  out.G[0] = std::max(0.0, low.slope - high.slope);
  out.rest[0] = low.rest + high.slope;
  out.size[0] = std::min(low.size, high.size);
}

/// Friction at nu = 0 against a polygon.
void find_polygon(const Constraint& unit, const double* z, double radius, double slope, LocalLaw& out, double* p) {
  p[0] = z[0];
  p[1] = z[1];
  const Pattern pattern = project_on_polygon(unit.edges, radius, p);
  out.G[1] = out.G[2] = out.G[3] = 0;
  out.rest[1] = out.rest[2] = 1;
  if (pattern.kind == Motion::stick) {
    out.G[2] = out.G[3] = 1;
    out.rest[1] = out.rest[2] = 0;
    return;
  }
  const Edge a = polygon_edge(pattern.edge, unit.edges);
  double reach = 1;
  if (pattern.kind == Motion::facet) {
    const Edge b = polygon_edge((pattern.edge + 1) % unit.edges, unit.edges);
    const double middle[2] = {a.along[0] + b.along[0], a.along[1] + b.along[1]};
    const double length = root(middle[0] * middle[0] + middle[1] * middle[1]);
    out.along[0] = middle[0] / length;
    out.along[1] = middle[1] / length;
    reach = 0.5 * length;
    out.G[3] = 1;
    out.rest[2] = 0;
  } else {
    out.along[0] = a.along[0];
    out.along[1] = a.along[1];
  }
  out.G[1] = unit.mu * slope * reach;
}

void find_friction(const Constraint& unit, const double* f, const double* z, double nu, const Smooth& push,
                   LocalLaw& out) {
  const double radius = unit.mu * push.value;
  const double length = unit.rows == 2 ? std::fabs(z[1]) : root(z[1] * z[1] + z[2] * z[2]);
  out.along[0] = length > 0 ? z[1] / length : 1.0;
  out.along[1] = length > 0 && unit.rows == 3 ? z[2] / length : 0.0;
  if (nu == 0 && unit.edges > 0) {
    double p[2];
    find_polygon(unit, z + 1, radius, push.slope, out, p);
    const double F[3] = {out.F[0], f[1] - p[0], f[2] - p[1]};
    turn(unit, out.along, F, out.F);
    out.dF[1] = out.dF[2] = 0;
    out.size[1] = out.size[2] = 0;
    return;
  }
  const Smooth beyond = smooth(length - radius, nu);
  const double rho = radius + beyond.value;
  const double share = rho > 0 ? radius / rho : 0.0;
  const double q = length * share;
  const double per_radius = rho > 0 ? (length - q * beyond.rest) / rho : 0.0;  // dq/dr
  out.G[1] = unit.mu * push.slope * per_radius;
  out.G[2] = rho > 0 ? std::max(0.0, (radius - q * beyond.slope) / rho) : 0.0;
  out.G[3] = share;
  out.rest[1] = rho > 0 ? (beyond.value + q * beyond.slope) / rho : 1.0;
  out.rest[2] = rho > 0 ? beyond.value / rho : 1.0;
  const double drift = unit.mu * push.drift;
  const double drift_rho = beyond.drift + beyond.rest * drift;
  out.dF[1] = rho > 0 ? -(length * drift - q * drift_rho) / rho : 0.0;
  out.dF[2] = 0;
  out.size[1] = beyond.size;
  out.size[2] = rho;
  const double F[3] = {out.F[0], f[1] - share * z[1], unit.rows == 3 ? f[2] - share * z[2] : 0.0};
  turn(unit, out.along, F, out.F);
}

}  // namespace

void find_law(const Constraint& unit, const double* T, const double* f, const double* u, double nu, LocalLaw& out) {
  const double m = 1 + T[0];
  out.mobility[0] = m;
  if (unit.kind == ConstraintKind::joint) {
    out.F[0] = u[0] / m;
    out.dF[0] = out.rest[0] = out.size[0] = 0;
    out.G[0] = 1;
    return;
  }
  double z[3] = {f[0] - u[0] / m, 0, 0};
  if (unit.kind == ConstraintKind::bounded) {
    find_bounded(unit, f[0], z[0], nu, out);
    return;
  }
  const Smooth push = smooth(z[0], nu);
  out.F[0] = f[0] - push.value;
  out.dF[0] = -push.drift;
  out.G[0] = push.slope;
  out.rest[0] = push.rest;
  out.size[0] = push.size;
  if (unit.rows == 1) return;
  out.mobility[1] = 1 + std::max(T[1], T[unit.rows - 1]);
  for (int l = 1; l < unit.rows; ++l) z[l] = f[l] - u[l] / out.mobility[1];
  find_friction(unit, f, z, nu, push, out);
}

double natural_defect_within(const Constraint& unit, const double* f, const double* u) {
  if (unit.kind == ConstraintKind::bounded) {
    // So that nothing is lost for large impulses.
    return std::fabs(std::min(std::max(u[0], f[0] - unit.upper), f[0] - unit.lower));
  }
  double worst = std::fabs(std::min(f[0], u[0]));
  if (unit.rows == 1) return worst;
  const double radius = unit.mu * std::max(0.0, f[0]);
  double p[2] = {f[1] - u[1], unit.rows == 3 ? f[2] - u[2] : 0.0};
  if (unit.edges > 0) {
    project_on_polygon(unit.edges, radius, p);
  } else {
    project_on_disk(unit.rows - 1, radius, p);
  }
  for (int l = 1; l < unit.rows; ++l) worst = std::max(worst, std::fabs(f[l] - p[l - 1]));
  return worst;
}

double residual_defect_of_polygon(const Constraint& unit, const double* f, const double* u) {
  double worst = std::fabs(std::min(f[0], u[0]));
  const double lambda = sliding_speed(u + 1, 2, unit.edges);
  const EdgeShares shares = decompose(f + 1, 2, unit.edges);
  for (int k = 0; k < unit.edges; ++k) {
    const Edge d = polygon_edge(k, unit.edges);
    double beta = k == shares.first ? shares.share[0] : 0.0;
    if (k == (shares.first + 1) % unit.edges) beta += shares.share[1];
    worst = std::max(worst, std::fabs(std::min(beta, d.along[0] * u[1] + d.along[1] * u[2] + lambda)));
  }
  const double budget = unit.mu * f[0] - shares.share[0] - shares.share[1];
  return std::max(worst, std::fabs(std::min(lambda, budget)));
}

}  // namespace stickslip::lcp
