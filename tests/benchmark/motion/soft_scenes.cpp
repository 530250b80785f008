#include <algorithm>
#include <cmath>

#include "tests/benchmark/motion/scenes.h"

namespace stickslip::motion {

/// What other families throw, roll, slide and stack, where every contact gives way: by as much as a blow takes from a
/// fraction of a step to a hundred, and nobody falls through.
void make_soft(Builder& b) {
  constexpr void (*kOf[])(Builder&) = {make_roll,  make_roll,  make_throw,  make_throw, make_stack,
                                       make_slide, make_break, make_cradle, make_convex};
  b.dice.one_of(kOf)(b);
  double heaviest = 0;
  double fastest = 0;
  for (const Part& part : b.scene.parts) {
    if (part.fixed) continue;
    heaviest = std::fmax(heaviest, part.mass);
    fastest = std::fmax(fastest, part.velocity.norm());
  }
  constexpr double kFalls = 2;     // m
  constexpr double kDepth = 0.01;  // m, of a blow at the fastest
  fastest += std::sqrt(2 * b.scene.gravity.norm() * kFalls) + 1e-3;
  const double blow = std::fmin(b.scene.h * b.dice.magnitude(0.1, 100), kDepth / fastest);
  for (Surface& surface : b.scene.surfaces) surface.compliance = 0.5 * blow * blow / heaviest;
  b.scene.symmetric = true;  // a row of springs: what touches first is round-off
}

}  // namespace stickslip::motion
