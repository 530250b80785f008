#pragma once

#include <algorithm>
#include <cmath>

#include "model/math/real.h"

namespace stickslip {

/// Points p + x d with |x| <= half; d is a unit vector.
struct Segment {
  Vec3 p = Vec3::Zero();
  Vec3 d = Vec3::UnitX();
  double half = 0;

  Vec3 at(double x) const { return p + x * d; }
  /// Place of the foot of q on the line through the segment.
  double along(const Vec3& q) const { return d.dot(q - p); }
  double clamped(double x) const { return std::min(std::max(x, -half), half); }
};

/// Places on two segments that are closest to each other. Of a family of closest places, which parallel segments have,
/// one is taken.
struct SegmentPlaces {
  double first = 0;
  double second = 0;
};

inline SegmentPlaces closest_places(const Segment& a, const Segment& b) {
  const Vec3 r = b.p - a.p;
  const double c = a.d.dot(b.d);
  const double sine2 = a.d.cross(b.d).squaredNorm();
  const double ra = r.dot(a.d);
  const double rb = r.dot(b.d);
  // The minimum of a convex quadratic over a rectangle: clamp one coordinate, solve for the other, clamp and solve
  // back.
  const double x = sine2 > 1e-20 ? a.clamped((ra - c * rb) / sine2) : a.clamped(ra);
  const double y = b.clamped(c * x - rb);
  return {a.clamped(ra + c * y), y};
}

}  // namespace stickslip
