#include <algorithm>
#include <cmath>

#include "tests/benchmark/motion/joining.h"
#include "tests/benchmark/motion/scenes.h"

namespace stickslip::motion {

/// Bodies on bushings, soft to rigid, some of them in joints, moving.
void make_mounts(Builder& b) {
  b.weigh(0.4);
  b.set_step(kShortest, kLongest, b.dice.whole(50, 150));
  const int count = b.dice.whole(1, 4);
  Masses masses(b.dice);
  const double stiffest = b.dice.chance(0.7) ? 1e5 : 1e9;
  for (int i = 0; i < count; ++i) {
    const int first = i == 0 || b.dice.chance(0.3) ? kWorld : i - 1;
    const Vec3 from = first < 0 ? Vec3(Vec3::Zero()) : b.part(first).position;
    const Vec3 at = from + b.dice.between(0.1, 0.5) * b.dice.direction(b.scene.planar);
    const int body = b.add(masses.next(), 0.4, at + b.dice.vector(b.scene.planar, 0.2));
    b.turn(body, 0.3);
    Mount m;
    m.name = "mount" + std::to_string(i);
    m.first = first;
    m.second = body;
    m.anchor = at;
    if (b.dice.chance(0.5)) {
      m.rotation = b.dice.rotation();
      m.angle = b.dice.angle();
    }
    // Stiff enough that what turns comes back within a good part of a turn: beyond half of one it is another turn.
    const double inertia = b.part(body).inertia.maxCoeff() + b.part(body).mass * 0.1;
    const double rate = std::fmin(3, 0.1 / b.scene.h);
    const double weight = b.part(body).mass * (b.scene.gravity.norm() + 1);
    for (std::size_t k = 0; k < 6; ++k) {
      const double least = k < 3 ? 10 * weight : 4 * (inertia * rate * rate + weight);
      m.stiffness[k] = b.dice.magnitude(least, std::fmax(2 * least, stiffest));
      m.damping[k] = b.dice.chance(0.5) ? 0 : m.stiffness[k] * b.dice.magnitude(1e-4, 0.1);
    }
    b.scene.mounts.push_back(m);
    b.part(body).velocity = b.dice.vector(b.scene.planar, b.dice.magnitude(0.01, 0.5));
    b.spin(body, rate);
    if (b.dice.chance(0.2)) tie(b, JointType::hinge, kWorld, body, at, rate);
    if (!b.scene.links.empty()) b.scene.links.back().start = 0;
  }
}

}  // namespace stickslip::motion
