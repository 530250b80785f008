#pragma once

#include <algorithm>
#include <cstdint>

#include "model/lcp/newton/space.h"
#include "model/math/untouched.h"

namespace stickslip::lcp {

/// What sweeps know of each unit.
struct SweepWork {
  explicit SweepWork(const System& system);
  UntouchedVector<double> response;  // M^-1 J', where System::jacobian has J
  UntouchedVector<double> block;     // J M^-1 J' + T, nine per unit
};

/// What a solver of islands holds besides the space that it iterates in. None of it is looked at when an island is
/// done.
struct IslandWork {
  IslandWork(const Capacity& capacity, System& system);
  Space space;
  SweepWork sweeps;
  UntouchedVector<int> all;                  // 0, 1, 2, ...
  UntouchedVector<int> active;               // units that take part
  UntouchedVector<std::uint8_t> takes_part;  // per unit
  UntouchedVector<int> group;                // scratch, per body and the ground
  UntouchedVector<double> found;             // f that a strategy has come to
  UntouchedVector<double> T, s;              // of the problem as posed, while a rung of the ladder has changed it, ...
  UntouchedVector<double> lower, upper;      // ... and the bounds, per unit
};

/// All units of an island.
inline Part whole(const Island& island, const IslandWork& work) {
  return {island, {work.all.data() + island.unit, island.units}};
}

inline void copy_rows(const Island& island, const UntouchedVector<double>& from, UntouchedVector<double>& to) {
  const auto at = from.begin() + island.row;
  std::copy(at, at + island.rows, to.begin() + island.row);
}

}  // namespace stickslip::lcp
