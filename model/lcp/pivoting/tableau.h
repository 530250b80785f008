#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "model/lcp/pivoting/precision.h"
#include "model/math/size.h"
#include "model/math/span.h"
#include "model/math/untouched.h"

namespace stickslip::lcp {

constexpr double kFrictionWeight = 10;  // of the cover on friction: a third fewer pivots than with that of normals

/// Equations w = M z + d z0 + q solved for n basic variables: each row says what its variable is by the nonbasic ones
/// and 1. Variables are z_j (number j), w_j (n + j) and Lemke's z0 (2 n).
template <class Real>
class Tableau {
 public:
  explicit Tableau(int most)
      : entries_(size(most) * size(most + 2)),
        row_variable_(size(most)),
        column_variable_(size(most + 1)),
        place_(size(2 * most + 1)),
        tied_(size(most)),
        weight_(size(most)) {}

  int unknowns() const { return n_; }
  /// Multiplications so far, and what these take of them at most: writing a problem, and a pivot with the choice of its
  /// row.
  double spent() const { return spent_; }
  static double fill_price(double n) { return 8 * n * n; }
  static double pivot_price(double n) { return 3 * (n + 1) * (n + 1); }

  /// All w basic, and every number zero: M, q and the weights of the cover are to be written next.
  void clear(int n);
  Real* row(int i) { return &entries_[size(i) * size(n_ + 2)]; }
  const Real* row(int i) const { return &entries_[size(i) * size(n_ + 2)]; }
  Real& constant(int i) { return row(i)[n_ + 1]; }
  double& weight(int i) { return weight_[size(i)]; }

  bool is_basic(int j) const { return place_[size(j)] >= 0; }
  /// Of z_j.
  Real value(int j) const { return is_basic(j) ? row(place_[size(j)])[n_ + 1] : Real(0.0); }
  /// What value(j) changes by when w_i becomes 1 in place of 0; nothing where w_i is basic.
  Real response(int j, int i) const;
  /// Of z_j or w_j, whichever is basic, where both are not nonbasic.
  double own_value(int j) const { return leading(row(place_[size(is_basic(j) ? j : n_ + j)])[n_ + 1]); }
  /// By how much values may be below zero.
  double tolerance() const;

  /// Makes those z_j basic that have a flag, and no others, in a tableau just filled; false where that basis is
  /// singular.
  bool move_to(Span<const std::uint8_t> basic);

  /// Gives z0 a column that lifts what is negative (`all`: every row), by weights without pattern; each number makes
  /// another one.
  void cover(int number, bool all);
  /// The row whose variable must leave for z0 to come in; -1 where nothing is negative.
  int first_row() const;
  int artificial_column() const { return n_; }
  /// Row `r` and the column's variable change sides; returns the variable that has left.
  int pivot(int r, int column);
  /// The row that bounds the step of a column's variable, ties broken lexicographically, -1 on a ray. z0 leaves where
  /// it may.
  int choose_row(int column);
  int column_of(int variable) const { return -1 - place_[size(variable)]; }
  int artificial() const { return 2 * n_; }

 private:
  Real rate_of(int i, int variable) const;
  bool lexically_less(int a, int b, int column) const;
  void put(int variable, int place) { place_[size(variable)] = place; }

