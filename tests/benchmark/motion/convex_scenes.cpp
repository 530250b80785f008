#include <cmath>

#include "tests/benchmark/motion/joining.h"
#include "tests/benchmark/motion/scenes.h"

namespace stickslip::motion {

/// Convex things of every kind, thrown at each other, at a floor or at a block.
void make_convex(Builder& b) {
  b.weigh(0.2);
  b.set_step(kShortest, kLongest, b.dice.whole(60, 150));
  const int material = b.any_surface();
  const double size = b.dice.magnitude(0.05, 0.5);
  const int ground = b.dice.whole(0, 3);
  if (ground == 1) b.add_plane(Vec3::Zero(), b.dice.chance(0.3) ? b.dice.between(-0.5, 0.5) : 0, material);
  if (ground == 2) b.add_fixed(b.block(size * Vec3(10, 2, 2)), -size * b.up(), material);
  if (ground == 3) b.add_fixed(b.any_hull(8 * size), -4 * size * b.up(), material);
  const int count = b.dice.whole(1, 4);
  Masses masses(b.dice);
  const double speed = b.dice.magnitude(0.1, 20);
  for (int i = 0; i < count; ++i) {
    Vec3 cell((i % 2 - 0.5) * 1.5, 0, 0);
    const int layer = i / 2;
    cell += (1.8 + 1.5 * layer) * b.up();
    const Patch patch = b.dice.chance(0.7) ? b.any_convex(size) : b.any_patch(size);
    const int one = b.add(patch, masses.next(), size * (cell + b.dice.vector(b.scene.planar, 0.2)), material);
    b.turn(one, 0.8);
    b.spin(one, std::fmin(30, speed / size));
    b.part(one).velocity = b.dice.vector(b.scene.planar, speed);
  }
}

}  // namespace stickslip::motion
