#pragma once

#include <algorithm>

#include "model/math/arithmetic.h"

namespace stickslip {

/// square s^2 + slope s + start.
struct Parabola {
  double square = 0;
  double slope = 0;
  double start = 0;

  double at(double s) const { return (square * s + slope) * s + start; }
};

/// The largest s in [0, 1] with a value of at most zero, for one that begins at or below zero or nowhere is; then 0.
inline double largest_share(const Parabola& p) {
  if (p.at(1) <= 0) return 1;
  if (p.start > 0) return 0;
  // start <= 0 < at(1): one crossing, upwards, whatever the sign of the square.
  const double spread = root(std::max(0.0, p.slope * p.slope - 4 * p.square * p.start));
  const double s = p.slope > 0 ? -2 * p.start / (p.slope + spread) : (spread - p.slope) / (2 * p.square);
  return std::min(1.0, std::max(0.0, s));
}

}  // namespace stickslip
