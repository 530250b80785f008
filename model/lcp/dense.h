#pragma once

#include "model/math/arithmetic.h"

#include <cmath>
#include <cstddef>

/// Kernels on column-major matrices with fixed order of operations: they vectorise without reassociation, so that every
/// machine computes the same bits.
namespace stickslip::lcp {

inline void fill(double* x, double value, int n) {
  for (int i = 0; i < n; ++i) x[i] = value;
}

inline void axpy(double a, const double* __restrict x, double* __restrict y, int n) {
  for (int i = 0; i < n; ++i) y[i] += a * x[i];
}

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
  double m = 0;
  for (int i = 0; i < n; ++i) {
    const double a = std::fabs(x[i]);
    if (!(a <= m)) m = a;
  }
  return m;
}

/// Without a branch for each, so that it costs next to nothing: zero times what is not finite is no number.
inline bool are_finite(const double* x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += 0 * x[i];
  return sum == 0;
}

/// What a row with this entry on the diagonal is scaled by.
inline double scale_of(double diagonal) {
  return diagonal != 0 ? root(std::fabs(diagonal)) : 1.0;
}

inline double* column_of(double* a, int n, int j) {
  return a + static_cast<std::ptrdiff_t>(j) * n;
}
inline const double* column_of(const double* a, int n, int j) {
  return a + static_cast<std::ptrdiff_t>(j) * n;
}

/// LU with partial pivoting in place, n x n, column-major. False when a pivot is below `smallest`.
bool lu_factor(double* a, int n, int* pivots, double smallest);
void lu_solve(const double* lu, int n, const int* pivots, double* x);
/// `inverse` from the factors.
void lu_invert(const double* lu, int n, const int* pivots, double* inverse);

/// LU without pivoting for a matrix with positive definite symmetric part and unit diagonal. A pivot below `dependent`
/// marks a row that depends on earlier ones: it is given the compliance `softening`. Returns how many there were.
int lu_factor_definite(double* a, int n, double dependent, double softening);
void lu_solve_definite(const double* lu, int n, double* x);

}  // namespace stickslip::lcp
