#pragma once

#include "model/lcp/algebra/elimination.h"
#include "model/math/untouched.h"

namespace stickslip::lcp {

/// A sparse matrix of square blocks, one row and column of blocks per node, and its factors P A P' = L D U in the order
/// of an elimination. Pivots are looked for inside of diagonal blocks only.
class BlockFactor {
 public:
  BlockFactor(int nodes, int links, int widest);

  /// False when the factor has no room.
  bool analyse(int nodes, int width, Span<const int> ends);
  /// Multiplications of one factorisation of an unsymmetric matrix.
  double cost() const { return cost_; }
  /// ... and of a solve.
  double solve_cost() const { return (2.0 * order_.fill() + order_.nodes()) * width_ * width_; }
  int graphs() const { return order_.graphs(); }
  int entry(int a, int b) const { return order_.entry(a, b); }
  /// Whether block (a, b) is above the diagonal, in terms of the elimination.
  bool is_upper(int a, int b) const { return order_.position(a) < order_.position(b); }

  /// Blocks are stored column by column. Those off the diagonal are zero after this; with `symmetric` those below it.
  void clear(bool symmetric);
  double* diagonal(int node) { return &diagonal_[block(order_.position(node))]; }
  double* lower(int entry) { return &lower_[block(entry)]; }
  double* upper(int entry) { return &upper_[block(entry)]; }

  /// With `symmetric` the blocks above the diagonal are not looked at. False where a pivot vanishes.
  bool factor(bool symmetric);
  /// Whether the determinant is negative.
  bool is_negative() const { return negative_; }
  void solve(double* x);

 private:
  template <int kWidth>
  bool factor_with(bool symmetric);
  template <int kWidth>
  void update(int column, bool symmetric);
  template <int kWidth>
  void solve_with(double* x);
  std::size_t block(int k) const { return static_cast<std::size_t>(k) * static_cast<std::size_t>(width_ * width_); }

  Elimination order_;
  int width_ = 0;
  bool symmetric_ = false;
  bool negative_ = false;
  double cost_ = 0;
  UntouchedVector<double> diagonal_, lower_, upper_, column_, x_;
  UntouchedVector<int> swapped_;  // rows that pivoting exchanged, width per node
};

}  // namespace stickslip::lcp
