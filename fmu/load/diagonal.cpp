#include "fmu/load/diagonal.h"

#include <algorithm>
#include <cmath>

#include "model/math/size.h"

namespace stickslip::load {

namespace {

constexpr double kNothing = 1e-13;  // of scaled eigenvalues: round-off

double& at(Square& m, int i, int j) {
  return m[size(i)][size(j)];
}
double at(const Square& m, int i, int j) {
  return m[size(i)][size(j)];
}

/// One Jacobi rotation that makes a(p, q) vanish.
void rotate(int p, int q, int n, Square& a, Square& vectors) {
  if (at(a, p, q) == 0) return;
  const double tau = (at(a, q, q) - at(a, p, p)) / (2 * at(a, p, q));
  const double t = (tau < 0 ? -1 : 1) / (std::fabs(tau) + std::sqrt(1 + tau * tau));
  const double c = 1 / std::sqrt(1 + t * t);
  const double s = t * c;
  const auto mix = [&](double& x, double& y) {
    const double old = x;
    x = c * old - s * y;
    y = s * old + c * y;
  };
  for (int k = 0; k < n; ++k) mix(at(a, k, p), at(a, k, q));
  for (int k = 0; k < n; ++k) mix(at(a, p, k), at(a, q, k));
  for (int k = 0; k < n; ++k) mix(at(vectors, k, p), at(vectors, k, q));
}

double beside_diagonal(const Square& a, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = i + 1; j < n; ++j) sum += std::fabs(at(a, i, j));
  }
  return sum;
}

/// x' A y, element by element: rows of `left` and `right` are the vectors.
Square sandwich(const Square& left, const Square& a, const Square& right, int n) {
  Square half{};
  Square product{};
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      for (int k = 0; k < n; ++k) at(half, i, j) += at(left, i, k) * at(a, k, j);
    }
  }
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      for (int k = 0; k < n; ++k) at(product, i, j) += at(half, i, k) * at(right, j, k);
    }
  }
  return product;
}

double trace(const Square& a, int n) {
  double sum = 0;
  for (int k = 0; k < n; ++k) sum += at(a, k, k);
  return sum;
}

Square sum_of(const Square& a, double weight, const Square& b, int n) {
  Square sum{};
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) at(sum, i, j) = at(a, i, j) + weight * at(b, i, j);
  }
  return sum;
}

/// Roots of the diagonal; 1 where it is 0.
std::array<double, kDirections> scales_of(const Square& a, int n) {
  std::array<double, kDirections> scales{};
  for (int k = 0; k < n; ++k) scales[size(k)] = at(a, k, k) > 0 ? std::sqrt(at(a, k, k)) : 1;
  return scales;
}

Square scaled(const Square& a, const std::array<double, kDirections>& scales, int n) {
  Square result{};
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) at(result, i, j) = at(a, i, j) / scales[size(i)] / scales[size(j)];
  }
  return result;
}

/// Its largest component of displacement or of turn becomes 1.
void normalise(int n, CommonDirection& direction) {
  double most = 0;
  for (int k = 0; k < n; ++k) most = std::max(most, std::fabs(direction.u[size(k)]));
  if (most == 0) return;
  for (double& u : direction.u) u /= most;
  direction.first *= most * most;
  direction.second *= most * most;
}

}  // namespace

Spectrum spectrum_of(Square symmetric, int size) {
  Spectrum spectrum;
  for (int k = 0; k < size; ++k) at(spectrum.vectors, k, k) = 1;
  constexpr int kMostSweeps = 50;
  for (int sweep = 0; sweep < kMostSweeps && beside_diagonal(symmetric, size) > 0; ++sweep) {
    for (int p = 0; p < size; ++p) {
      for (int q = p + 1; q < size; ++q) rotate(p, q, size, symmetric, spectrum.vectors);
    }
  }
  for (int k = 0; k < size; ++k) spectrum.values[stickslip::size(k)] = at(symmetric, k, k);
  return spectrum;
}

double least_scaled_eigenvalue(const Square& symmetric, int size) {
  for (int i = 0; i < size; ++i) {
    if (at(symmetric, i, i) < 0) return -1;
    for (int j = 0; j < size; ++j) {
      if (at(symmetric, i, i) == 0 && at(symmetric, i, j) != 0) return -1;
    }
  }
  const Spectrum spectrum = spectrum_of(scaled(symmetric, scales_of(symmetric, size), size), size);
  return *std::min_element(spectrum.values.begin(), spectrum.values.begin() + size);
}

std::vector<CommonDirection> common_directions(const Square& a, const Square& b, int size) {
  std::vector<CommonDirection> directions;
  const auto scales = scales_of(sum_of(a, 1, b, size), size);
  const Square first = scaled(a, scales, size);
  const Square second = scaled(b, scales, size);
  const double of_first = trace(first, size);
  const double of_second = trace(second, size);
  const double weight = of_first > 0 && of_second > 0 ? of_first / of_second : 1;
  const Spectrum whole = spectrum_of(sum_of(first, weight, second, size), size);
  const double largest = *std::max_element(whole.values.begin(), whole.values.begin() + size);
  Square to_unit{};    // rows: W
  Square from_unit{};  // rows: what W turns into a unit vector
  std::vector<int> range;
  for (int r = 0; r < size; ++r) {
    const double value = whole.values[stickslip::size(r)];
    if (!(value > kNothing * largest)) continue;
    const int row = static_cast<int>(range.size());
    range.push_back(r);
    for (int k = 0; k < size; ++k) {
      at(to_unit, row, k) = at(whole.vectors, k, r) / std::sqrt(value);
      at(from_unit, row, k) = at(whole.vectors, k, r) * std::sqrt(value);
    }
  }
  const int rank = static_cast<int>(range.size());
  const Spectrum shares = spectrum_of(sandwich(to_unit, first, to_unit, size), rank);
  for (int r = 0; r < rank; ++r) {
    const double share = shares.values[stickslip::size(r)];
    CommonDirection direction;
    direction.first = share > kNothing ? share : 0;
    direction.second = 1 - share > kNothing ? (1 - share) / weight : 0;
    for (int k = 0; k < size; ++k) {
      for (int m = 0; m < rank; ++m) {
        direction.u[stickslip::size(k)] += at(shares.vectors, m, r) * at(from_unit, m, k);
      }
      direction.u[stickslip::size(k)] *= scales[stickslip::size(k)];
    }
    normalise(size, direction);
    directions.push_back(direction);
  }
  return directions;
}

}  // namespace stickslip::load
