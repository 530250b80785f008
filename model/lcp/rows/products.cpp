#include <algorithm>

#include "model/lcp/rows/system.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

template <int kWidth>
void find_momentum_with(const System& system, const Part& part, const double* f, double* momentum) {
  std::fill_n(momentum + kWidth * part.island.body, kWidth * part.island.bodies, 0.0);
  for (const int u : part.units) {
    const Constraint& unit = system.unit[size(u)];
    const double* j = &system.jacobian[size(unit.jacobian)];
    if (unit.rows == 1) {
      const double own = f[unit.row];
      const int* body = &system.unit_body[size(unit.body)];
      for (int b = 0; b < unit.bodies; ++b, j += kWidth) {
        double* p = momentum + kWidth * body[b];
        double sum[kWidth];
        for (int i = 0; i < kWidth; ++i) sum[i] = p[i] + j[i] * own;
        std::copy_n(sum, kWidth, p);
      }
      continue;
    }
    for (int b = 0; b < unit.bodies; ++b) {
      double* p = momentum + kWidth * system.unit_body[size(unit.body + b)];
      double sum[kWidth];
      for (int i = 0; i < kWidth; ++i) sum[i] = p[i];
      for (int r = 0; r < unit.rows; ++r, j += kWidth) {
        const double own = f[unit.row + r];
        for (int i = 0; i < kWidth; ++i) sum[i] += j[i] * own;
      }
      for (int i = 0; i < kWidth; ++i) p[i] = sum[i];
    }
  }
}

template <int kWidth>
void find_velocity_with(const System& system, const Island& island, double* momentum) {
  for (int b = island.body; b < island.body + island.bodies; ++b) {
    const double* ease = &system.ease[size(kWidth * b)];
    double* p = momentum + kWidth * b;
    double v[kWidth];
    for (int i = 0; i < kWidth; ++i) v[i] = ease[i] * p[i] + 0.0;
    if (kWidth == 6 && !system.diagonal) {
      const double* inverse = &system.inverse[size(kWidth * kWidth * b)];
      for (int i = 3; i < kWidth; ++i) v[i] = 0;
      for (int k = 3; k < kWidth; ++k) {
        for (int i = 3; i < kWidth; ++i) v[i] += inverse[kWidth * k + i] * p[k];
      }
    }
    std::copy_n(v, kWidth, p);
  }
}

/// Contact by contact A p; the scratch keeps p.
void find_given_velocity(const System& system, const Island& island, double* momentum) {
  const Given& given = system.given;
  double* p = given.scratch.data();
  std::copy_n(momentum + 3 * island.body, 3 * island.bodies, p);
  std::fill_n(momentum + 3 * island.body, 3 * island.bodies, 0.0);
  for (int b = 0; b < island.bodies; ++b) {
    const Constraint& from = system.unit[size(island.unit + b)];
    for (int r = 0; r < from.rows; ++r) {
      const double* column = given.column(from.row + r);
      const double own = p[3 * b + r];
      for (int a = 0; a < island.bodies && own != 0; ++a) {
        const Constraint& to = system.unit[size(island.unit + a)];
        for (int l = 0; l < to.rows; ++l) momentum[3 * a + l] += column[to.row + l] * own;
      }
    }
  }
}

}  // namespace

void find_momentum(const System& system, const Part& part, const double* f, double* momentum) {
  system.width == 3 ? find_momentum_with<3>(system, part, f, momentum)
                    : find_momentum_with<6>(system, part, f, momentum);
}

void find_velocity(const System& system, const Island& island, double* momentum) {
  if (!system.given.A.empty()) return find_given_velocity(system, island, momentum);
  system.width == 3 ? find_velocity_with<3>(system, island, momentum) : find_velocity_with<6>(system, island, momentum);
}

void row_speeds(const System& system, const Constraint& unit, const double* velocity, double* speed) {
  system.width == 3 ? row_speeds_with<3>(system, unit, velocity, speed)
                    : row_speeds_with<6>(system, unit, velocity, speed);
}

}  // namespace stickslip::lcp
