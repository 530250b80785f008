#include "model/lcp/natural_map.h"
#include "model/math/arithmetic.h"

#include <algorithm>
#include <cmath>

namespace stickslip::lcp {
namespace {

constexpr double kLeastMobility = 1e-6;

/// Projects on the disk of radius `budget`.
Pattern project_on_round_cone(double budget, double mobility, double* target) {
  const double length = root(target[0] * target[0] + target[1] * target[1]);
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

/// The point of the whole cone nearest to the target, in the metric of the mobilities. It has few faces: all are tried.
Pattern project_on_whole_cone(const Condensed& lcp, const Unit& unit, double normal, double tangent, double* target) {
  const EdgeShares shares = decompose(target + 1, unit.rows - 1, unit.edges);
  if (shares.share[0] + shares.share[1] <= unit.mu * target[0]) return {Motion::stick, 0};
  const auto product = [&](const double* a, const double* b) {
    return normal * a[0] * b[0] + tangent * (a[1] * b[1] + a[2] * b[2]);
  };
  Pattern out = {Motion::open, 0};
  double point[3] = {0, 0, 0};
  double longest = 0;  // square of a face's nearest point: the longer, the nearer to the target
  for (int k = 0; k < unit.edges; ++k) {
    const Edge d = edge_of(lcp, unit, k);
    const Edge e = edge_of(lcp, unit, k + 1);
    const double g[3] = {1, unit.mu * d.along[0], unit.mu * d.along[1]};
    const double h[3] = {1, unit.mu * e.along[0], unit.mu * e.along[1]};
    const double gg = product(g, g);
    const double gt = product(g, target);
    if (gt > 0 && gt * gt > longest * gg) {
      longest = gt * gt / gg;
      out = {Motion::edge, k};
      for (int l = 0; l < 3; ++l) point[l] = gt / gg * g[l];
    }
    const double hh = product(h, h);
    const double gh = product(g, h);
    const double ht = product(h, target);
    const double determinant = gg * hh - gh * gh;
    if (unit.rows < 3 || !(determinant > 0)) continue;
    const double a = (gt * hh - ht * gh) / determinant;
    const double b = (ht * gg - gt * gh) / determinant;
    if (!(a > 0 && b > 0 && a * gt + b * ht > longest)) continue;
    longest = a * gt + b * ht;
    out = {Motion::facet, k};
    for (int l = 0; l < 3; ++l) point[l] = a * g[l] + b * h[l];
  }
  std::copy(point, point + 3, target);
  return out;
}

Pattern project_with(double normal_mobility, double tangent_mobility, bool dilatant, const Condensed& lcp,
                     const Unit& unit, const double* f, const double* u, double* projected) {
  const double sign = unit.normal < 0 ? lcp.unknowns[unit.edge].weight[0] : 1.0;
  projected[0] = f[unit.row] - u[unit.row] / normal_mobility;
  for (int l = 1; l < unit.rows; ++l) projected[l] = f[unit.row + l] - u[unit.row + l] / tangent_mobility;
  if (dilatant && has_friction(unit)) {
    return project_on_whole_cone(lcp, unit, normal_mobility, tangent_mobility, projected);
  }
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

Pattern project(const Condensed& lcp, const Law& law, const Unit& unit, const double* f, const double* u,
                double* projected) {
  return project_with(mobility(lcp, law.tau, unit.row), tangent_mobility(lcp, law.tau, unit), law.dilatant, lcp, unit,
                      f, u, projected);
}

double merit(const Condensed& lcp, const Law& law, const double* f, const double* u) {
  double sum = 0;
  for (const Unit& unit : lcp.units) {
    const double normal = mobility(lcp, law.tau, unit.row);
    const double tangent = tangent_mobility(lcp, law.tau, unit);
    double projected[3] = {0, 0, 0};
    project_with(normal, tangent, law.dilatant, lcp, unit, f, u, projected);
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
    project_with(1, 1, false, lcp, unit, f, u, projected);
    for (int l = 0; l < unit.rows; ++l) {
      const double defect = std::fabs(f[unit.row + l] - projected[l]);
      if (!(defect <= worst)) worst = defect;
    }
  }
  return worst;
}

}  // namespace stickslip::lcp
