#pragma once

#include "model/collision/convex.h"

namespace stickslip {

/// The points of two cores that are nearest to each other.
struct Nearest {
  bool apart = false;       // false: the cores overlap, or are closer than round-off tells
  double distance = 0;      // m
  Vec3 way = Vec3::Zero();  // from p_b to p_a
  Vec3 p_a = Vec3::Zero();  // in the frame of the pair
  Vec3 p_b = Vec3::Zero();
  int count = 0;  // of the points between which p_a and p_b lie
  Vec3 corners_a[3];
  Vec3 corners_b[3];
};

/// Where the cores are looked at: the first is moved by `shift`, both are drawn together towards their centres.
struct Look {
  Vec3 shift = Vec3::Zero();
  double share = 1;  // of their size that is left
};

/// By Gilbert, Johnson and Keerthi's walk: a simplex of differences of points that comes nearer to the origin with each
/// point that lies farthest towards it. `start` is a guess of `way`.
Nearest nearest_points(const Convex& a, const Convex& b, const Look& look, const Vec3& start);

}  // namespace stickslip
