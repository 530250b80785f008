#pragma once

#include <cstdint>

#include "model/math/real.h"

namespace stickslip {

/// Lower bits of a contact's id: the feature of its pair. The others are the pair.
constexpr int kFeatureBits = 32;

/// A place where two shapes touch or may soon touch. The force on the first body is c * normal; the gap grows when the
/// first body moves along +normal. Its gradient is exact: d gap/dt = normal . (velocity of the first body's material
/// point at p_first - velocity of the second's at p_second).
/// A coordinate that may reach one of its stops is a contact too, without normal and witnesses: constraints/stops.h.
struct ContactPoint {
  std::uint64_t id = 0;          // (pair << kFeatureBits) | feature: lasts from step to step
  int pair = 0;                  // pair_of its shapes, and beyond these a stop
  int surface = 0;               // what rubs: index into Derived::friction
  int stop = -1;                 // index into Derived::stops; -1: between shapes
  int first_body = 0;            // of a stop the joint's child
  int second_body = 0;           // of a stop the joint's parent: kWorld is possible
  bool carried = false;          // normal and arms are those of a time within the step: collision/sweep.h
  Vec3 normal = Vec3::Zero();    // unit, world axes, from the second body to the first
  Vec3 p_first = Vec3::Zero();   // m, world, witness on the first shape
  Vec3 p_second = Vec3::Zero();  // m, world, witness on the second shape
  double gap = 0;                // m, negative when overlapping; of a stop m or rad
  double round_off = 0;          // of the gap of a stop
  double lead = 0;               // m, >= 0: what the gap may close by on top of itself where `carried`
};

}  // namespace stickslip
