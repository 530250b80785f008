#pragma once

#include <cmath>
#include <cstdint>

#include "tests/benchmark/motion/math.h"

namespace stickslip::motion {

/// Random numbers that are the same everywhere: those of the standard library are not.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15u + 0x2545f4914f6cdd1du) {
    for (int k = 0; k < 4; ++k) next();
  }

  /// Even in [low, high).
  double between(double low, double high) { return low + (high - low) * static_cast<double>(next() >> 11) * 0x1p-53; }
  /// Even in the logarithm.
  double magnitude(double low, double high) { return low * std::exp(between(0, std::log(high / low))); }
  int whole(int low, int high) {  // both ends included
    return low + static_cast<int>(next() % static_cast<std::uint64_t>(high - low + 1));
  }
  bool chance(double share) { return between(0, 1) < share; }
  template <class T, std::size_t N>
  const T& one_of(const T (&list)[N]) {
    return list[next() % N];
  }

  Vec3 vector(bool planar, double size) {
    return {between(-size, size), between(-size, size), planar ? 0.0 : between(-size, size)};
  }
  Vec3 direction(bool planar) {
    for (;;) {
      const Vec3 d = vector(planar, 1);
      if (d.norm() > 0.1 && d.norm() < 1) return d.normalized();
    }
  }
  double angle() { return between(-3, 3); }
  Quat rotation() { return Quat(between(-1, 1), between(-1, 1), between(-1, 1), between(-1, 1) + 1e-3).normalized(); }

 private:
  std::uint64_t next() {  // splitmix64
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

}  // namespace stickslip::motion
