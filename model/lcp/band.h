#pragma once

namespace stickslip::lcp {

/// LU with partial pivoting of a band matrix: entry (i, j) with -upper <= i - j <= lower stands at
/// a[(i - j + lower + upper) + j * band_height(lower, upper)]; the first `lower` entries of each column are room for
/// fill. False when a pivot is below `smallest` or not finite.
constexpr int band_height(int lower, int upper) {
  return 2 * lower + upper + 1;
}
bool band_factor(double* a, int n, int lower, int upper, int* pivots, double smallest);
void band_solve(const double* a, int n, int lower, int upper, const int* pivots, double* x);

}  // namespace stickslip::lcp