  int n_ = 0;
  double spent_ = 0;
  double scale_ = 0;  // largest |q|
  double start_ = 0;  // of z0
  UntouchedVector<Real> entries_;
  UntouchedVector<int> row_variable_, column_variable_;
  UntouchedVector<int> place_;  // of each variable: its row, or -1 - its column
  UntouchedVector<int> tied_;
  UntouchedVector<double> weight_;
};

/// Numbers from 1 to 2 without pattern: symmetric problems then have fewer ties.
inline double irregular(int i) {
  const double x = 0.61803398874989484820 * (i + 1);
  return 1 + (x - std::floor(x));
}

template <class Real>
void Tableau<Real>::clear(int n) {
  n_ = n;
  spent_ += fill_price(n);
  scale_ = start_ = 0;
  std::fill_n(entries_.begin(), size(n) * size(n + 2), Real(0.0));
  for (int i = 0; i < n; ++i) {
    row_variable_[size(i)] = n + i;
    column_variable_[size(i)] = i;
    weight_[size(i)] = 1;
    put(n + i, i);
    put(i, -1 - i);
  }
  column_variable_[size(n)] = 2 * n;
  put(2 * n, -1 - n);
}

template <class Real>
Real Tableau<Real>::response(int j, int i) const {
  const int at = place_[size(n_ + i)];
  return at < 0 && is_basic(j) ? row(place_[size(j)])[-1 - at] : Real(0.0);
}

template <class Real>
double Tableau<Real>::tolerance() const {
  double largest = 0;
  for (int i = 0; i < n_; ++i) largest = std::max(largest, std::fabs(leading(row(i)[n_ + 1])));
  return Precision<Real>::kInfeasible * scale_ + Precision<Real>::kValue * largest;
}

template <class Real>
int Tableau<Real>::pivot(int r, int column) {
  Real* own = row(r);
  const Real inverse = Real(1.0) / own[column];
  own[column] = -1.0;
  int begin = n_ + 2;
  int end = 0;
  for (int j = 0; j < n_ + 2; ++j) {
    if (leading(own[j]) == 0) continue;
    own[j] = own[j] * -inverse;
    begin = std::min(begin, j);
    end = j + 1;
  }
  for (int i = 0; i < n_; ++i) {
    Real* to = row(i);
    const Real factor = to[column];
    if (i == r || leading(factor) == 0) continue;
    to[column] = 0.0;
    for (int j = begin; j < end; ++j) to[j] = to[j] + factor * own[j];
    spent_ += end - begin;
  }
  spent_ += n_ + 2;
  const int left = row_variable_[size(r)];
  const int entered = column_variable_[size(column)];
  row_variable_[size(r)] = entered;
  column_variable_[size(column)] = left;
  put(entered, r);
  put(left, -1 - column);
  return left;
}

template <class Real>
bool Tableau<Real>::move_to(Span<const std::uint8_t> basic) {
  for (int i = 0; i < n_; ++i) scale_ = std::max(scale_, std::fabs(leading(row(i)[n_ + 1])));
  const auto stays_out = [&](int variable) {
    return variable < n_ ? basic[variable] == 0 : variable == 2 * n_ || basic[variable - n_] != 0;
  };
  while (true) {
    double largest = Precision<Real>::kValue;
    int best_row = -1;
    int best_column = -1;
    bool done = true;
    for (int i = 0; i < n_; ++i) {
      if (!stays_out(row_variable_[size(i)])) continue;
      done = false;
      for (int c = 0; c < n_; ++c) {
        const double entry = std::fabs(leading(row(i)[c]));
        if (!(entry > largest) || stays_out(column_variable_[size(c)])) continue;
        largest = entry;
        best_row = i;
        best_column = c;
      }
    }
    if (done) return true;
    if (best_row < 0) return false;
    pivot(best_row, best_column);
  }
}

template <class Real>
void Tableau<Real>::cover(int number, bool all) {
  for (int i = 0; i < n_; ++i) {
    Real* to = row(i);
    const int variable = row_variable_[size(i)];
    const double weight = number % 2 == 1 || variable < n_ ? 1.0 : weight_[size(variable - n_)];
    to[n_] = all || leading(to[n_ + 1]) < 0 ? weight * irregular(i + 1013 * number) : 0.0;
  }
}

template <class Real>
int Tableau<Real>::first_row() const {
  int first = -1;
  double lowest = -tolerance();
  for (int i = 0; i < n_; ++i) {
    const double value = leading(row(i)[n_ + 1]);
    if (!(value < 0) || !(value / leading(row(i)[n_]) < lowest)) continue;
    lowest = value / leading(row(i)[n_]);
    first = i;
  }
  return first;
}

/// How the basic variable of row i follows w_v.
template <class Real>
Real Tableau<Real>::rate_of(int i, int variable) const {
  const int at = place_[size(variable)];
  if (at < 0) return row(i)[-1 - at];
  return at == i ? Real(-1.0) : Real(0.0);
}

/// By the rows that perturbing q makes of their values, each divided by its rate.
template <class Real>
bool Tableau<Real>::lexically_less(int a, int b, int column) const {
  const Real rate_a = row(a)[column];
  const Real rate_b = row(b)[column];
  for (int i = 0; i < n_; ++i) {
    const double x = leading(rate_of(a, n_ + i) / rate_a);
    const double y = leading(rate_of(b, n_ + i) / rate_b);
    if (std::fabs(x - y) > Precision<Real>::kRate * std::max({1.0, std::fabs(x), std::fabs(y)})) return x < y;
  }
  return leading(rate_a) < leading(rate_b);
}

template <class Real>
int Tableau<Real>::choose_row(int column) {
  constexpr double kTiedPivot = 1e-4;  // among tied rows, pivots smaller than this part of the best are passed over
  double largest = 0;
  for (int i = 0; i < n_; ++i) largest = std::max(largest, std::fabs(leading(row(i)[column])));
  const double tolerated = tolerance();
  const double smallest = Precision<Real>::kRate * (1 + largest);
  const auto value_of = [&](int i) { return leading(row(i)[n_ + 1]) > 0 ? row(i)[n_ + 1] : Real(0.0); };
  const auto falls = [&](int i) { return leading(row(i)[column]) < -smallest; };
  Real limit = HUGE_VAL;
  for (int i = 0; i < n_; ++i) {
    if (!falls(i)) continue;
    const Real own = (value_of(i) + tolerated) / -row(i)[column];
    if (own < limit) limit = own;
  }
  const int z0 = place_[size(2 * n_)];
  if (z0 >= 0) {
    start_ = std::max(start_, leading(value_of(z0)));
    if (falls(z0) && leading(value_of(z0)) <= Precision<Real>::kArrived * start_) return z0;
  }
  int tied = 0;
  double steepest = 0;
  for (int i = 0; i < n_; ++i) {
    if (!falls(i) || -row(i)[column] * limit < value_of(i)) continue;
    if (i == z0) return z0;
    tied_[size(tied++)] = i;
    steepest = std::max(steepest, -leading(row(i)[column]));
  }
  spent_ += n_ + 2.0 * n_ * tied;
  int best = -1;
  for (int t = 0; t < tied; ++t) {
    const int i = tied_[size(t)];
    if (-leading(row(i)[column]) < kTiedPivot * steepest) continue;
    if (best < 0 || lexically_less(i, best, column)) best = i;
  }
  return best;
}

}  // namespace stickslip::lcp
