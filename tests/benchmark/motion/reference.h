#pragma once

#include "tests/benchmark/motion/digest.h"

/// An integration of mechanisms that shares nothing with the engine: accelerations from the equations of motion with
/// multipliers, the classical Runge-Kutta method, steps too small to have an error that counts.
namespace stickslip::motion {

struct Still {  // a body
  Vec3 p = Vec3::Zero();
  Quat q = Quat::Identity();
  Vec3 v = Vec3::Zero();
  Vec3 w = Vec3::Zero();  // world axes
};

struct Followed {
  std::vector<Still> end;
  std::vector<Vec3> forces;  // of each joint on its child
};

/// From the motion that was published after the start, for a time T. Inputs must be constant.
Followed follow(const Scene& scene, const Digest& digest, double T, int steps);

}  // namespace stickslip::motion
