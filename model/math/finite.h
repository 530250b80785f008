#pragma once

#include "model/math/span.h"

namespace stickslip {

/// Whether all of many numbers are finite. 0 times a number is 0 unless it is infinite or no number; sums side by side
/// do without a branch for each.
inline bool all_finite(Span<const double> values) {
  constexpr int kLanes = 16;
  double sums[kLanes] = {};
  int i = 0;
  for (; i + kLanes <= values.size(); i += kLanes) {
    for (int k = 0; k < kLanes; ++k) sums[k] += 0.0 * values[i + k];
  }
  for (; i < values.size(); ++i) sums[0] += 0.0 * values[i];
  double sum = 0;
  for (const double lane : sums) sum += lane;
  return sum == 0;
}

}  // namespace stickslip
