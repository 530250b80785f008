#pragma once

#include <string>
#include <vector>

#include "model/core/model.h"
#include "model/math/span.h"

/// Convex hulls of points, when a model is loaded.
namespace stickslip::load {

struct Hull {
  std::string problem;  // why there is none; empty when there is
  std::vector<Vec3> points;
  std::vector<std::vector<int>> facets;  // flat, counter-clockwise from outside; planar hulls have none
  double lost_volume = 0;                // share of the volume that the budget of points costs
};

/// Of at most `most_points`: those are taken that reach farthest out of what there is. What is off a plane by less than
/// `precision`, relative to the extent, lies in it, and a corner that is off its side's rim by less is none.
Hull convex_hull(const std::vector<Vec3>& points, int most_points, double precision);

/// Around the points of a polygon, which must be convex; counter-clockwise.
Hull convex_polygon(const std::vector<Vec3>& points);

/// Of what lies inside, with density 1; planar hulls have an area in place of a volume.
struct HullMass {
  double volume = 0;
  Vec3 centre = Vec3::Zero();
  Mat3 inertia = Mat3::Zero();  // about the centre
};

HullMass hull_mass(Span<const Vec3> points, Span<const Facet> facets, Span<const int> corners, bool planar);

/// Puts the hull into the geometry: the shape's origin moves to the hull's centre.
void store_hull(const Hull& hull, bool planar, Geometry& geometry, Shape& shape);

}  // namespace stickslip::load
