#include "tests/benchmark/motion/joining.h"

#include <cmath>

namespace stickslip::motion {

JointType any_type(Builder& b) {
  constexpr JointType kAll[] = {JointType::hinge, JointType::hinge,    JointType::slider,
                                JointType::fixed, JointType::distance, JointType::ball};
  const JointType type = b.dice.one_of(kAll);
  return b.scene.planar && type == JointType::ball ? JointType::hinge : type;
}

void tie(Builder& b, JointType type, int parent, int child, const Vec3& anchor, double rate) {
  Link& l = b.link(type, parent, child, anchor);
  l.axis = b.scene.planar && type == JointType::hinge ? Vec3(Vec3::UnitZ()) : b.dice.direction(b.scene.planar);
  if (type == JointType::distance) {
    l.anchor += 0.3 * b.dice.direction(b.scene.planar);
    return;  // its child keeps its own start
  }
  b.part(child).has_velocity = false;
  l.start = b.dice.chance(0.5) ? 0 : b.dice.between(-1, 1) * (type == JointType::slider ? 0.2 : 1);
  l.start_rate = b.dice.between(-rate, rate) * (type == JointType::slider ? 0.3 : 1);
  if (type == JointType::ball) l.start_turning = b.dice.vector(false, rate);
  const bool has_coordinate = type == JointType::hinge || type == JointType::slider;
  if (has_coordinate && b.dice.chance(0.2)) l.damping = b.dice.magnitude(1e-3, 1);
}

void add_springs(Builder& b, int most, double stiffest) {
  const int count = b.dice.whole(0, most);
  const int bodies = static_cast<int>(b.scene.parts.size());
  for (int i = 0; i < count; ++i) {
    Coil c;
    c.name = "s" + std::to_string(i);
    c.second = b.dice.whole(0, bodies - 1);
    c.first = b.dice.chance(0.5) ? kWorld : b.dice.whole(0, bodies - 1);
    if (c.first == c.second) c.first = kWorld;
    c.far_anchor = b.part(c.second).position + b.dice.vector(b.scene.planar, 0.1);
    c.anchor = c.far_anchor + b.dice.between(0.2, 0.8) * b.dice.direction(b.scene.planar);
    c.stiffness = b.dice.magnitude(1, b.dice.chance(0.7) ? std::fmin(1e4, stiffest) : stiffest);
    c.damping = b.dice.chance(0.5) ? 0 : b.dice.magnitude(1e-3, 1e3);
    // Stretched by up to a third, or as much as 100 N stretch it.
    const double length = (c.far_anchor - c.anchor).norm();
    const double stretch = std::fmin(0.3 * length, 100 / c.stiffness);
    c.rest = length + (b.dice.chance(0.5) ? 0 : b.dice.between(-stretch, stretch));
    b.scene.coils.push_back(c);
  }
}

}  // namespace stickslip::motion
