#include "model/lcp/sparse_ldl.h"

#include <algorithm>

namespace stickslip::lcp {
namespace {

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

}  // namespace

SparseLdl::SparseLdl(int capacity)
    : key_(4 * at(capacity) + 1, -1),
      graph_(at(capacity) * at(capacity)),
      order_(at(capacity)),
      position_(at(capacity)),
      parent_(at(capacity)),
      degree_(at(capacity)),
      near_start_(at(capacity) + 1),
      near_(at(capacity) * at(capacity) / 2 + 1),
      column_start_(at(capacity) + 1),
      row_(near_.size()),
      used_(at(capacity)),
      flag_(at(capacity)),
      pattern_(at(capacity)),
      value_(near_.size()),
      diagonal_(at(capacity)),
      y_(at(capacity)) {}

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
    if (graph_[index(node, j)] && position_[at(j)] < 0) pattern_[at(count++)] = j;
  }
  for (int a = 0; a < count; ++a) {
    for (int b = 0; b < count; ++b) {
      if (a != b) graph_[index(pattern_[at(a)], pattern_[at(b)])] = 1;
    }
  }
  for (int a = 0; a < count; ++a) {
    int degree = 0;
    for (int j = 0; j < n_; ++j) degree += graph_[index(pattern_[at(a)], j)] && position_[at(j)] < 0;
    degree_[at(pattern_[at(a)])] = degree;
  }
}

void SparseLdl::find_order() {
  // Links to earlier rows are taken from `graph_` before fill arrives: first the degrees, then row by row.
  for (int i = 0; i < n_; ++i) {
    position_[at(i)] = -1;
    degree_[at(i)] = 0;
    for (int j = 0; j < n_; ++j) degree_[at(i)] += graph_[index(i, j)];
  }
  for (int k = 0; k < n_; ++k) {
    int best = -1;
    for (int i = 0; i < n_; ++i) {
      if (position_[at(i)] < 0 && (best < 0 || degree_[at(i)] < degree_[at(best)])) best = i;
    }
    position_[at(best)] = k;
    order_[at(k)] = best;
    eliminate(best);
  }
}

/// Places of L: with the fill in `graph_` they can be read off directly.
void SparseLdl::find_places() {
  int next = 0;
  for (int k = 0; k < n_; ++k) {
    near_start_[at(k)] = next;
    for (int j = 0; j < k; ++j) {
      if (graph_[index(order_[at(k)], order_[at(j)])]) near_[at(next++)] = j;
    }
  }
  near_start_[at(n_)] = next;
  std::fill(used_.begin(), used_.begin() + n_, 0);
  for (int l = 0; l < next; ++l) ++used_[at(near_[at(l)])];
  column_start_[0] = 0;
  for (int k = 0; k < n_; ++k) column_start_[at(k + 1)] = column_start_[at(k)] + used_[at(k)];
}

/// Up-looking: row k of L solves with the rows before it; y holds that row, scattered.
int SparseLdl::factor(const double* a, double dependent, double softening) {
  int softened = 0;
  std::fill(used_.begin(), used_.begin() + n_, 0);
  for (int k = 0; k < n_; ++k) {
    const double* column = a + at(order_[at(k)]) * at(n_);
    const int begin = near_start_[at(k)];
    const int end = near_start_[at(k + 1)];
    for (int l = begin; l < end; ++l) y_[at(near_[at(l)])] = column[order_[at(near_[at(l)])]];
    double d = column[order_[at(k)]];
    for (int l = begin; l < end; ++l) {
      const int j = near_[at(l)];
      const double yj = y_[at(j)];
      const int start = column_start_[at(j)];
      for (int p = start; p < start + used_[at(j)]; ++p) y_[at(row_[at(p)])] -= value_[at(p)] * yj;
      const double entry = yj / diagonal_[at(j)];
      d -= entry * yj;
      row_[at(start + used_[at(j)])] = k;
      value_[at(start + used_[at(j)])] = entry;
      ++used_[at(j)];
    }
    if (!(d >= dependent)) {
      d = softening;
      ++softened;
    }
    diagonal_[at(k)] = d;
  }
  return softened;
}

void SparseLdl::solve(double* x) {
  for (int k = 0; k < n_; ++k) y_[at(k)] = x[order_[at(k)]];
  for (int k = 0; k < n_; ++k) {
    for (int p = column_start_[at(k)]; p < column_start_[at(k + 1)]; ++p) {
      y_[at(row_[at(p)])] -= value_[at(p)] * y_[at(k)];
    }
  }
  for (int k = n_ - 1; k >= 0; --k) {
    double sum = y_[at(k)] / diagonal_[at(k)];
    for (int p = column_start_[at(k)]; p < column_start_[at(k + 1)]; ++p) sum -= value_[at(p)] * y_[at(row_[at(p)])];
    y_[at(k)] = sum;
  }
  for (int k = 0; k < n_; ++k) x[order_[at(k)]] = y_[at(k)];
}

}  // namespace stickslip::lcp
