#pragma once

#include <cstdint>
#include <random>

#include "tests/model/lcp/lcp_file.h"

namespace stickslip::lcp {

/// Unit cubes on four corners each with friction 0.5 on a square of four edges, thrown at random: contact forces are
/// redundant throughout.
inline LcpFile thrown_stack(int boxes, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto uniform = [&](double a, double b) { return a + (b - a) * static_cast<double>(random() >> 11) * 0x1p-53; };
  const std::size_t contacts = 4 * static_cast<std::size_t>(boxes);
  const std::size_t rows = 5 * contacts;  // normals, then the edges of each contact
  const std::size_t speeds = 6 * static_cast<std::size_t>(boxes);
  std::vector<std::vector<double>> jacobian(rows, std::vector<double>(speeds));
  for (std::size_t k = 0; k < contacts; ++k) {
    const double x = (k & 1U) != 0 ? 0.45 : -0.45, y = (k & 2U) != 0 ? 0.45 : -0.45;
    for (std::size_t l = 0; l < 5; ++l) {
      const double d[3] = {l == 1 ? 1.0 : (l == 3 ? -1.0 : 0.0), l == 2 ? 1.0 : (l == 4 ? -1.0 : 0.0),
                           l == 0 ? 1.0 : 0.0};
      std::vector<double>& row = jacobian[l == 0 ? k : contacts + 4 * k + l - 1];
      for (std::size_t side = 0; side < (k < 4 ? 1U : 2U); ++side) {
        const double sign = side == 0 ? 1 : -1, z = side == 0 ? -0.5 : 0.5;
        double* to = &row[6 * (k / 4 - side)];
        for (std::size_t i = 0; i < 3; ++i) to[i] = sign * d[i];
        to[3] = sign * (y * d[2] - z * d[1]);
        to[4] = sign * (z * d[0] - x * d[2]);
        to[5] = sign * (x * d[1] - y * d[0]);
      }
    }
  }
  LcpFile file;
  file.contacts = static_cast<int>(contacts);
  file.edges = 4;
  file.n = static_cast<int>(rows + contacts);
  const std::size_t n = rows + contacts;
  file.M.assign(n * n, 0.0);
  file.q.assign(n, 0.0);
  for (std::size_t l = 0; l < speeds; ++l) {
    const double speed = uniform(-0.5, 0.5);
    for (std::size_t i = 0; i < rows; ++i) {
      file.q[i] += jacobian[i][l] * speed;
      for (std::size_t j = 0; j < rows; ++j) file.M[i * n + j] += jacobian[i][l] * (l % 6 < 3 ? 1 : 6) * jacobian[j][l];
    }
  }
  for (std::size_t k = 0; k < contacts; ++k) {
    file.M[(rows + k) * n + k] = 0.5;
    for (std::size_t l = contacts + 4 * k; l < contacts + 4 * k + 4; ++l) {
      file.M[l * n + rows + k] = 1;
      file.M[(rows + k) * n + l] = -1;
    }
  }
  return file;
}

}  // namespace stickslip::lcp
