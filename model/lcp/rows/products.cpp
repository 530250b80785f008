#include <algorithm>

#include "model/lcp/algebra/block.h"
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
template <int kWidth>
void find_given_velocity(const System& system, const Island& island, double* momentum) {
  const Given& given = system.given;
  double* p = given.scratch.data();
  std::copy_n(momentum, kWidth * island.bodies, p);
  std::fill_n(momentum, kWidth * island.bodies, 0.0);
  for (int b = 0; b < island.bodies; ++b, p += kWidth) {
    if (std::all_of(p, p + kWidth, [](double x) { return x == 0; })) continue;
    for (int i = given.start[b]; i < given.start[b + 1]; ++i) {
      add_times<kWidth>(&given.block[i * kWidth * kWidth], p, momentum + kWidth * given.link[i]);
    }
  }
}

}  // namespace

void find_momentum(const System& system, const Part& part, const double* f, double* momentum) {
  by_width(system.width, [&](auto width) { find_momentum_with<width>(system, part, f, momentum); });
}

void find_velocity(const System& system, const Island& island, double* momentum) {
  by_width(system.width, [&](auto width) {
    system.given.start.empty() ? find_velocity_with<width>(system, island, momentum)
                               : find_given_velocity<width>(system, island, momentum);
  });
}

void row_speeds(const System& system, const Constraint& unit, const double* velocity, double* speed) {
  by_width(system.width, [&](auto width) { row_speeds_with<width>(system, unit, velocity, speed); });
}

}  // namespace stickslip::lcp
