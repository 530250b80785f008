#pragma once

#include <random>

#include "model/core/model.h"
#include "model/core/state.h"
#include "model/kinematics/kinematics.h"
#include "tests/model/eigen.h"

namespace stickslip {

/// Numbers for tests: the same on every run.
class Numbers {
 public:
  explicit Numbers(unsigned seed) : engine_(seed) {}
  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(engine_() - engine_.min()) /
                     static_cast<double>(engine_.max() - engine_.min());
  }
  Vec3 vector(bool planar) { return {between(-1, 1), between(-1, 1), planar ? 0.0 : between(-1, 1)}; }
  Quat rotation(bool planar) {
    if (planar) return angle_axis(between(-3, 3), Vec3::UnitZ());
    return Quat(between(-1, 1), between(-1, 1), between(-1, 1), between(-1, 1)).normalized();
  }

 private:
  std::mt19937 engine_;
};

inline Body make_body(double mass, const Vec3& inertia) {
  Body b;
  b.mass = mass;
  b.inertia = inertia;
  return b;
}

/// Puts every body somewhere.
inline void scatter(const Model& model, Numbers& numbers, State& state) {
  for (int b = 0; b < static_cast<int>(model.bodies.size()); ++b) {
    put3(numbers.vector(model.planar), &state.motion.position[3 * b]);
    put_quaternion(numbers.rotation(model.planar), &state.motion.orientation[4 * b]);
    state.motion.angle[b] = model.planar ? numbers.between(-4, 4) : 0;
    put3(numbers.vector(model.planar), &state.motion.velocity[6 * b]);
    const Vec3 turning = numbers.vector(false);
    put3(model.planar ? Vec3(0, 0, turning.z()) : turning, &state.motion.velocity[6 * b + 3]);
  }
}

}  // namespace stickslip
