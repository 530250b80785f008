#include "tests/benchmark/motion/scenes.h"

namespace stickslip::motion {

/// What other families throw, roll and drop, where surfaces resist rolling and spinning.
void make_coast(Builder& b) {
  constexpr void (*kOf[])(Builder&) = {make_roll, make_roll, make_throw, make_break, make_convex};
  b.dice.one_of(kOf)(b);
  for (Surface& surface : b.scene.surfaces) {
    if (b.dice.chance(0.8)) surface.rolling = b.dice.magnitude(1e-4, 0.03);
    if (!b.scene.planar && b.dice.chance(0.6)) surface.spinning = b.dice.magnitude(1e-4, 0.03);
  }
}

}  // namespace stickslip::motion
