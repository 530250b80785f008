#pragma once

#include "model/lcp/cone/double_double.h"

/// What methods that run in plain and in doubled precision need to know of either.
namespace stickslip::lcp {

inline double leading(double x) {
  return x;
}
inline double leading(DoubleDouble x) {
  return x.high;
}

template <class Real>
struct Precision;

template <>
struct Precision<double> {
  static constexpr double kSmallestPivot = 1e-9;  // below that, and ...
  static constexpr double kSingular = 1e-14;      // pivots below that have no inverse
  static constexpr double kRateNoise = 1e-10;     // ... this part of the largest rate, a rate is round-off
  static constexpr double kValueNoise = 1e-14;    // the same of values, as part of the largest
  static constexpr double kInfeasible = 1e-12;    // part of q by which values may be below zero
  static constexpr double kEqual = 1e-10;         // entries closer than this are equal, for breaking ties
  static constexpr double kTiedPivot = 1e-4;      // part of the best pivot among tied rows that others must have
  static constexpr double kArrived = 1e-8;        // part of its first value at which z0 counts as gone
  static constexpr double kDependent = 1e-10;     // pivots of joints below this part of the diagonal are round-off
  static double product(double a, double b) { return a * b; }
};

template <>
struct Precision<DoubleDouble> {
  static constexpr double kSmallestPivot = 1e-26;
  static constexpr double kSingular = 1e-26;
  static constexpr double kRateNoise = 1e-25;
  static constexpr double kValueNoise = 1e-29;
  static constexpr double kInfeasible = 1e-26;
  static constexpr double kEqual = 1e-20;
  static constexpr double kTiedPivot = 1e-12;
  static constexpr double kArrived = 1e-24;
  static constexpr double kDependent = 1e-20;
  static DoubleDouble product(double a, double b) { return exact_product(a, b); }
};

}  // namespace stickslip::lcp
