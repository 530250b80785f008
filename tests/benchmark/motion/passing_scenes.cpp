#include <algorithm>
#include <cmath>

#include "tests/benchmark/motion/joining.h"
#include "tests/benchmark/motion/scenes.h"

namespace stickslip::motion {

/// Bodies that come as close as they can without touching: a ball beside a wall, balls past each other.
void make_pass(Builder& b) {
  b.scene.gravity = Vec3::Zero();
  b.set_step(kShortest, kLongest, b.dice.whole(20, 60));
  const int material = b.any_surface();
  const double r = b.dice.magnitude(0.01, 0.1);
  const double speed = b.dice.magnitude(0.5, 100);
  const double way = speed * b.scene.h * b.scene.steps;
  const double clear = b.dice.magnitude(1e-3, 0.2);
  const int ball = b.add(b.ball(r), b.dice.magnitude(0.1, 10), Vec3(-b.dice.between(0.2, 0.8) * way, 0, 0), material);
  b.part(ball).velocity.x() = speed;
  b.scene.promise = Promise::passes;
  if (b.dice.chance(0.3)) {  // another ball, the other way
    const double other = b.dice.magnitude(0.01, 0.3);
    const int second = b.add(b.ball(other), b.dice.magnitude(1e-3, 1e3), Vec3(0, r + other + clear, 0), material);
    b.part(second).velocity.x() = -b.dice.between(0, speed);
    return;
  }
  // A wall that ends beside the ball's way, fixed or free.
  const Vec3 edges(b.dice.magnitude(0.01, 0.5), b.dice.between(0.1, 2), b.dice.between(0.5, 2));
  const Vec3 at(0, r + clear + edges.y() / 2, 0);
  if (b.dice.chance(0.5)) {
    b.add_fixed(b.block(edges), at, material);
  } else {
    b.add(b.block(edges), b.dice.magnitude(0.1, 1e3), at, material);
  }
}

/// A small fast ball at a wall that is thinner than its way in a step.
void make_bullet(Builder& b) {
  b.scene.gravity = Vec3::Zero();
  b.set_step(kShortest, kLongest, b.dice.whole(10, 40));
  const int material = b.any_surface();
  const double r = b.dice.magnitude(0.005, 0.05);
  const double speed = b.dice.magnitude(1, 200);
  const double thick = b.dice.magnitude(0.005, 0.2);
  const double way = speed * b.scene.h * b.scene.steps;
  const double start = r + thick / 2 + b.dice.between(0.05, 0.8) * way;
  const int ball = b.add(b.ball(r), b.dice.magnitude(0.01, 10), Vec3(-start, b.dice.between(-0.2, 0.2), 0), material);
  b.part(ball).velocity =
      Vec3(speed, b.dice.between(-0.1, 0.1) * std::fmin(speed, 0.5 / (b.scene.h * b.scene.steps)), 0);
  if (!b.scene.planar) b.spin(ball, 10);
  b.add_fixed(b.block(Vec3(thick, 4, 4)), Vec3::Zero(), material);
  b.scene.promise = Promise::stopped;
}

/// A row of boxes on their small sides, the first one leaning into the rest.
void make_dominoes(Builder& b) {
  b.scene.gravity = -9.81 * b.up();
  b.set_step(kShortest, 0.01, b.dice.whole(30, 60));
  const int material = b.surface(b.dice.between(0, 0.8), b.dice.chance(0.7) ? 0 : b.dice.between(0, 0.8));
  b.add_plane(Vec3::Zero(), 0, material);
  const int count = b.dice.whole(2, 6);
  const double height = 0.2;
  const Vec3 edges = b.scene.planar ? Vec3(0.02, height, 0.1) : Vec3(0.02, 0.1, height);
  for (int i = 0; i < count; ++i) {
    const int one =
        b.add(b.block(edges), 0.1, Vec3(i * b.dice.between(0.06, 0.1), 0, 0) + height / 2 * b.up(), material);
    b.part(one).position.x() = i * 0.08;
    if (i == 0) {
      b.part(one).velocity = Vec3(b.dice.between(0.3, 1.5), 0, 0);
      b.part(one).angular_velocity =
          b.part(one).velocity.x() / height * 2 * (b.scene.planar ? Vec3(-Vec3::UnitZ()) : Vec3(Vec3::UnitY()));
    }
  }
}

/// Something between two planes that lean towards each other.
void make_wedge(Builder& b) {
  b.scene.gravity = -9.81 * b.up();
  b.set_step(kShortest, kLongest, b.dice.whole(50, 150));
  const int material = b.any_surface();
  const double steep = b.dice.between(0.2, 1.2);
  b.add_plane(Vec3::Zero(), steep, material);
  b.add_plane(Vec3::Zero(), -b.dice.between(0.2, 1.2), material);
  const int count = b.dice.whole(1, 3);
  Masses masses(b.dice);
  for (int i = 0; i < count; ++i) {
    const double r = b.dice.between(0.05, 0.1);
    const int one = b.add(b.any_patch(2 * r), masses.next(), Vec3(0, 0, 0) + (0.4 + 0.3 * i) * b.up(), material);
    b.turn(one, 0.5);
    b.part(one).velocity = -b.dice.between(0, 5) * b.up();
  }
}

/// A box that falls on a corner or an edge.
void make_corner(Builder& b) {
  b.weigh(0.3);
  b.set_step(kShortest, kLongest, b.dice.whole(40, 120));
  const int material = b.any_surface();
  b.add_plane(Vec3::Zero(), 0, material);
  const Vec3 edges(b.dice.between(0.1, 0.5), b.dice.between(0.1, 0.5), b.dice.between(0.1, 0.5));
  const double up = edges.norm() / 2 + b.dice.magnitude(1e-3, 0.1);
  const int box = b.add(b.block(edges), b.dice.magnitude(0.01, 100), up * b.up(), material);
  b.turn(box, 1);
  b.spin(box, std::fmin(10, 0.2 / b.scene.h));
  b.part(box).velocity = b.dice.vector(b.scene.planar, 2) - b.dice.between(0.5, 10) * b.up();
}

}  // namespace stickslip::motion
