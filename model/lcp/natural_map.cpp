#include "model/lcp/natural_map.h"

#include <algorithm>
#include <cmath>

namespace stickslip::lcp {
namespace {

constexpr double kLeastMobility = 1e-6;

/// Projects on the disk of radius `budget`.
Pattern project_on_round_cone(double budget, double mobility, double* target) {
  const double length = std::sqrt(target[0] * target[0] + target[1] * target[1]);
  if (length <= budget) return {Motion::stick, 0};
  Pattern out = {Motion::round, 0};
  const double ratio = budget / length;
  for (int l = 0; l < 2; ++l) {
    out.along[l] = target[l] / length;
    target[l] *= ratio;
  }
  out.turn = ratio / (ratio + (1 - ratio) * mobility);
  return out;
}

Pattern project_with(double normal_mobility, double tangent_mobility, const Condensed& lcp, const Unit& unit,
                     const double* f, const double* u, double* projected) {
  const double sign = unit.normal < 0 ? lcp.unknowns[unit.edge].weight[0] : 1.0;
  projected[0] = f[unit.row] - u[unit.row] / normal_mobility;
  for (int l = 1; l < unit.rows; ++l) projected[l] = f[unit.row + l] - u[unit.row + l] / tangent_mobility;
  const double target = sign * projected[0];
  if (target <= 0) {
    projected[0] = projected[1] = projected[2] = 0;
    return {Motion::open, 0};
  }
  if (unit.normal < 0) {
    if (unit.cap < 0 || target < unit.range) return {Motion::stick, 0};
    projected[0] = sign * unit.range;
    return {Motion::capped, 0};
  }
  if (unit.rows == 1) return {Motion::stick, 0};
  if (is_round(unit)) return project_on_round_cone(unit.mu * target, tangent_mobility, projected + 1);
  return project_on_polygon(unit.rows - 1, unit.edges, unit.mu * target, projected + 1);
}

}  // namespace

Edge edge_of(const Condensed& lcp, const Unit& unit, int k) {
  const Unknown& a = lcp.unknowns[unit.edge + k % unit.edges];
  return {{a.weight[0], a.row[1] >= 0 ? a.weight[1] : 0.0}};
}

double mobility(const Condensed& lcp, double tau, int row) {
  return std::max(kLeastMobility, lcp.column(row)[row] + tau);
}

double tangent_mobility(const Condensed& lcp, double tau, const Unit& unit) {
  double largest = kLeastMobility;
  for (int l = unit.row + 1; l < unit.row + unit.rows; ++l) largest = std::max(largest, lcp.column(l)[l] + tau);
  return largest;
}

Pattern project(const Condensed& lcp, double tau, const Unit& unit, const double* f, const double* u,
                double* projected) {
  return project_with(mobility(lcp, tau, unit.row), tangent_mobility(lcp, tau, unit), lcp, unit, f, u, projected);
}

double merit(const Condensed& lcp, double tau, const double* f, const double* u) {
  double sum = 0;
  for (const Unit& unit : lcp.units) {
    const double normal = mobility(lcp, tau, unit.row);
    const double tangent = tangent_mobility(lcp, tau, unit);
    double projected[3] = {0, 0, 0};
    project_with(normal, tangent, lcp, unit, f, u, projected);
    for (int l = 0; l < unit.rows; ++l) {
      const double defect = (f[unit.row + l] - projected[l]) * (l == 0 ? normal : tangent);
      sum += defect * defect;
    }
  }
  return sum;
}

double natural_defect(const Condensed& lcp, const double* f, const double* u) {
  double worst = 0;
  for (const Unit& unit : lcp.units) {
    double projected[3] = {0, 0, 0};
    project_with(1, 1, lcp, unit, f, u, projected);
    for (int l = 0; l < unit.rows; ++l) {
      const double defect = std::fabs(f[unit.row + l] - projected[l]);
      if (!(defect <= worst)) worst = defect;
    }
  }
  return worst;
}

}  // namespace stickslip::lcp
