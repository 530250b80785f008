#include "model/lcp/islands/screening.h"

#include <algorithm>

#include "model/lcp/newton/pattern.h"
#include "model/math/arithmetic.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

constexpr double kMargin = 0.5;  // of the bodies' typical speed: contacts that open slower than this take part

}  // namespace

double start_island(const Part& all, IslandWork& work) {
  Space& space = work.space;
  pose_free(all, space);
  if (own_natural(all, space) == 0) return 0;
  mark_others(all, work);
  mark_near(all, work);
  copy_rows(all.island, work.warm, space.f);
  evaluate(all, space);
  return own_natural(all, space) / space.system.scale;
}

void mark_others(const Part& all, IslandWork& work) {
  for (const int k : all.units) {
    work.takes_part[size(k)] = work.space.system.unit[size(k)].kind != ConstraintKind::contact;
  }
}

void mark_near(const Part& all, IslandWork& work) {
  const double margin = kMargin * work.space.system.scale / root(static_cast<double>(all.island.bodies));
  for (const int k : all.units) {
    const auto i = size(work.space.system.unit[size(k)].row);
    if (work.warm[i] > 0 || work.space.u[i] < margin) work.takes_part[size(k)] = 1;
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
