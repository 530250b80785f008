#pragma once

#include <array>
#include <vector>

namespace stickslip::load {

constexpr int kDirections = 6;
/// The first rows and columns of it, as many as the world has directions.
using Square = std::array<std::array<double, kDirections>, kDirections>;

struct Spectrum {
  std::array<double, kDirections> values{};
  Square vectors{};  // columns, at right angles
};

/// Eigenvalues and eigenvectors of a symmetric matrix of `size` rows.
Spectrum spectrum_of(Square symmetric, int size);

/// The least eigenvalue of D^-1 A D^-1, with D the roots of the diagonal: what units A has does not matter. -1 where an
/// element of the diagonal is negative, or 0 in a row that is not.
double least_scaled_eigenvalue(const Square& symmetric, int size);

struct CommonDirection {
  std::array<double, kDirections> u{};
  double first = 0;
  double second = 0;
};

/// Directions along which two symmetric matrices without negative eigenvalues are both diagonal: A = sum first u u',
/// B = sum second u u'. With S = A + B and W S W' = 1 on its range, A's eigenvectors there belong to both: those of B
/// are the same, its eigenvalues 1 minus A's.
std::vector<CommonDirection> common_directions(const Square& a, const Square& b, int size);

}  // namespace stickslip::load
