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
  static constexpr double kCost = 1;            // multiplications that one of these numbers takes
  static constexpr double kRate = 1e-10;        // part of the largest by which rates and pivots are round-off
  static constexpr double kValue = 1e-14;       // the same of values, and of pivots in a basis that is singular
  static constexpr double kInfeasible = 1e-12;  // part of q by which values may be below zero
  static constexpr double kArrived = 1e-8;      // part of its first value at which z0 counts as gone
  static double product(double a, double b) { return a * b; }
};

template <>
struct Precision<DoubleDouble> {
  static constexpr double kCost = 9;
  static constexpr double kRate = 1e-22;
  static constexpr double kValue = 1e-29;
  static constexpr double kInfeasible = 1e-26;
  static constexpr double kArrived = 1e-24;
  static DoubleDouble product(double a, double b) { return exact_product(a, b); }
};

}  // namespace stickslip::lcp
