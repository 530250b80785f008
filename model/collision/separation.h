#pragma once

#include "model/collision/convex.h"

namespace stickslip {

/// How far two cores are apart, or how deep in each other: along `normal` the first may be moved by -gap until they
/// just touch, and no direction near it asks for less.
struct Separation {
  double gap = 0;              // m, of the cores
  Vec3 normal = Vec3::Zero();  // unit, from the second to the first
  Vec3 p_b = Vec3::Zero();     // on the second core; on the first gap * normal away from there
};

/// False when the cores are farther apart than `margin`.
bool find_separation(const Convex& a, const Convex& b, double margin, Separation& found);

/// The same; of cores that touch or overlap the way out that is reached from the direction `start`.
bool find_separation_from(const Vec3& start, const Convex& a, const Convex& b, double margin, Separation& found);

/// m, what the tolerances of a pair relate to: the reach of the smaller core.
double size_of_pair(const Convex& a, const Convex& b);

}  // namespace stickslip
