#pragma once

#include <cstdint>
#include <vector>

#include "model/math/span.h"

namespace stickslip::lcp {

/// Factors P A P' = L D L' of a symmetric matrix given densely of which only linked entries are looked at. The
/// fill-reducing order (minimum degree) and the places of L follow from the links alone and are kept as long as those
/// stay the same. On trees and chains of joints L has no more entries than A: factor and solve are linear in its size.
class SparseLdl {
 public:
  explicit SparseLdl(int capacity);

  /// `linked(i, j)`: whether entry i, j is; `key`, up to four numbers a row, identifies them all. Nothing happens if
  /// the key is that of the last call.
  template <class Link>
  void analyse(int n, Span<const int> key, Link linked) {
    if (is_known(n, key)) return;
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) graph_[index(i, j)] = i != j && linked(i, j);
    }
    find_order();
    find_places();
  }

  /// A pivot below `dependent` becomes `softening`; returns how many did. `a` is column-major with leading dimension n.
  int factor(const double* a, double dependent, double softening);
  void solve(double* x);
  /// Entries of L below the diagonal.
  int fill() const { return column_start_[static_cast<std::size_t>(n_)]; }

 private:
  bool is_known(int n, Span<const int> key);
  void find_order();
  void find_places();
  void eliminate(int node);
  std::size_t index(int i, int j) const {
    return static_cast<std::size_t>(i) * static_cast<std::size_t>(n_) + static_cast<std::size_t>(j);
  }

  int n_ = 0;
  std::vector<int> key_;
  std::vector<std::uint8_t> graph_;  // original links, then with fill
  std::vector<int> order_;           // order_[k]: row eliminated k-th
  std::vector<int> position_;
  std::vector<int> parent_;
  std::vector<int> degree_;
  std::vector<int> near_start_;  // links of row k to earlier ones, permuted
  std::vector<int> near_;
  std::vector<int> column_start_;
  std::vector<int> row_;  // rows of L's entries
  std::vector<int> used_;
  std::vector<int> flag_;
  std::vector<int> pattern_;
  std::vector<double> value_;
  std::vector<double> diagonal_;
  std::vector<double> y_;
};

}  // namespace stickslip::lcp
