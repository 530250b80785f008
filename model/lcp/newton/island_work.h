#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/lcp/newton/space.h"

namespace stickslip::lcp {

/// What the solver of islands holds besides the space that it iterates in.
struct IslandWork {
  explicit IslandWork(const Capacity& capacity);
  Space space;
  std::vector<int> all;                  // 0, 1, 2, ...
  std::vector<int> active;               // units that take part
  std::vector<std::uint8_t> takes_part;  // per unit
  std::vector<int> group;                // scratch, per body and the ground
  std::vector<double> warm;              // f to start from
  std::vector<double> found;             // f that a strategy has come to
  std::vector<double> T, s;              // of the problem as posed, while a rung of the ladder has changed it, ...
  std::vector<double> lower, upper;      // ... and the bounds, per unit
};

/// All units of an island.
inline Part whole(const Island& island, const IslandWork& work) {
  return {island, {work.all.data() + island.unit, island.units}};
}

inline void copy_rows(const Island& island, const std::vector<double>& from, std::vector<double>& to) {
  const auto at = from.begin() + island.row;
  std::copy(at, at + island.rows, to.begin() + island.row);
}

}  // namespace stickslip::lcp
