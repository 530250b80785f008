#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/math/real.h"

namespace stickslip::view {

/// Triangles with a normal and a shade at every corner. The shade, about 1, darkens the colour of what is drawn: it
/// makes the squares of a floor and shows how a ball turns.
struct Mesh {
  struct Corner {
    Vec3 p;  // m
    Vec3 n;  // unit
    double shade;
  };
  std::vector<Corner> corners;
  std::vector<std::array<std::uint32_t, 3>> triangles;  // counter-clockwise from outside

  /// A flat or bent four-sided piece, counter-clockwise from outside.
  void add_quad(const std::array<Corner, 4>& corners);
  void add_flat_quad(const std::array<Vec3, 4>& points, double shade = 1);
  /// A flat convex piece with any number of corners.
  void add_flat(const std::vector<Vec3>& outline, const Vec3& normal);
};

/// The shortest turn that takes one direction to another.
Quat turn_between(const Vec3& from, const Vec3& to);

/// Half edges of 1.
Mesh cube();
/// Radius 1; octants in two shades. The coarse one has a fifth of the triangles.
Mesh ball();
Mesh coarse_ball();
/// Radius 1, z from -1 to 1; quadrants in two shades.
Mesh drum();
/// Along z: the straight part from -half_length to half_length.
Mesh capsule(double radius, double half_length);
/// The outline of a planar capsule along x, z from -depth to depth.
Mesh stadium(double radius, double half_length, double depth);
/// A convex outline in the plane z = 0, counter-clockwise, z from -depth to depth.
Mesh plate(const std::vector<Vec3>& outline, double depth);
/// Squares of `cell` m in two shades, `count` each way from the origin, normal z.
Mesh floor_squares(double cell, int count);
/// Along z from 0 to 1: shaft of radius 0.03 and head of radius 0.09.
Mesh arrow();

}  // namespace stickslip::view
