#pragma once

#include <cmath>
#include <type_traits>
#include <utility>

/// Small square matrices of a width known at compile time, stored column by column.
namespace stickslip::lcp {

/// Calls `call` with the width as a constant.
template <class Call>
inline auto by_width(int width, Call&& call) {
  if (width == 2) return call(std::integral_constant<int, 2>());
  return width == 3 ? call(std::integral_constant<int, 3>()) : call(std::integral_constant<int, 6>());
}

/// c += sign a b, or a b'.
template <int kWidth, int kSign = 1, bool kTransposed = false>
inline void add_product(const double* a, const double* b, double* c) {
  for (int j = 0; j < kWidth; ++j) {
    double sum[kWidth];
    for (int i = 0; i < kWidth; ++i) sum[i] = c[kWidth * j + i];
    for (int k = 0; k < kWidth; ++k) {
      const double own = kSign * (kTransposed ? b[kWidth * k + j] : b[kWidth * j + k]);
      for (int i = 0; i < kWidth; ++i) sum[i] += a[kWidth * k + i] * own;
    }
    for (int i = 0; i < kWidth; ++i) c[kWidth * j + i] = sum[i];
  }
}

/// y += sign a x.
template <int kWidth, int kSign = 1>
inline void add_times(const double* a, const double* x, double* y) {
  for (int k = 0; k < kWidth; ++k) {
    for (int i = 0; i < kWidth; ++i) y[i] += a[kWidth * k + i] * (kSign * x[k]);
  }
}

/// y -= a' x.
template <int kWidth>
inline void subtract_transposed_times(const double* a, const double* x, double* y) {
  for (int i = 0; i < kWidth; ++i) {
    double sum = 0;
    for (int k = 0; k < kWidth; ++k) sum += a[kWidth * i + k] * x[k];
    y[i] -= sum;
  }
}

/// P a = L U in place, by elimination with row pivoting: unlike with an inverse, what is stiff in a and what is not
/// keep their own digits in solves. Turns `negative` round if the determinant is negative. False if singular.
template <int kWidth>
inline bool factor_block(double* a, int* swapped, bool* negative) {
  for (int k = 0; k < kWidth; ++k) {
    int best = k;
    for (int i = k + 1; i < kWidth; ++i) {
      if (std::fabs(a[kWidth * k + i]) > std::fabs(a[kWidth * k + best])) best = i;
    }
    swapped[k] = best;
    const double pivot = a[kWidth * k + best];
    if (!(std::fabs(pivot) > 0 && std::fabs(pivot) < HUGE_VAL)) return false;
    if ((pivot < 0) != (best != k)) *negative = !*negative;
    if (best != k) {
      for (int j = 0; j < kWidth; ++j) std::swap(a[kWidth * j + k], a[kWidth * j + best]);
    }
    const double inverse = 1 / pivot;
    for (int i = k + 1; i < kWidth; ++i) a[kWidth * k + i] *= inverse;
    for (int j = k + 1; j < kWidth; ++j) {
      const double above = a[kWidth * j + k];
      for (int i = k + 1; i < kWidth; ++i) a[kWidth * j + i] -= a[kWidth * k + i] * above;
    }
  }
  return true;
}

/// x = a^-1 x from the factors.
template <int kWidth>
inline void solve_block(const double* a, const int* swapped, double* x) {
  for (int k = 0; k < kWidth; ++k) std::swap(x[k], x[swapped[k]]);
  for (int k = 0; k < kWidth; ++k) {
    for (int i = k + 1; i < kWidth; ++i) x[i] -= a[kWidth * k + i] * x[k];
  }
  for (int k = kWidth - 1; k >= 0; --k) {
    x[k] /= a[kWidth * k + k];
    for (int i = 0; i < k; ++i) x[i] -= a[kWidth * k + i] * x[k];
  }
}

/// x = b a^-1 from the factors of a.
template <int kWidth>
inline void divide_block(const double* b, const double* a, const int* swapped, double* x) {
  for (int j = 0; j < kWidth; ++j) {
    double column[kWidth];
    for (int i = 0; i < kWidth; ++i) column[i] = b[kWidth * j + i];
    for (int k = 0; k < j; ++k) {
      for (int i = 0; i < kWidth; ++i) column[i] -= x[kWidth * k + i] * a[kWidth * j + k];
    }
    const double inverse = 1 / a[kWidth * j + j];
    for (int i = 0; i < kWidth; ++i) x[kWidth * j + i] = column[i] * inverse;
  }
  for (int j = kWidth - 2; j >= 0; --j) {
    double column[kWidth];
    for (int i = 0; i < kWidth; ++i) column[i] = x[kWidth * j + i];
    for (int k = j + 1; k < kWidth; ++k) {
      for (int i = 0; i < kWidth; ++i) column[i] -= x[kWidth * k + i] * a[kWidth * j + k];
    }
    for (int i = 0; i < kWidth; ++i) x[kWidth * j + i] = column[i];
  }
  for (int k = kWidth - 1; k >= 0; --k) {
    if (swapped[k] == k) continue;
    for (int i = 0; i < kWidth; ++i) std::swap(x[kWidth * k + i], x[kWidth * swapped[k] + i]);
  }
}

/// a = a^-1. False if singular.
template <int kWidth>
inline bool invert(double* a) {
  double factors[kWidth * kWidth];
  int swapped[kWidth];
  bool negative = false;
  for (int i = 0; i < kWidth * kWidth; ++i) factors[i] = a[i];
  if (!factor_block<kWidth>(factors, swapped, &negative)) return false;
  for (int j = 0; j < kWidth; ++j) {
    for (int i = 0; i < kWidth; ++i) a[kWidth * j + i] = i == j ? 1.0 : 0.0;
    solve_block<kWidth>(factors, swapped, a + kWidth * j);
  }
  return true;
}

}  // namespace stickslip::lcp
