#include "model/lcp/band.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "model/lcp/dense.h"

namespace stickslip::lcp {

bool band_factor(double* a, int n, int lower, int upper, int* pivots, double smallest) {
  const int height = band_height(lower, upper);
  const int diagonal = lower + upper;
  int last = 0;  // last column that fill has reached
  for (int k = 0; k < n; ++k) {
    double* column = column_of(a, height, k) + diagonal;
    const int below = std::min(lower, n - 1 - k);
    int best = 0;
    for (int i = 1; i <= below; ++i) {
      if (std::fabs(column[i]) > std::fabs(column[best])) best = i;
    }
    pivots[k] = k + best;
    if (!(std::fabs(column[best]) >= smallest)) return false;
    last = std::max(last, std::min(n - 1, k + best + upper));
    if (best > 0) {
      for (int j = k; j <= last; ++j) {
        double* other = column_of(a, height, j) + diagonal + (k - j);
        std::swap(other[0], other[best]);
      }
    }
    const double inverse = 1 / column[0];
    for (int i = 1; i <= below; ++i) column[i] *= inverse;
    for (int j = k + 1; j <= last; ++j) {
      double* other = column_of(a, height, j) + diagonal + (k - j);
      if (other[0] != 0) axpy(-other[0], column + 1, other + 1, below);
    }
  }
  return true;
}

void band_solve(const double* a, int n, int lower, int upper, const int* pivots, double* x) {
  const int height = band_height(lower, upper);
  const int diagonal = lower + upper;
  for (int k = 0; k < n; ++k) {
    if (pivots[k] != k) std::swap(x[k], x[pivots[k]]);
    if (x[k] != 0) axpy(-x[k], column_of(a, height, k) + diagonal + 1, x + k + 1, std::min(lower, n - 1 - k));
  }
  for (int k = n - 1; k >= 0; --k) {
    const double* column = column_of(a, height, k) + diagonal;
    x[k] /= column[0];
    const int above = std::min(diagonal, k);
    if (x[k] != 0) axpy(-x[k], column - above, x + k - above, above);
  }
}

}  // namespace stickslip::lcp
