#pragma once

#include <cmath>

#include "model/lcp/condensed.h"

namespace stickslip::lcp {

/// Numbers from 1 to 2 without pattern: symmetric problems then have fewer ties.
inline double irregular(int i) {
  const double x = 0.61803398874989484820 * (i + 1);
  return 1 + (x - std::floor(x));
}

/// Lemke's cover of row i, number `cover`: friction rows ten times those of normals, which takes the fewest pivots; in
/// every second one the same.
inline double cover_of(Role role, int i, int cover) {
  constexpr double kFriction = 10;
  const double weight = role == Role::normal || cover % 2 == 1 ? 1.0 : kFriction;
  return weight * irregular(i + (cover > 0 ? cover : 0) * 1013);
}

}  // namespace stickslip::lcp
