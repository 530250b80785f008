#include "model/lcp/islands/screening.h"

#include <algorithm>

#include "model/lcp/islands/stages.h"
#include "model/lcp/newton/pattern.h"
#include "model/math/arithmetic.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

constexpr double kMargin = 0.5;  // of the bodies' typical speed: contacts that open slower than this take part

double margin_of(const Part& all, const System& system) {
  return kMargin * system.scale / root(static_cast<double>(all.island.bodies));
}

/// u of a unit without impulses.
void find_free_speeds(const System& system, const Constraint& unit, double* u) {
  row_speeds(system, unit, system.free.data(), u);
  for (int r = 0; r < unit.rows; ++r) u[r] += system.s[size(unit.row + r)];
}

/// Whether the motion without impulses is a solution. Mostly the first unit says that it is not.
bool needs_nothing(const Part& all, const System& system) {
  constexpr double kNone[3] = {};
  return std::all_of(all.units.begin(), all.units.end(), [&](int k) {
    const Constraint& unit = system.unit[size(k)];
    double u[3];
    find_free_speeds(system, unit, u);
    return natural_defect(unit, kNone, u) == 0;
  });
}

/// Contacts that would open slowly without impulses.
void mark_near_in_free_motion(const Part& all, IslandWork& work) {
  const System& system = work.space.system;
  const double margin = margin_of(all, system);
  for (const int k : all.units) {
    if (work.takes_part[size(k)]) continue;
    double u[3];
    find_free_speeds(system, system.unit[size(k)], u);
    if (u[0] < margin) work.takes_part[size(k)] = 1;
  }
}

}  // namespace

double start_island(const Part& all, IslandWork& work) {
  Space& space = work.space;
  if (needs_nothing(all, space.system)) {
    pose_free(all, space);
    return 0;
  }
  copy_rows(all.island, work.space.system.warm, space.f);
  pose(all, space);
  const double defect = own_natural(all, space) / space.system.scale;
  if (defect <= kHolds) return defect;
  mark_others(all, work);
  mark_near_in_free_motion(all, work);
  return defect;
}

void mark_others(const Part& all, IslandWork& work) {
  for (const int k : all.units) {
    work.takes_part[size(k)] = work.space.system.unit[size(k)].kind != ConstraintKind::contact;
  }
}

void mark_near(const Part& all, IslandWork& work) {
  const double margin = margin_of(all, work.space.system);
  for (const int k : all.units) {
    const auto i = size(work.space.system.unit[size(k)].row);
    if (work.space.system.warm[i] > 0 || work.space.u[i] < margin) work.takes_part[size(k)] = 1;
  }
}

void mark_all(const Part& all, IslandWork& work) {
  for (const int k : all.units) work.takes_part[size(k)] = 1;
}

Part list_active(const Part& all, IslandWork& work) {
  int count = 0;
  for (const int k : all.units) {
    const Constraint& unit = work.space.system.unit[size(k)];
    if (work.takes_part[size(k)]) {
      work.active[size(count++)] = k;
    } else {
      std::fill_n(work.space.f.begin() + unit.row, unit.rows, 0.0);
    }
  }
  return {all.island, {work.active.data(), count}};
}

bool add_violated(const Part& all, double tolerance, IslandWork& work) {
  bool added = false;
  for (const int k : all.units) {
    if (work.takes_part[size(k)]) continue;
    if (!(work.space.u[size(work.space.system.unit[size(k)].row)] < -tolerance * work.space.system.scale)) continue;
    work.takes_part[size(k)] = 1;
    added = true;
  }
  return added;
}

}  // namespace stickslip::lcp
