#pragma once

#include <cmath>

#include "model/math/span.h"

namespace stickslip {

/// Whether all of many numbers are finite. A sum with an infinite one, or with no number at all, is not finite: sums
/// side by side do without a branch for each. Large finite ones may overflow, so a sum that is not finite proves
/// nothing yet.
inline bool all_finite(Span<const double> values) {
  constexpr int kLanes = 16;
  double sums[kLanes] = {};
  int i = 0;
  for (; i + kLanes <= values.size(); i += kLanes) {
    for (int k = 0; k < kLanes; ++k) sums[k] += values[i + k];
  }
  for (; i < values.size(); ++i) sums[0] += values[i];
  double sum = 0;
  for (const double lane : sums) sum += lane;
  if (std::isfinite(sum)) return true;
  for (const double value : values) {
    if (!std::isfinite(value)) return false;
  }
  return true;
}

}  // namespace stickslip
