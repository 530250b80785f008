#include <algorithm>
#include <cmath>

#include "tests/benchmark/motion/scenes.h"

namespace stickslip::motion {

namespace {

// Every contact gives way: by as much as a blow takes from a fraction of a step to a hundred, and nobody falls through.
void soften(Builder& b) {
  double heaviest = 0;
  double fastest = 0;
  for (const Part& part : b.scene.parts) {
    if (part.fixed) continue;
    heaviest = std::fmax(heaviest, part.mass);
    fastest = std::fmax(fastest, part.velocity.norm());
  }
  constexpr double kFalls = 2;     // m
  constexpr double kDepth = 0.01;  // m, of a blow at the fastest
  fastest += std::sqrt(2 * b.scene.gravity.norm() * kFalls) + 1e-3;
  const double blow = std::fmin(b.scene.h * b.dice.magnitude(0.1, 100), kDepth / fastest);
  for (Surface& surface : b.scene.surfaces) surface.compliance = 0.5 * blow * blow / heaviest;
  b.scene.symmetric = true;  // a row of springs: what touches first is round-off
}

}  // namespace

/// What other families throw, roll, slide and stack, where every contact gives way.
void make_soft(Builder& b) {
  constexpr void (*kOf[])(Builder&) = {make_roll,  make_roll,  make_throw,  make_throw, make_stack,
                                       make_slide, make_break, make_cradle, make_convex};
  b.dice.one_of(kOf)(b);
  soften(b);
}

/// Machines on ground that gives way: vehicles, ragdolls.
void make_soft_machines(Builder& b) {
  constexpr void (*kOf[])(Builder&) = {make_vehicle, make_ragdoll};
  b.dice.one_of(kOf)(b);
  soften(b);
}

/// Arms, trees and machines of all kinds of joints whose limits give way: springs that nothing damps, by as much as a
/// swing into them takes from a fraction of a step to a hundred.
void make_cushioned(Builder& b) {
  constexpr void (*kOf[])(Builder&) = {make_fitted, make_fitted_kinds};
  b.dice.one_of(kOf)(b);
  for (Link& link : b.scene.links) {
    if (link.type == JointType::rope) continue;
    const std::vector<Way> ways = coordinates_of(link, b.scene.planar);
    for (std::size_t k = 0; k < ways.size(); ++k) {
      Fittings& f = link.ways[k];
      if (!f.limited()) continue;
      const Part& part = b.part(link.child);
      const double inertia = (ways[k].turns ? part.inertia.maxCoeff() + 0.1 * part.mass : part.mass) + f.armature;
      const double blow = b.scene.h * b.dice.magnitude(0.1, 100);
      f.compliance = 0.1 * blow * blow / inertia;
      f.restitution = 0;
    }
  }
}

}  // namespace stickslip::motion
