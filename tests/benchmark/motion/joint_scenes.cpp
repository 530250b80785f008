#include <algorithm>
#include <cmath>

#include "tests/benchmark/motion/joining.h"
#include "tests/benchmark/motion/scenes.h"

namespace stickslip::motion {

/// A tree of joints of all kinds.
void make_tree(Builder& b) {
  b.weigh(0.3);
  b.set_step(kShortest, kLongest, b.dice.whole(50, 200));
  const int count = b.dice.whole(1, 7);
  const double ratio = b.dice.chance(0.6) ? 3 : b.dice.magnitude(3, 1e6);
  const double rate = b.dice.magnitude(0.1, 0.2 / b.scene.h < 10 ? 0.2 / b.scene.h : 10);
  for (int i = 0; i < count; ++i) {
    const int parent = i == 0 || b.dice.chance(0.15) ? kWorld : b.dice.whole(0, i - 1);
    const Vec3 from = parent < 0 ? Vec3(Vec3::Zero()) : b.part(parent).position;
    const Vec3 to = from + b.dice.between(0.3, 0.8) * b.dice.direction(b.scene.planar);
    const int child = b.add(b.dice.magnitude(1 / std::sqrt(ratio), std::sqrt(ratio)), 0.5, to);
    b.turn(child, 0.3);
    tie(b, any_type(b), parent, child, from + b.dice.between(0.2, 0.8) * (to - from), rate);
  }
  add_springs(b, b.dice.chance(0.4) ? 3 : 0, 1e9);
}

/// A four-bar or a slider-crank, in the plane or in space, with the redundant constraints that it has there.
void make_loop(Builder& b) {
  b.weigh(0.4);
  b.set_step(kShortest, kLongest, b.dice.whole(50, 200));
  const double crank = b.dice.between(0.1, 0.3);
  const double rod = b.dice.between(0.4, 0.8);
  const double a = b.dice.between(0.3, 2.8);
  const Vec3 pin = crank * Vec3(std::cos(a), std::sin(a), 0);
  const bool slides = b.dice.chance(0.5);
  // The rod's end: on the x axis, or where the rocker of a four-bar ends.
  const Vec3 end = slides ? Vec3(pin.x() + std::sqrt(rod * rod - pin.y() * pin.y()), 0, 0)
                          : Vec3(pin + rod * Vec3(std::cos(0.3), std::sin(0.3), 0));
  const Vec3 ground = end - Vec3(b.dice.between(-0.2, 0.2), b.dice.between(0.4, 0.7), 0);
  const int first = b.add(b.dice.magnitude(0.1, 10), 0.2, pin / 2);
  const int second = b.add(b.dice.magnitude(0.1, 10), 0.4, (pin + end) / 2);
  const int third = b.add(b.dice.magnitude(0.1, 10), 0.2, slides ? end : Vec3((end + ground) / 2));
  for (int body : {first, second, third}) b.part(body).has_velocity = false;
  Link& shaft = b.link(JointType::hinge, kWorld, first, Vec3::Zero());
  shaft.start_rate = b.dice.between(-1, 1) * std::fmin(10, 0.1 / b.scene.h);
  b.link(JointType::hinge, first, second, pin);
  b.link(JointType::hinge, second, third, end);
  if (slides) {
    b.link(JointType::slider, kWorld, third, end).axis = Vec3::UnitX();
  } else {
    b.link(JointType::hinge, kWorld, third, ground);
  }
  if (!b.scene.planar && b.dice.chance(0.5)) b.scene.gravity = -b.scene.gravity.norm() * Vec3::UnitY();
}

/// Links in a row with a load at the end.
void make_cable(Builder& b) {
  b.scene.gravity = -9.81 * b.up();
  b.set_step(kShortest, kLongest, b.dice.whole(50, 150));
  const int count = b.dice.whole(3, b.dice.chance(0.8) ? 12 : 30);
  const double length = b.dice.between(0.05, 0.3);
  const double mass = b.dice.magnitude(0.05, 1);
  const double lean = b.dice.chance(0.5) ? b.dice.magnitude(1e-4, 0.1) : b.dice.between(0, 1.5);
  const Vec3 along = -std::cos(lean) * b.up() + std::sin(lean) * Vec3::UnitX();
  for (int i = 0; i < count; ++i) {
    const int child = b.add(mass, length, (i + 0.5) * length * along);
    Part& p = b.part(child);
    p.inertia = mass * length * length * Vec3(1.0 / 12, 1.0 / 12, 1.0 / 12);
    p.has_velocity = false;
    const JointType type = b.scene.planar ? JointType::hinge : JointType::ball;
    b.link(type, i == 0 ? kWorld : child - 1, child, i * length * along);
  }
  Part& load = b.part(count - 1);
  const double ratio = b.dice.chance(0.5) ? 1 : b.dice.magnitude(1, 1e4);
  load.mass *= ratio;
  load.inertia *= ratio;
}

/// A body that turns about a joint off its centre of mass, without gravity.
void make_rotor(Builder& b) {
  b.scene.gravity = Vec3::Zero();
  b.set_step(kShortest, kLongest, b.dice.whole(100, 300));
  const int body = b.add(b.dice.magnitude(0.1, 10), 0.4, Vec3(b.dice.between(0.05, 0.6), 0, 0));
  b.part(body).has_velocity = false;
  const double rate = b.dice.magnitude(0.01, 0.3) / b.scene.h;
  Link& l = b.link(JointType::hinge, kWorld, body, Vec3::Zero());
  l.start_rate = std::fmin(50, rate);
  if (b.dice.chance(0.3)) {  // and something rigid on it
    const int tip = b.add(b.dice.magnitude(0.1, 10), 0.2, b.part(body).position + b.dice.vector(b.scene.planar, 0.3));
    b.part(tip).has_velocity = false;
    b.link(JointType::fixed, body, tip, b.part(tip).position);
  }
}

/// A body that flies and tumbles.
void make_tumble(Builder& b) {
  b.weigh(0.5);
  b.set_step(kShortest, kLongest, b.dice.whole(50, 200));
  const int body = b.add(b.dice.magnitude(0.1, 10), 0.4, b.dice.vector(b.scene.planar, 1));
  b.turn(body, 1);
  b.part(body).velocity = b.dice.vector(b.scene.planar, 5);
  b.spin(body, std::fmin(20, 0.2 / b.scene.h));
  if (b.dice.chance(0.3)) b.part(body).com = b.dice.vector(b.scene.planar, 0.2);
}

}  // namespace stickslip::motion
