#pragma once

#include "model/collision/collide.h"
#include "model/collision/manifold.h"
#include "model/core/model.h"
#include "model/math/span.h"

/// A convex shape as the general pair sees it: a core that is known by its farthest point in any direction, with a
/// layer of constant thickness around it.
namespace stickslip {

struct Convex {
  ShapeType type = ShapeType::point;
  Vec3 half_size = Vec3::Zero();
  double radius = 0;  // of a cylinder
  double half_length = 0;
  double layer = 0;  // m, around the core: the radius of spheres and capsules
  double reach = 0;  // m, from the origin to the farthest point of the core
  Span<const Vec3> points;
  Span<const Facet> facets;
  Span<const int> corners;
  Vec3 p = Vec3::Zero();  // where it is, in the frame of the pair
  Mat3 R = Mat3::Identity();
  bool planar = false;
};

Convex make_convex(const Geometry& geometry, const Shape& shape, bool planar);

/// The point of the core that lies farthest along a direction, in the frame of the pair.
Vec3 farthest(const Convex& convex, const Vec3& direction);

/// The same in the shape's own axes.
Vec3 farthest_local(const Convex& convex, const Vec3& direction);

/// Calls visit(name, p) for the points of the core that may touch a plane of normal -direction: all corners, of what is
/// round those that lie farthest along the direction. Names are below 64, the same for the same point.
template <class Visit>
void for_each_corner(const Convex& convex, const Vec3& direction, Visit&& visit);

/// How far a shape extends along n; a mesh as far as the box around it.
double support(const Geometry& geometry, const Shape& shape, const Placement& at, const Vec3& n, bool planar);

constexpr int kMostSidePoints = kMostHullPoints;
constexpr int kRimCorners = 6;

/// A flat side, an edge or a corner of a core, whatever faces a direction best. In planar worlds sides are edges.
struct Side {
  bool flat = false;  // it has a normal
  Vec3 normal = Vec3::Zero();
  bool round = false;  // the cap of a cylinder: its points are the outermost of its rim, where there is one, and some
                       // that turn with it, where it faces the direction
  int count = 0;       // 1: a corner; 2: an edge; around the normal where there are more
  Vec3 points[kMostSidePoints];
  int names[kMostSidePoints];  // below 64, the same for the same corner
};

void side_towards(const Convex& convex, const Vec3& direction, Side& side);

/// Whether a place over or under the side, seen along its normal, lies within it; a place outside by less than the
/// tolerance does.
bool is_over(const Convex& convex, const Side& side, const Vec3& p, double tolerance);

template <class Visit>
void for_each_corner(const Convex& convex, const Vec3& direction, Visit&& visit) {
  if (convex.type == ShapeType::hull) {
    for (int k = 0; k < convex.points.size(); ++k) visit(k, convex.p + convex.R * convex.points[k]);
  } else if (convex.type == ShapeType::box) {
    for (int corner = 0; corner < (convex.planar ? 4 : 8); ++corner) {
      Vec3 p = Vec3::Zero();
      for (int i = 0; i < (convex.planar ? 2 : 3); ++i) p[i] = corner_side(corner, i) * convex.half_size[i];
      visit(corner, convex.p + convex.R * p);
    }
  } else {
    Side side;
    side_towards(convex, direction, side);
    for (int k = 0; k < side.count; ++k) visit(side.names[k], side.points[k]);
  }
}

/// Calls visit(normal) for the normals of all flat sides, in the frame of the pair.
template <class Visit>
void for_each_normal(const Convex& convex, Visit&& visit) {
  if (convex.type == ShapeType::hull && convex.planar) {
    for (int k = 0; k < convex.points.size(); ++k) {
      const Vec3 edge = convex.points[k + 1 < convex.points.size() ? k + 1 : 0] - convex.points[k];
      visit(convex.R * (Vec3(edge.y(), -edge.x(), 0) / edge.norm()));
    }
  } else if (convex.type == ShapeType::hull) {
    for (const Facet& facet : convex.facets) visit(convex.R * facet.normal);
  } else if (convex.type == ShapeType::box) {
    for (int k = 0; k < (convex.planar ? 2 : 3); ++k) {
      visit(convex.R.col(k));
      visit(-convex.R.col(k));
    }
  } else if (convex.type == ShapeType::cylinder) {
    visit(convex.R.col(2));
    visit(-convex.R.col(2));
  } else if (convex.type == ShapeType::capsule && convex.planar) {
    visit(convex.R.col(1));
    visit(-convex.R.col(1));
  }
}

}  // namespace stickslip
