#pragma once

#include <algorithm>
#include <cmath>

/// Kernels with a fixed order of operations: they vectorise without reassociation, so that every machine computes the
/// same bits.
namespace stickslip::lcp {

/// Four partial sums, always in the same order.
inline double dot(const double* __restrict x, const double* __restrict y, int n) {
  double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    s0 += x[i] * y[i];
    s1 += x[i + 1] * y[i + 1];
    s2 += x[i + 2] * y[i + 2];
    s3 += x[i + 3] * y[i + 3];
  }
  for (; i < n; ++i) s0 += x[i] * y[i];
  return (s0 + s2) + (s1 + s3);
}

inline double max_abs(const double* x, int n) {
  double m0 = 0, m1 = 0;
  int i = 0;
  for (; i + 2 <= n; i += 2) {
    m0 = std::max(m0, std::fabs(x[i]));
    m1 = std::max(m1, std::fabs(x[i + 1]));
  }
  if (i < n) m0 = std::max(m0, std::fabs(x[i]));
  return std::max(m0, m1);
}

/// Without a branch for each, so that it costs next to nothing: zero times what is not finite is no number.
inline bool are_finite(const double* x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += 0 * x[i];
  return sum == 0;
}

}  // namespace stickslip::lcp
