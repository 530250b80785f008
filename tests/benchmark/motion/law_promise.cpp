#include <cmath>

#include "model/math/size.h"
#include "tests/benchmark/motion/trials.h"

namespace stickslip::motion {
namespace {

// Nothing touches: every body flies as if it were alone, to round-off, and no contact pushes.
void judge_passing(const Case& c, Verdict& verdict) {
  const double size_of_force = 1e-12;
  for (int k = 1; k <= c.record.steps; ++k) {
    for (int b = 0; b < static_cast<int>(c.scene.parts.size()); ++b) {
      if (c.scene.parts[size(b)].fixed) continue;
      const Vec3 v = c.scene.parts[size(b)].velocity + k * c.record.h * c.scene.gravity;
      verdict.weigh(Law::promise, k, (c.digest.at(k, b).shown_v - v).norm(), 1e-12 * k * (v.norm() + 1),
                    c.scene.parts[size(b)].name + " passes and is thrown off by");
    }
    for (int t = 0; t < static_cast<int>(c.probes.touches.size()); ++t) {
      verdict.weigh(Law::promise, k, touching(c, k, t).normal, size_of_force, "a contact that is passed by pushes");
    }
  }
}

// The first body does not get through the second, which is fixed and across its way along x.
void judge_stopped(const Case& c, Verdict& verdict) {
  const Part& bullet = c.scene.parts[0];
  const double side = bullet.position.x() < c.scene.parts[1].position.x() ? 1 : -1;
  for (int k = 1; k <= c.record.steps; ++k) {
    const double beyond = side * (c.digest.at(k, 0).p.x() - c.scene.parts[1].position.x());
    verdict.weigh(Law::promise, k, beyond, 0, "through the wall by");
  }
}

// Nothing drives the rotor and nothing stops it: it turns the way it did, and what holds it is of the size of
// m w^2 r. Schemes of order one lose (h w)^2 / 2 of its energy in a step at most, by way of the centripetal impulse.
void judge_steady(const Case& c, Verdict& verdict) {
  const Vec3 start = c.digest.at(0, 0).w;
  double held = 0;
  for (const Part& part : c.scene.parts) held += part.mass * part.position.norm() * start.squaredNorm();
  double kept = 1;
  for (int k = 1; k <= c.record.steps; ++k) {
    const double turned = c.record.h * start.norm();
    kept *= 1 - turned * turned;
    const double now = c.digest.at(k, 0).shown_w.dot(start) / start.squaredNorm();
    verdict.weigh(Law::promise, k, std::fmax(0.9 * kept - now, now - 1 - turned * turned), 0,
                  "the rotor's speed is off its own by");
    // The first steps may have half and one and a half times the force (resources/README.md).
    verdict.weigh(Law::promise, k, reaction(c, k, 0).force.norm(), 4 * held, "the rotor is held by");
  }
}

}  // namespace

void judge_promise(const Case& c, Verdict& verdict) {
  switch (c.scene.promise) {
    case Promise::passes:
      return judge_passing(c, verdict);
    case Promise::stopped:
      return judge_stopped(c, verdict);
    case Promise::steady:
      return judge_steady(c, verdict);
    default:
      return;
  }
}

}  // namespace stickslip::motion
