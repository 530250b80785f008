#include <algorithm>
#include <cmath>

#include "tests/benchmark/motion/joining.h"
#include "tests/benchmark/motion/scenes.h"

namespace stickslip::motion {
namespace {

double any_rate(Builder& b) {
  return std::fmin(5, 0.1 / b.scene.h);
}

// Some motors become another one within the scene.
void let_switch(Builder& b, Motor& m, double load) {
  constexpr DriveMode kAll[] = {DriveMode::force, DriveMode::velocity, DriveMode::position, DriveMode::locked};
  if (!b.dice.chance(0.4)) return;
  m.switches = b.dice.whole(5, b.scene.steps - 5);
  m.then = b.dice.one_of(kAll);
  if (m.then != DriveMode::position || m.stiffness > 0) return;
  m.stiffness = load * b.dice.magnitude(1, 1e4);
  m.damping = m.stiffness * b.dice.magnitude(1e-3, 0.3);
}

void fit_all(Builder& b, Link& l, double rate, bool powered) {
  const std::vector<Way> ways = coordinates_of(l, b.scene.planar);
  for (std::size_t way = 0; way < ways.size(); ++way) {
    if (!b.dice.chance(ways.size() == 1 ? 1 : 0.7)) continue;
    fit(b, l, way, rate, powered);
    if (l.ways[way].has_motor()) let_switch(b, l.ways[way].motor, usual_load(b, l, ways[way].turns));
  }
}

// A strut, a rope that rubs, or a winch: its length stays between limits.
void tie_strut(Builder& b, int parent, int child, const Vec3& from, const Vec3& to, bool powered) {
  Link& l = b.link(JointType::rope, parent, child, from);
  l.far_anchor = to;
  const double length = (to - from).norm();
  Fittings& f = l.first();
  f.lower = length * b.dice.between(0.5, 1);
  f.upper = length * b.dice.between(1, 1.3);
  f.restitution = b.dice.chance(0.4) ? b.dice.between(0, 1) : 0;
  const double load = usual_load(b, l, false);
  if (b.dice.chance(0.4)) f.friction = load * b.dice.magnitude(1e-3, 2);
  if (b.dice.chance(0.2)) f.armature = b.part(child).mass * b.dice.magnitude(1e-3, 1);
  if (!powered || !b.dice.chance(0.5)) return;
  f.motor.mode = b.dice.chance(0.5) ? DriveMode::velocity : DriveMode::position;
  const bool holds_speed = f.motor.mode == DriveMode::velocity;
  f.motor.target = holds_speed ? b.dice.between(-1, 1) : length * b.dice.between(0.8, 1.2);
  if (!holds_speed) f.motor.stiffness = load * b.dice.magnitude(1, 1e4);
  if (!holds_speed) f.motor.damping = f.motor.stiffness * b.dice.magnitude(1e-3, 0.3);
  f.motor.most = load * b.dice.magnitude(0.1, 100);
}

struct Place {
  int parent = kWorld;
  int child = 0;
  Vec3 from = Vec3::Zero();
  Vec3 to = Vec3::Zero();
  Vec3 anchor = Vec3::Zero();
};

Place add_body(Builder& b, int i, Masses& masses) {
  Place at;
  at.parent = i == 0 || b.dice.chance(0.2) ? kWorld : b.dice.whole(0, i - 1);
  if (at.parent >= 0) at.from = b.part(at.parent).position;
  at.to = at.from + b.dice.between(0.3, 0.8) * b.dice.direction(b.scene.planar);
  at.child = b.add(masses.next(), 0.5, at.to);
  b.part(at.child).inertia += 0.005 * b.part(at.child).mass * Vec3::Ones();
  at.anchor = at.from + b.dice.between(0.2, 0.8) * (at.to - at.from);
  return at;
}

JointType any_with_coordinates(Builder& b) {
  Link l;
  do l.type = any_kind(b);
  while (coordinates_of(l, b.scene.planar).empty());
  return l.type;
}

Link& tie_fitted(Builder& b, const Place& at, JointType type, double rate) {
  const bool old = type == JointType::hinge || type == JointType::slider;
  (old ? tie : tie_kind)(b, type, at.parent, at.child, at.anchor, rate);
  return b.scene.links.back();
}

}  // namespace

/// Joints of the kinds that other trees do not have, struts, axles of what rolls and hinges beside bushings, with
/// limits, dry friction, rotors and drives along every coordinate, some of which change their mode.
void make_fitted_kinds(Builder& b) {
  if (b.dice.chance(0.25)) {
    (b.dice.chance(0.6) ? make_rolling : make_mounts)(b);
    const bool powered = b.dice.chance(0.6);
    for (Link& l : b.scene.links) fit_all(b, l, any_rate(b), powered);
    return;
  }
  b.weigh(0.3);
  b.set_step(kShortest, kLongest, b.dice.whole(50, 150));
  const int count = b.dice.whole(1, 5);
  const double rate = any_rate(b);
  const bool powered = b.dice.chance(0.5);
  Masses masses(b.dice);
  for (int i = 0; i < count; ++i) {
    const Place at = add_body(b, i, masses);
    if (b.dice.chance(b.scene.planar ? 0.4 : 0.15)) {
      tie_strut(b, at.parent, at.child, at.from, at.to, powered);
      b.part(at.child).velocity = b.dice.vector(b.scene.planar, 1);
      b.spin(at.child, rate);
      continue;
    }
    fit_all(b, tie_fitted(b, at, any_with_coordinates(b), rate), rate, powered);
  }
  const auto is_strut = [](const Link& l) { return l.type == JointType::rope; };
  if (std::none_of(b.scene.links.begin(), b.scene.links.end(), is_strut)) return;
  for (Link& l : b.scene.links) {  // which would put ends of struts elsewhere
    l.start = 0;
    l.more_starts = {{0, 0}};
  }
}

/// Joints whose bearings rub by the force that they carry, some of them driven.
void make_bearings(Builder& b) {
  b.weigh(0.15);
  b.set_step(kShortest, kLongest, b.dice.whole(50, 150));
  const int count = b.dice.whole(1, 4);
  const double rate = any_rate(b);
  const bool powered = b.dice.chance(0.3);
  Masses masses(b.dice);
  for (int i = 0; i < count; ++i) {
    const Place at = add_body(b, i, masses);
    const JointType type = b.dice.chance(0.4) ? JointType::hinge : any_with_coordinates(b);
    Link& l = tie_fitted(b, at, type, rate);
    if (powered) fit_all(b, l, rate, true);
    for (std::size_t way = 0; way < coordinates_of(l, b.scene.planar).size(); ++way) {
      Fittings& f = l.ways[way];
      if (!b.dice.chance(0.7)) continue;
      f.coefficient = b.dice.magnitude(0.01, 1);
      if (coordinates_of(l, b.scene.planar)[way].turns) f.lever = b.dice.magnitude(0.005, 0.2);
      f.friction = b.dice.chance(0.3) ? f.friction : 0;
    }
  }
}

}  // namespace stickslip::motion
