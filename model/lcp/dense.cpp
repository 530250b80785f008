#include "model/lcp/dense.h"

#include <utility>

namespace stickslip::lcp {
namespace {

/// Columns k + 1 .. n - 1 of a right-looking elimination step; `a` below the diagonal of column k holds multipliers.
void eliminate(double* a, int n, int k) {
  const double* multipliers = column_of(a, n, k) + k + 1;
  for (int j = k + 1; j < n; ++j) {
    double* column = column_of(a, n, j);
    if (column[k] != 0) axpy(-column[k], multipliers, column + k + 1, n - k - 1);
  }
}

void divide_below(double* a, int n, int k) {
  double* column = column_of(a, n, k);
  const double pivot = column[k];
  for (int i = k + 1; i < n; ++i) column[i] /= pivot;
}

}  // namespace

bool lu_factor(double* a, int n, int* pivots, double smallest) {
  for (int k = 0; k < n; ++k) {
    const double* column = column_of(a, n, k);
    int best = k;
    for (int i = k + 1; i < n; ++i) {
      if (std::fabs(column[i]) > std::fabs(column[best])) best = i;
    }
    pivots[k] = best;
    if (!(std::fabs(column[best]) >= smallest)) return false;
    if (best != k) {
      for (int j = 0; j < n; ++j) std::swap(column_of(a, n, j)[k], column_of(a, n, j)[best]);
    }
    divide_below(a, n, k);
    eliminate(a, n, k);
  }
  return true;
}

void lu_solve_definite(const double* lu, int n, double* x) {
  for (int k = 0; k < n; ++k) {
    if (x[k] != 0) axpy(-x[k], column_of(lu, n, k) + k + 1, x + k + 1, n - k - 1);
  }
  for (int k = n - 1; k >= 0; --k) {
    const double* column = column_of(lu, n, k);
    x[k] /= column[k];
    if (x[k] != 0) axpy(-x[k], column, x, k);
  }
}

void lu_solve(const double* lu, int n, const int* pivots, double* x) {
  for (int k = 0; k < n; ++k) {
    if (pivots[k] != k) std::swap(x[k], x[pivots[k]]);
  }
  lu_solve_definite(lu, n, x);
}

void lu_invert(const double* lu, int n, const int* pivots, double* inverse) {
  for (int j = 0; j < n; ++j) {
    double* column = column_of(inverse, n, j);
    fill(column, 0.0, n);
    column[j] = 1;
    lu_solve(lu, n, pivots, column);
  }
}

int lu_factor_definite(double* a, int n, double dependent, double softening) {
  int softened = 0;
  for (int k = 0; k < n; ++k) {
    double* column = column_of(a, n, k);
    if (!(column[k] >= dependent)) {
      column[k] = softening;
      ++softened;
    }
    divide_below(a, n, k);
    eliminate(a, n, k);
  }
  return softened;
}

}  // namespace stickslip::lcp
