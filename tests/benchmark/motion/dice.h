#pragma once

#include <cmath>
#include <cstdint>

#include "tests/benchmark/motion/math.h"

namespace stickslip::motion {

/// A bijection that leaves neighbouring numbers nothing in common: how splitmix64 ends.
inline std::uint64_t scattered(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// Random numbers that are the same everywhere: those of the standard library are not.
class Dice {
 public:
  /// Of `number + 1` the sequence of `number` begins one draw later: seeds that are counted are scattered first.
  explicit Dice(std::uint64_t number) : state_(number * kGolden + 0x2545f4914f6cdd1du) {
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
  static constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15u;

  std::uint64_t next() { return scattered(state_ += kGolden); }  // splitmix64

  std::uint64_t state_;
};

}  // namespace stickslip::motion
