#pragma once

#include "tests/benchmark/motion/dice.h"
#include "tests/benchmark/motion/scene.h"

/// The same scene told differently: in a mirror, in a world that was turned, with its parts in another order.
namespace stickslip::motion {

struct Variant {
  Scene scene;
  Mat3 map = Mat3::Identity();  // of vectors of the original: positions, velocities
  std::vector<int> place;       // of each part of the original in the variant
};

/// x becomes -x.
Variant mirrored(const Scene& scene);
/// Turned about the origin: planar worlds in the plane, spatial ones about `axis`.
Variant turned(const Scene& scene, double angle, const Vec3& axis);
/// Other names, and bodies, joints and springs in another order.
Variant reordered(const Scene& scene, Dice& dice);
/// Nearly the same scene: every number of its motion is off by about `share` of itself. How far it goes astray tells
/// how much any two tellings may.
/// With `places` those of free bodies are off as well.
Variant disturbed(const Scene& scene, double share, bool places, Dice& dice);

}  // namespace stickslip::motion
