#include <algorithm>
#include <cmath>

#include "tests/benchmark/motion/joining.h"
#include "tests/benchmark/motion/scenes.h"

namespace stickslip::motion {
namespace {

// What leaves the child free to turn has no say in how it does.
bool leaves_turning(const Link& l, bool planar) {
  return l.rolls() || (!planar && (l.type == JointType::point_on_line || l.type == JointType::point_on_plane));
}

void start(Builder& b, Link& l, double rate) {
  const std::vector<Way> ways = coordinates_of(l, b.scene.planar);
  const bool moved = b.dice.chance(0.5);
  for (std::size_t k = 0; k < ways.size(); ++k) {
    const double at = moved ? b.dice.between(-1, 1) * (ways[k].turns ? 1 : 0.2) : 0;
    const double speed = b.dice.between(-rate, rate) * (ways[k].turns ? 1 : 0.3);
    (k == 0 ? l.start : l.more_starts[k - 1]) = at;
    (k == 0 ? l.start_rate : l.more_rates[k - 1]) = speed;
  }
}

}  // namespace

JointType any_kind(Builder& b) {
  constexpr JointType kOfSpace[] = {JointType::universal, JointType::cylindrical,   JointType::planar,
                                    JointType::screw,     JointType::point_on_line, JointType::point_on_plane};
  if (b.dice.chance(0.3)) return any_type(b);
  return b.scene.planar ? JointType::point_on_line : b.dice.one_of(kOfSpace);
}

void tie_kind(Builder& b, JointType type, int parent, int child, const Vec3& anchor, double rate) {
  Link& l = b.link(type, parent, child, anchor);
  l.axis = b.dice.direction(b.scene.planar);
  l.across = b.scene.planar ? Vec3(Vec3::UnitZ()) : Vec3(l.axis.cross(b.dice.direction(false)).normalized());
  if (!(l.across.norm() > 0.5)) l.across = l.axis.unitOrthogonal();
  l.pitch = (b.dice.chance(0.5) ? 1 : -1) * b.dice.magnitude(0.01, 0.5);
  // A screw is as slow along its axis as others are, or turns as they do.
  const double least = l.type == JointType::screw && b.dice.chance(0.5) ? 0.3 : 1;
  start(b, l, least * rate);
  b.part(child).has_velocity = leaves_turning(l, b.scene.planar);
  if (b.part(child).has_velocity) b.spin(child, rate);
}

namespace {

void grow(Builder& b, int count, double ratio, double rate, bool smooth) {
  for (int i = 0; i < count; ++i) {
    const int parent = i == 0 || b.dice.chance(0.15) ? kWorld : b.dice.whole(0, i - 1);
    const Vec3 from = parent < 0 ? Vec3(Vec3::Zero()) : b.part(parent).position;
    const Vec3 to = from + b.dice.between(0.3, 0.8) * b.dice.direction(b.scene.planar);
    const int child = b.add(b.dice.magnitude(1 / std::sqrt(ratio), std::sqrt(ratio)), 0.5, to);
    if (smooth) b.part(child).inertia += 0.01 * b.part(child).mass * Vec3::Ones();
    if (!smooth) b.turn(child, 0.3);
    const Vec3 anchor = from + b.dice.between(0.2, 0.8) * (to - from);
    const JointType type = any_kind(b);
    const bool old = type == JointType::hinge || type == JointType::slider || type == JointType::ball ||
                     type == JointType::fixed || type == JointType::distance;
    if (old) {
      tie(b, type, parent, child, anchor, rate);
    } else {
      tie_kind(b, type, parent, child, anchor, rate);
    }
  }
}

double any_rate(Builder& b) {
  return b.dice.magnitude(0.1, std::fmin(10, 0.2 / b.scene.h));
}

}  // namespace

/// A tree of joints of the kinds that other trees do not have.
void make_kinds(Builder& b) {
  b.weigh(0.3);
  b.set_step(kShortest, kLongest, b.dice.whole(50, 200));
  const double ratio = b.dice.chance(0.6) ? 3 : b.dice.magnitude(3, 1e6);
  const double rate = any_rate(b);
  grow(b, b.dice.whole(1, 6), ratio, rate, false);
  add_springs(b, b.dice.chance(0.3) ? 2 : 0, 1e6);
}

/// The same in the range of the order's asymptotics, and what rolls.
void make_smooth_kinds(Builder& b) {
  b.weigh(0.3);
  b.scene.h = b.dice.magnitude(1e-3, 6e-3);
  b.scene.steps = b.dice.whole(10, 40);
  b.scene.promise = Promise::smooth;
  const double rate = std::fmin(5, 0.03 / b.scene.h);
  if (b.dice.chance(0.3)) {
    const int keep = b.scene.steps;
    const double h = b.scene.h;
    make_rolling(b);
    b.scene.steps = keep;
    b.scene.h = h;
    return;
  }
  grow(b, b.dice.whole(1, 4), 4, rate, true);
  for (Link& link : b.scene.links) link.damping = link.type == JointType::hinge ? std::fmin(link.damping, 0.05) : 0;
}

/// Wheels, balls and disks that roll on the world or on a plate that slides, some of them with a body on their axle.
void make_rolling(Builder& b) {
  b.weigh(0.3);
  b.set_step(kShortest, kLongest, b.dice.whole(50, 200));
  const double rate = std::fmin(5, 0.1 / b.scene.h);
  int ground = kWorld;
  if (b.dice.chance(0.3)) {
    ground = b.add(b.dice.magnitude(1, 10), 0.5, Vec3::Zero());
    b.part(ground).inertia += 0.05 * b.part(ground).mass * Vec3::Ones();
    tie(b, b.dice.chance(0.5) ? JointType::slider : JointType::hinge, kWorld, ground, Vec3::Zero(), 0.2 * rate);
    b.scene.links.back().start = 0;
  }
  const int count = b.dice.whole(1, 3);
  for (int i = 0; i < count; ++i) {
    const double r = b.dice.between(0.1, 0.4);
    Vec3 at = r * b.up() + b.dice.between(-0.2, 0.2) * Vec3::UnitX();
    if (!b.scene.planar) at.y() = i;
    if (b.scene.planar) at.x() = i;
    const int wheel = b.add(b.dice.magnitude(0.3, 3), 0.4, at);
    b.part(wheel).inertia += 0.05 * b.part(wheel).mass * Vec3::Ones();
    b.spin(wheel, rate);
    const bool is_wheel = b.scene.planar || b.dice.chance(0.6);
    Link& l = b.link(is_wheel ? JointType::rolling : JointType::rolling_ball, ground, wheel, at);
    l.axis = b.up();
    l.radius = r;
    if (is_wheel && !b.scene.planar) {
      l.wheel = (Vec3::UnitY() + b.dice.between(-0.4, 0.4) * Vec3::UnitX() + b.dice.between(-0.4, 0.4) * b.up());
      // A wheel that lies down turns about an edge without end.
      b.part(wheel).angular_velocity =
          b.dice.between(-rate, rate) * l.wheel.normalized() + b.dice.between(-0.2, 0.2) * rate * b.up();
    }
    if (!b.dice.chance(0.3)) continue;
    const int load = b.add(b.dice.magnitude(0.3, 3), 0.4, at + 0.3 * b.dice.direction(b.scene.planar));
    tie(b, JointType::hinge, wheel, load, at, 0.2 * rate);
    b.scene.links.back().start = 0;
  }
}

}  // namespace stickslip::motion
