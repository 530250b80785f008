#include <algorithm>
#include <cmath>

#include "tests/benchmark/motion/joining.h"
#include "tests/benchmark/motion/scenes.h"

namespace stickslip::motion {
namespace {

Motor any_motor(Builder& b, double load, double rate) {
  Motor m;
  m.mode = b.dice.chance(0.4) ? DriveMode::velocity : b.dice.chance(0.6) ? DriveMode::position : DriveMode::locked;
  if (m.mode != DriveMode::locked) m.target = b.dice.between(-1, 1) * (m.mode == DriveMode::velocity ? rate : 0.5);
  if (m.mode == DriveMode::position) {
    m.stiffness = load * b.dice.magnitude(1, 1e4);
    m.damping = b.dice.chance(0.3) ? 0 : m.stiffness * b.dice.magnitude(1e-3, 0.3);
  }
  if (b.dice.chance(0.6)) m.most = load * b.dice.magnitude(0.1, 100);
  return m;
}

Vec3 hinge_axis(Builder& b) {
  return b.scene.planar ? Vec3(Vec3::UnitZ()) : b.dice.direction(false);
}

}  // namespace

double usual_load(Builder& b, const Link& l, bool turns) {
  const Part& p = b.part(l.child);
  const double inertia = turns ? p.inertia.maxCoeff() + 0.1 * p.mass : p.mass;
  return inertia * (b.scene.gravity.norm() + 5);
}

void fit(Builder& b, Link& l, std::size_t way, double rate, bool powered) {
  Fittings& f = l.ways[way];
  const double start = way == 0 ? l.start : l.more_starts[way - 1];
  const double load = usual_load(b, l, coordinates_of(l, b.scene.planar)[way].turns);
  if (b.dice.chance(0.4)) f.friction = load * b.dice.magnitude(1e-3, 2);
  if (b.dice.chance(0.3)) f.armature = b.part(l.child).mass * b.dice.magnitude(1e-3, 10);
  if (b.dice.chance(0.4)) {
    f.restitution = b.dice.chance(0.4) ? b.dice.between(0, 1) : 0;
    if (b.dice.chance(0.8)) f.upper = std::fmax(start, 0) + b.dice.between(0, 0.3);
    if (f.upper >= kUnlimited || b.dice.chance(0.5)) f.lower = std::fmin(start, 0) - b.dice.between(0, 0.3);
  }
  if (powered && b.dice.chance(0.4)) f.motor = any_motor(b, load, rate);
}

/// An arm or a tree of hinges and sliders with limits, dry friction, rotors and drives.
void make_fitted(Builder& b) {
  b.weigh(0.3);
  b.set_step(kShortest, kLongest, b.dice.whole(50, 150));
  const int count = b.dice.whole(1, 6);
  const double rate = std::fmin(5, 0.1 / b.scene.h);
  const bool powered = b.dice.chance(0.5);
  Masses masses(b.dice);
  for (int i = 0; i < count; ++i) {
    const int parent = i == 0 || b.dice.chance(0.15) ? kWorld : b.dice.whole(0, i - 1);
    const Vec3 from = parent < 0 ? Vec3(Vec3::Zero()) : b.part(parent).position;
    const Vec3 to = from + b.dice.between(0.3, 0.8) * b.dice.direction(b.scene.planar);
    const int child = b.add(masses.next(), 0.5, to);
    b.part(child).inertia += 0.005 * b.part(child).mass * Vec3::Ones();
    const JointType type = b.dice.chance(0.65) ? JointType::hinge : JointType::slider;
    tie(b, type, parent, child, from + b.dice.between(0.2, 0.8) * (to - from), rate);
    fit(b, b.scene.links.back(), 0, rate, powered);
  }
}

/// Wheels and racks on the world or on a carrier, geared to each other, with play or without.
void make_geared(Builder& b) {
  b.weigh(0.5);
  b.set_step(kShortest, kLongest, b.dice.whole(50, 150));
  const int count = b.dice.whole(2, 5);
  const double rate = std::fmin(5, 0.1 / b.scene.h);
  const bool powered = b.dice.chance(0.4);
  int carrier = kWorld;
  if (b.dice.chance(0.3)) {
    carrier = b.add(b.dice.magnitude(1, 10), 0.5, Vec3::Zero());
    tie(b, JointType::hinge, kWorld, carrier, b.dice.vector(b.scene.planar, 0.2), rate);
    b.scene.links.back().start = 0;
  }
  const auto first = static_cast<int>(b.scene.links.size());
  const auto is_unyielding = [](const Link& l) {
    const Motor& m = l.first().motor;
    return (m.mode == DriveMode::velocity || m.mode == DriveMode::locked) && m.most >= kUnlimited;
  };
  for (int i = 0; i < count; ++i) {
    const Vec3 at = Vec3(0.6 * (i + 1), 0, 0);
    const int wheel = b.add(b.dice.magnitude(0.2, 5), 0.4, at + b.dice.vector(b.scene.planar, 0.05));
    b.part(wheel).has_velocity = false;
    b.part(wheel).inertia += 0.005 * b.part(wheel).mass * Vec3::Ones();
    Link& l = b.link(b.dice.chance(0.75) ? JointType::hinge : JointType::slider, carrier, wheel, at);
    l.axis = l.type == JointType::hinge ? hinge_axis(b) : b.dice.direction(b.scene.planar);
    if (i == 0) l.start_rate = b.dice.between(-rate, rate);
    if (b.dice.chance(0.4)) l.first().armature = b.part(wheel).mass * b.dice.magnitude(1e-3, 1);
    if (b.dice.chance(0.3)) l.first().friction = usual_load(b, l, l.turns()) * b.dice.magnitude(1e-3, 0.5);
    if (powered && b.dice.chance(0.4)) l.first().motor = any_motor(b, usual_load(b, l, l.turns()), rate);
    // Two that yield to nothing contradict each other through a gear.
    const bool another = std::any_of(b.scene.links.begin() + first, b.scene.links.end() - 1, is_unyielding);
    if (another && is_unyielding(l)) l.first().motor.most = usual_load(b, l, l.turns());
  }
  const int gears = count > 3 && b.dice.chance(0.5) ? 2 : 1;
  for (int g = 0; g < gears; ++g) {
    Cog cog;
    cog.name = "gear" + std::to_string(g);
    const int begin = first + 2 * g;
    const int end = g + 1 < gears ? begin + 2 : first + std::min(count, 2 * g + (carrier < 0 ? 3 : 2));
    for (int link = begin; link < end; ++link) {
      cog.links.push_back(link);
      cog.ratios.push_back((b.dice.chance(0.5) ? 1 : -1) * b.dice.magnitude(0.1, 10));
    }
    if (b.dice.chance(0.3)) cog.backlash = b.dice.magnitude(1e-3, 0.1);
    b.scene.cogs.push_back(cog);
  }
}

/// Bodies on ropes, slack or taut, thrown.
void make_ropes(Builder& b) {
  b.weigh(0.2);
  b.set_step(kShortest, kLongest, b.dice.whole(50, 200));
  const int count = b.dice.whole(1, 4);
  Masses masses(b.dice);
  for (int i = 0; i < count; ++i) {
    const int parent = i == 0 || b.dice.chance(0.4) ? kWorld : i - 1;
    const Vec3 from = parent < 0 ? Vec3(0.3 * i, 0, 0) : b.part(parent).position;
    const Vec3 to = from + b.dice.between(0.3, 0.8) * b.dice.direction(b.scene.planar);
    const int child = b.add(masses.next(), 0.3, to);
    b.part(child).velocity = b.dice.vector(b.scene.planar, 3);
    b.spin(child, std::fmin(5, 0.1 / b.scene.h));
    Link& l = b.link(JointType::rope, parent, child, from);
    l.far_anchor = to + (b.dice.chance(0.5) ? Vec3(Vec3::Zero()) : b.dice.vector(b.scene.planar, 0.1));
    l.first().upper = (l.far_anchor - l.anchor).norm() * (b.dice.chance(0.3) ? 1 : b.dice.between(1, 1.3));
  }
}

}  // namespace stickslip::motion
