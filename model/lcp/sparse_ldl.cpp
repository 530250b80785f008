#include "model/lcp/sparse_ldl.h"

#include <algorithm>

#include "model/math/size.h"

namespace stickslip::lcp {

SparseLdl::SparseLdl(int capacity)
    : key_(4 * size(capacity) + 1, -1),
      graph_(size(capacity) * size(capacity)),
      order_(size(capacity)),
      position_(size(capacity)),
      parent_(size(capacity)),
      degree_(size(capacity)),
      near_start_(size(capacity) + 1),
      near_(size(capacity) * size(capacity) / 2 + 1),
      column_start_(size(capacity) + 1),
      row_(near_.size()),
      used_(size(capacity)),
      flag_(size(capacity)),
      pattern_(size(capacity)),
      value_(near_.size()),
      diagonal_(size(capacity)),
      y_(size(capacity)) {}

bool SparseLdl::is_known(int n, Span<const int> key) {
  const bool same = n == n_ && key_[0] == key.size() && std::equal(key.begin(), key.end(), key_.begin() + 1);
  n_ = n;
  key_[0] = key.size();
  std::copy(key.begin(), key.end(), key_.begin() + 1);
  return same;
}

/// Links all neighbours of a node with each other and takes it out.
void SparseLdl::eliminate(int node) {
  int count = 0;
  for (int j = 0; j < n_; ++j) {
    if (graph_[index(node, j)] && position_[size(j)] < 0) pattern_[size(count++)] = j;
  }
  for (int a = 0; a < count; ++a) {
    for (int b = 0; b < count; ++b) {
      if (a != b) graph_[index(pattern_[size(a)], pattern_[size(b)])] = 1;
    }
  }
  for (int a = 0; a < count; ++a) {
    int degree = 0;
    for (int j = 0; j < n_; ++j) degree += graph_[index(pattern_[size(a)], j)] && position_[size(j)] < 0;
    degree_[size(pattern_[size(a)])] = degree;
  }
}

void SparseLdl::find_order() {
  // Links to earlier rows are taken from `graph_` before fill arrives: first the degrees, then row by row.
  for (int i = 0; i < n_; ++i) {
    position_[size(i)] = -1;
    degree_[size(i)] = 0;
    for (int j = 0; j < n_; ++j) degree_[size(i)] += graph_[index(i, j)];
  }
  for (int k = 0; k < n_; ++k) {
    int best = -1;
    for (int i = 0; i < n_; ++i) {
      if (position_[size(i)] < 0 && (best < 0 || degree_[size(i)] < degree_[size(best)])) best = i;
    }
    position_[size(best)] = k;
    order_[size(k)] = best;
    eliminate(best);
  }
}

/// Places of L: with the fill in `graph_` they can be read off directly.
void SparseLdl::find_places() {
  int next = 0;
  for (int k = 0; k < n_; ++k) {
    near_start_[size(k)] = next;
    for (int j = 0; j < k; ++j) {
      if (graph_[index(order_[size(k)], order_[size(j)])]) near_[size(next++)] = j;
    }
  }
  near_start_[size(n_)] = next;
  std::fill(used_.begin(), used_.begin() + n_, 0);
  for (int l = 0; l < next; ++l) ++used_[size(near_[size(l)])];
  column_start_[0] = 0;
  for (int k = 0; k < n_; ++k) column_start_[size(k + 1)] = column_start_[size(k)] + used_[size(k)];
}

/// Up-looking: row k of L solves with the rows before it; y holds that row, scattered.
int SparseLdl::factor(const double* a, double dependent, double softening) {
  int softened = 0;
  std::fill(used_.begin(), used_.begin() + n_, 0);
  for (int k = 0; k < n_; ++k) {
    const double* column = a + size(order_[size(k)]) * size(n_);
    const int begin = near_start_[size(k)];
    const int end = near_start_[size(k + 1)];
    for (int l = begin; l < end; ++l) y_[size(near_[size(l)])] = column[order_[size(near_[size(l)])]];
    double d = column[order_[size(k)]];
    for (int l = begin; l < end; ++l) {
      const int j = near_[size(l)];
      const double yj = y_[size(j)];
      const int start = column_start_[size(j)];
      for (int p = start; p < start + used_[size(j)]; ++p) y_[size(row_[size(p)])] -= value_[size(p)] * yj;
      const double entry = yj / diagonal_[size(j)];
      d -= entry * yj;
      row_[size(start + used_[size(j)])] = k;
      value_[size(start + used_[size(j)])] = entry;
      ++used_[size(j)];
    }
    if (!(d >= dependent)) {
      d = softening;
      ++softened;
    }
    diagonal_[size(k)] = d;
  }
  return softened;
}

void SparseLdl::solve(double* x) {
  for (int k = 0; k < n_; ++k) y_[size(k)] = x[order_[size(k)]];
  for (int k = 0; k < n_; ++k) {
    for (int p = column_start_[size(k)]; p < column_start_[size(k + 1)]; ++p) {
      y_[size(row_[size(p)])] -= value_[size(p)] * y_[size(k)];
    }
  }
  for (int k = n_ - 1; k >= 0; --k) {
    double sum = y_[size(k)] / diagonal_[size(k)];
    for (int p = column_start_[size(k)]; p < column_start_[size(k + 1)]; ++p)
      sum -= value_[size(p)] * y_[size(row_[size(p)])];
    y_[size(k)] = sum;
  }
  for (int k = 0; k < n_; ++k) x[order_[size(k)]] = y_[size(k)];
}

}  // namespace stickslip::lcp
