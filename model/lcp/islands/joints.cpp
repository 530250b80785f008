#include "model/lcp/islands/joints.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/islands/stages.h"
#include "model/lcp/newton/pattern.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

constexpr int kMostRows = 6;           // of independent ones between two bodies
constexpr double kIndependent = 1e-6;  // part of a row that others must leave
constexpr double kExact = 1e-15;       // natural defect, in units of V, that is not worth another solve

/// Whether rows are independent on the body that is the `side`th of each: by elimination of their Gram matrix.
bool are_independent(const System& system, const int* units, int count, int side) {
  const int width = system.width;
  double gram[kMostRows][kMostRows];
  for (int i = 0; i < count; ++i) {
    const double* a = &system.jacobian[size(system.unit[size(units[i])].jacobian + side * width)];
    for (int j = 0; j <= i; ++j) {
      const double* b = &system.jacobian[size(system.unit[size(units[j])].jacobian + side * width)];
      gram[i][j] = 0;
      for (int k = 0; k < width; ++k) gram[i][j] += a[k] * b[k];
    }
  }
  for (int i = 0; i < count; ++i) {
    const double whole = gram[i][i];
    for (int j = 0; j < i; ++j) {
      for (int k = 0; k < j; ++k) gram[i][j] -= gram[i][k] * gram[j][k] * gram[k][k];
      gram[i][j] /= gram[j][j];
      gram[i][i] -= gram[i][j] * gram[i][j] * gram[j][j];
    }
    if (!(gram[i][i] > kIndependent * whole)) return false;
  }
  return true;
}

}  // namespace

bool has_joints_only(const Island& island, const System& system) {
  const auto begin = system.unit.begin() + island.unit;
  return std::all_of(begin, begin + island.units,
                     [](const Constraint& unit) { return unit.kind == ConstraintKind::joint; });
}

bool is_tree(const Part& part, IslandWork& work) {
  const System& system = work.space.system;
  const int ground = part.island.bodies;
  auto& group = work.group;
  for (int i = 0; i <= ground; ++i) group[size(i)] = i;
  const auto group_of = [&](int body) {
    while (group[size(body)] != body) body = group[size(body)] = group[size(group[size(body)])];
    return body;
  };
  for (int k = 0; k < part.units.size();) {
    const Constraint& first = system.unit[size(part.units[k])];
    int rigid[kMostRows];
    int count = 0;
    for (; k < part.units.size() && links_the_same(system, system.unit[size(part.units[k])], first); ++k) {
      if (system.T[size(system.unit[size(part.units[k])].row)] > 0) continue;
      if (count == kMostRows) return false;
      rigid[count++] = part.units[k];
    }
    if (count == 0) continue;
    if (first.bodies > 2) return false;
    const int* bodies = &system.unit_body[size(first.body)];
    const int a = group_of(bodies[0] - part.island.body);
    const int b = group_of(first.bodies == 1 ? ground : bodies[1] - part.island.body);
    if (a == b) return false;
    group[size(std::min(a, b))] = std::max(a, b);
    for (int side = 0; side < first.bodies; ++side) {
      if (!are_independent(system, rigid, count, side)) return false;
    }
  }
  return true;
}

double solve_joints(const Part& part, Space& space) {
  const double enough = kExact * space.system.scale;
  if (!analyse(part, space)) return HUGE_VAL;
  return polish(part, newton_steps(part, 1, enough, space), enough, space);
}

}  // namespace stickslip::lcp
