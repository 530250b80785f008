#include <algorithm>
#include <cmath>

#include "tests/benchmark/motion/joining.h"
#include "tests/benchmark/motion/scenes.h"

namespace stickslip::motion {

/// Things thrown at each other and at a floor, some of them fast.
void make_throw(Builder& b) {
  b.weigh(0.2);
  b.set_step(kShortest, kLongest, b.dice.whole(60, 200));
  const int material = b.any_surface();
  const bool floor = b.dice.chance(0.8);
  if (floor) b.add_plane(Vec3::Zero(), b.dice.chance(0.3) ? b.dice.between(-0.5, 0.5) : 0, material);
  const int count = b.dice.whole(1, b.dice.chance(0.8) ? 4 : 10);
  const double size = b.dice.magnitude(0.05, 0.5);
  Masses masses(b.dice);
  const double speed = b.dice.magnitude(0.1, 20);
  const int columns = count > 4 ? 3 : 2;
  for (int i = 0; i < count; ++i) {
    // On a grid of cells larger than the things.
    const int level = i / columns;
    Vec3 cell((i % columns - 0.5) * 1.5, 0, 0);
    cell += (1 + 1.5 * level) * b.up();
    const int one = b.add(b.any_patch(size), masses.next(), size * (cell + b.dice.vector(b.scene.planar, 0.2)),
                          b.dice.chance(0.7) ? material : b.any_surface());
    b.turn(one, 0.8);
    b.spin(one, std::fmin(30, speed / size));
    b.part(one).velocity = b.dice.vector(b.scene.planar, speed);
    if (floor) b.part(one).position += 0.8 * size * b.up();
  }
}

/// Boxes on top of each other, at rest or with something thrown into them.
void make_stack(Builder& b) {
  b.scene.gravity = -9.81 * b.up();
  b.set_step(kShortest, kLongest, b.dice.whole(50, 150));
  const int material = b.any_surface();
  b.add_plane(Vec3::Zero(), 0, material);
  const int count = b.dice.whole(1, 6);
  Masses masses(b.dice);
  double height = 0;
  for (int i = 0; i < count; ++i) {
    const Vec3 edges(b.dice.between(0.2, 0.4), b.dice.between(0.2, 0.4), b.dice.between(0.2, 0.4));
    const double tall = edges.dot(b.up());
    Vec3 at = (height + tall / 2) * b.up();
    at.x() += b.dice.between(-0.05, 0.05);
    b.add(b.block(edges), masses.next(), at, material);
    height += tall + (b.dice.chance(0.5) ? 0 : b.dice.magnitude(1e-6, 1e-2));
  }
  if (b.dice.chance(0.4)) {
    const double r = b.dice.between(0.03, 0.08);
    Vec3 at = std::fmax(1.1 * r, b.dice.between(0.1, 0.9) * height) * b.up();
    at.x() = -0.5;
    const int ball = b.add(b.ball(r), masses.next(), at, material);
    b.part(ball).velocity.x() = b.dice.magnitude(1, 20);
  }
}

/// A ball into a triangle of balls, touching or nearly so.
void make_break(Builder& b) {
  b.scene.gravity = Vec3::Zero();
  b.scene.symmetric = true;
  b.set_step(kShortest, kLongest, b.dice.whole(40, 120));
  const int material =
      b.surface(b.dice.chance(0.5) ? 0 : b.dice.between(0, 1), b.dice.chance(0.5) ? 1 : b.dice.between(0, 1));
  const int rows = b.dice.whole(1, 4);
  const double r = 0.05;
  const double apart = 2 * r + (b.dice.chance(0.2) ? 0 : b.dice.magnitude(1e-6, 5e-3));
  const double mass = b.dice.magnitude(0.05, 5);
  for (int row = 0; row < rows; ++row) {
    for (int i = 0; i <= row; ++i) {
      b.add(b.ball(r), mass, Vec3(row * apart * std::sqrt(0.75), (i - 0.5 * row) * apart, 0), material);
    }
  }
  const int cue = b.add(
      b.ball(r), mass * (b.dice.chance(0.7) ? 1 : b.dice.magnitude(1e-3, 1e3)),
      Vec3(-2 * r - b.dice.between(0.01, 0.3), b.dice.chance(0.3) ? 0 : b.dice.between(-0.8, 0.8) * r, 0), material);
  b.part(cue).velocity.x() = b.dice.magnitude(0.1, 20);
}

/// Balls in a row that hit each other, touching, nearly so, or on threads.
void make_cradle(Builder& b) {
  const bool hangs = b.dice.chance(0.5);
  b.scene.gravity = hangs ? Vec3(-9.81 * b.up()) : Vec3(Vec3::Zero());
  b.set_step(kShortest, kLongest, b.dice.whole(60, 200));
  const int material = b.surface(0, b.dice.chance(0.6) ? 1 : b.dice.between(0, 1));
  const int count = b.dice.whole(2, 6);
  const double r = 0.05;
  const double apart = 2 * r + (b.dice.chance(0.2) ? 0 : b.dice.magnitude(1e-6, 5e-3));
  const double speed = b.dice.magnitude(0.1, 5);
  Masses masses(b.dice);
  const bool alike = b.dice.chance(0.6);
  for (int i = 0; i < count; ++i) {
    const Vec3 at(i * apart, 0, 0);
    const int ball = b.add(b.ball(r), alike ? 1 : masses.next(), at, material);
    if (!hangs) {
      if (i == 0) b.part(ball).velocity.x() = speed;
      continue;
    }
    Link& thread = b.link(JointType::hinge, kWorld, ball, at + 0.5 * b.up());
    thread.axis = Vec3::UnitY();
    b.part(ball).has_velocity = false;
    if (i == 0) {  // swings in
      thread.start = b.scene.planar ? -b.dice.between(0.05, 1) : b.dice.between(0.05, 1);
    }
  }
}

/// Boxes that slide on a slope, or just do not.
void make_slide(Builder& b) {
  b.scene.gravity = -9.81 * b.up();
  b.set_step(kShortest, kLongest, b.dice.whole(50, 150));
  const double mu = b.dice.between(0, 1.2);
  const int material = b.surface(mu, b.dice.chance(0.7) ? 0 : b.dice.between(0, 1));
  const double tilt = b.dice.chance(0.3) ? 0 : b.dice.chance(0.3) ? std::atan(mu) : b.dice.between(-0.8, 0.8);
  const int plane = b.add_plane(Vec3::Zero(), tilt, material);
  const int count = b.dice.whole(1, 3);
  Masses masses(b.dice);
  const Quat q(Eigen::AngleAxisd(tilt, b.scene.planar ? Vec3(-Vec3::UnitZ()) : Vec3(Vec3::UnitY())));
  for (int i = 0; i < count; ++i) {
    const Vec3 edges(b.dice.between(0.1, 0.4), b.dice.between(0.1, 0.4), b.dice.between(0.1, 0.4));
    const Vec3 at = Vec3(0.6 * i, 0, 0) + (edges.dot(b.up()) / 2) * b.up();
    const int box = b.add(b.block(edges), masses.next(), q * at, material);
    b.part(box).angle = b.part(plane).angle;
    b.part(box).rotation = b.part(plane).rotation;
    Vec3 along = b.dice.vector(b.scene.planar, b.dice.magnitude(0.01, 5));
    along -= along.dot(b.up()) * b.up();
    b.part(box).velocity = q * along;
  }
}

/// Balls and capsules that roll, slip and spin on a plane or on each other.
void make_roll(Builder& b) {
  b.scene.gravity = -9.81 * b.up();
  b.set_step(kShortest, kLongest, b.dice.whole(50, 150));
  const int material = b.any_surface();
  b.add_plane(Vec3::Zero(), 0, material);
  const int count = b.dice.whole(1, 4);
  Masses masses(b.dice);
  for (int i = 0; i < count; ++i) {
    const double r = b.dice.between(0.05, 0.2);
    Vec3 at = r * b.up();
    at.x() = 0.5 * i;
    const int one = b.add(b.ball(r), masses.next(), at, material);
    Vec3 v = b.dice.vector(b.scene.planar, b.dice.magnitude(0.1, 5));
    b.part(one).velocity = v - v.dot(b.up()) * b.up();
    b.spin(one, 20);
  }
}

}  // namespace stickslip::motion
