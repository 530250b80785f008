#include <algorithm>
#include <cmath>

#include "tests/benchmark/motion/joining.h"
#include "tests/benchmark/motion/scenes.h"

namespace stickslip::motion {
namespace {

// From left to right: its free side is on the left of the way.
Patch polyline(Builder& b, double cell, double rough) {
  Patch patch;
  patch.type = ShapeType::mesh;
  constexpr int kCells = 12;
  for (int i = 0; i <= kCells; ++i) {
    const double height = b.dice.chance(0.3) ? 0 : b.dice.between(-rough, rough);
    patch.points.emplace_back((i - kCells / 2.0) * cell, height, 0);
  }
  return patch;
}

Patch hills(Builder& b, double cell, double rough) {
  Patch patch;
  patch.type = ShapeType::mesh;
  constexpr int kCells = 6;
  const auto corner = [](int i, int j) { return j * (kCells + 1) + i; };
  for (int j = 0; j <= kCells; ++j) {
    for (int i = 0; i <= kCells; ++i) {
      const double height = b.dice.chance(0.3) ? 0 : b.dice.between(-rough, rough);
      patch.points.emplace_back((i - kCells / 2.0) * cell, (j - kCells / 2.0) * cell, height);
    }
  }
  for (int j = 0; j < kCells; ++j) {
    for (int i = 0; i < kCells; ++i) {
      patch.triangles.push_back({corner(i, j), corner(i + 1, j), corner(i + 1, j + 1)});
      patch.triangles.push_back({corner(i, j), corner(i + 1, j + 1), corner(i, j + 1)});
    }
  }
  return patch;
}

// A box as a mesh: no edge but its own is felt.
Patch crate(const Vec3& half) {
  Patch patch;
  patch.type = ShapeType::mesh;
  for (int k = 0; k < 8; ++k) {
    patch.points.emplace_back((k & 1) != 0 ? half.x() : -half.x(), (k & 2) != 0 ? half.y() : -half.y(),
                              (k & 4) != 0 ? half.z() : -half.z());
  }
  patch.triangles = {{0, 3, 1}, {0, 2, 3}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                     {2, 7, 3}, {2, 6, 7}, {0, 6, 2}, {0, 4, 6}, {1, 3, 7}, {1, 7, 5}};
  return patch;
}

Patch outline(const Vec3& half) {
  Patch patch;
  patch.type = ShapeType::mesh;
  // Clockwise, so that the outside is on the left.
  patch.points = {Vec3(-half.x(), -half.y(), 0), Vec3(-half.x(), half.y(), 0), Vec3(half.x(), half.y(), 0),
                  Vec3(half.x(), -half.y(), 0), Vec3(-half.x(), -half.y(), 0)};
  return patch;
}

}  // namespace

/// Things of every shape thrown on hills, on a broken line, or on a box that is a mesh.
void make_terrain(Builder& b) {
  b.weigh(0.1);
  b.set_step(kShortest, kLongest, b.dice.whole(60, 150));
  const int material = b.any_surface();
  const double size = b.dice.magnitude(0.05, 0.5);
  const double cell = size * b.dice.magnitude(0.5, 3);
  const double rough = b.dice.chance(0.2) ? 0 : cell * b.dice.between(0.05, 0.6);
  if (b.dice.chance(0.3)) {
    const Vec3 half = size * Vec3(b.dice.between(0.5, 3), b.dice.between(0.5, 3), b.dice.between(0.5, 3));
    const double top = half.dot(b.up());
    b.add_fixed(b.scene.planar ? outline(half) : crate(half), (rough - top) * b.up(), material);
    b.turn(0, 0.3);
  } else {
    b.add_fixed(b.scene.planar ? polyline(b, cell, rough) : hills(b, cell, rough), Vec3::Zero(), material);
  }
  const int count = b.dice.whole(1, 3);
  Masses masses(b.dice);
  const double speed = b.dice.magnitude(0.1, 10);
  for (int i = 0; i < count; ++i) {
    // A turned box reaches higher.
    const double clear = rough + 0.6 * size + 1.6 * size * i + (b.part(0).patches[0].points.size() < 9 ? 3 * size : 0);
    const Patch patch = b.dice.chance(0.5) ? b.any_convex(size) : b.any_patch(size);
    const Vec3 at = clear * b.up() + b.dice.between(-0.5, 0.5) * size * Vec3::UnitX();
    const int one = b.add(patch, masses.next(), at, b.dice.chance(0.7) ? material : b.any_surface());
    b.turn(one, 0.8);
    b.spin(one, std::fmin(20, speed / size));
    b.part(one).velocity = b.dice.vector(b.scene.planar, speed);
    b.part(one).velocity -= b.dice.between(0, speed) * b.up();
  }
}

/// Things of every shape that begin close above hills or a broken line, roll, slide and come to rest there; some hills
/// are heightfields.
void make_fields(Builder& b) {
  b.weigh(0.02);
  b.set_step(kShortest, kLongest, b.dice.whole(100, 200));
  const int material = b.any_surface();
  const double size = b.dice.magnitude(0.05, 0.5);
  const double cell = size * b.dice.magnitude(0.7, 4);
  const double rough = cell * b.dice.between(0, 0.3);
  Patch ground = b.scene.planar ? polyline(b, cell, rough) : hills(b, cell, rough);
  constexpr int kColumns = 7;
  if (!b.scene.planar && b.dice.chance(0.6)) ground.columns = kColumns;
  b.add_fixed(ground, Vec3::Zero(), material);
  const int count = b.dice.whole(1, 5);
  Masses masses(b.dice);
  const double speed = b.dice.chance(0.2) ? 0 : b.dice.magnitude(0.01, 3);
  for (int i = 0; i < count; ++i) {
    const Vec3 at = (rough + 0.55 * size) * b.up() + 1.2 * size * (i - 0.5 * (count - 1)) * Vec3::UnitX();
    const Patch patch = b.dice.chance(0.3) ? b.any_convex(size) : b.any_patch(size);
    const int one = b.add(patch, masses.next(), at, b.dice.chance(0.7) ? material : b.any_surface());
    b.turn(one, 0.5);
    b.spin(one, std::fmin(10, speed / size));
    const Vec3 v = b.dice.vector(b.scene.planar, speed);
    b.part(one).velocity = v - v.dot(b.up()) * b.up();
  }
}

/// What other families slide, stack and throw, in space, on surfaces with a grain.
void make_grain(Builder& b) {
  b.scene.planar = false;
  constexpr void (*kOf[])(Builder&) = {make_slide, make_slide, make_stack, make_throw, make_roll, make_convex};
  b.dice.one_of(kOf)(b);
  // One each: where two are as uneven as each other their order says whose directions count.
  for (Part& part : b.scene.parts) {
    Surface surface = b.scene.surface_of(static_cast<int>(&part - b.scene.parts.data()));
    surface.friction = std::fmax(surface.friction, 0.01);
    if (b.dice.chance(0.8)) surface.across = b.dice.magnitude(0.05, 20);
    if (surface.friction * surface.across > 2) surface.across = 1 / surface.across;
    part.material = static_cast<int>(b.scene.surfaces.size());
    b.scene.surfaces.push_back(surface);
    if (surface.across == 1) continue;
    for (Patch& patch : part.patches) patch.grain = b.dice.direction(false);
  }
}

}  // namespace stickslip::motion
