#pragma once

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "model/collision/collide.h"
#include "model/collision/segment.h"

/// What the pair functions of this folder share. Each unordered pair of types is written once, for the order in its
/// function's name; PointSink turns the result round when the caller asked for the other order.
namespace stickslip {

/// Takes contact points, drops those beyond the margin and keeps the deepest when there is no room.
class PointSink {
 public:
  PointSink(Span<ContactPoint> points, double margin, double flat, bool flip)
      : points_(points), margin_(margin), flat_(flat), flip_(flip) {}

  void add(std::uint64_t feature, const Vec3& normal, const Vec3& p_first, const Vec3& p_second, double gap) {
    if (!(gap <= margin_)) return;
    int slot = count_;
    if (count_ < points_.size()) {
      ++count_;
    } else {
      slot = farthest();
      if (slot < 0 || points_[slot].gap <= gap) return;
    }
    ContactPoint& point = points_[slot];
    point.id = feature;
    point.normal = flip_ ? Vec3(-normal) : normal;
    point.p_first = flip_ ? p_second : p_first;
    point.p_second = flip_ ? p_first : p_second;
    point.gap = gap;
  }

  double margin() const { return margin_; }
  double flat() const { return flat_; }
  int room() const { return points_.size() - count_; }
  int count() const { return count_; }

 private:
  int farthest() const {
    int worst = count_ - 1;
    for (int i = 0; i < count_; ++i) {
      if (points_[i].gap > points_[worst].gap) worst = i;
    }
    return worst;
  }

  Span<ContactPoint> points_;
  double margin_;
  double flat_;
  bool flip_;
  int count_ = 0;
};

/// m, what lay_flat takes for flat in steps of h.
inline double flat_bulge(double gravity, double h) {
  return 0.375 * gravity * h * h;
}

/// Straight shapes that cross at a small angle touch like a rocker with a radius r of kilometres: a tilt by micrometres
/// moves the place that carries from end to end. A rod of half length l swings on it with w^2 = 3 g r/l^2, which steps
/// of h cannot follow where w h > 2, that is where the closest place stands out over the others by l^2/2r < 3/8 g h^2
/// (flat_bulge): a pile of logs would throw itself from end to end in every step, for ever. What is that flat counts as
/// flat, which it never comes nearer than: of a place `way` from the second axis to the first, this turns its `normal`
/// into that of the closest place and makes its distance the one along it, in part up to twice that. Returns the
/// distance.
inline double lay_flat(const Vec3& way, const Vec3& closest_normal, double flat, double distance, Vec3& normal) {
  const double along = closest_normal.dot(way);
  const double bulge = distance - along;
  if (bulge > 2 * flat) return distance;
  const double part = bulge <= flat ? 1 : 2 * flat / bulge - 1;
  normal = part == 1 ? closest_normal : (normal + part * (closest_normal - normal)).normalized();
  return part == 1 ? along : distance - part * bulge;
}

/// Cosine between two axes of rotation matrices with round-off taken out, so that parallel faces are exactly parallel.
inline double snap_cosine(double c) {
  constexpr double kRoundOff = 4 * DBL_EPSILON;
  if (std::fabs(c) <= kRoundOff) return 0;
  if (std::fabs(std::fabs(c) - 1) <= kRoundOff) return std::copysign(1.0, c);
  return c;
}

inline double sign_of(double x) {
  return x < 0 ? -1.0 : 1.0;
}

/// Outward normal of a plane shape.
inline Vec3 plane_normal(const Placement& at, bool planar) {
  return planar ? at.R.col(1) : at.R.col(2);
}

/// Bit i of a corner's index tells the side along axis i.
inline double corner_side(int corner, int axis) {
  return (corner >> axis & 1) != 0 ? 1.0 : -1.0;
}

inline double sphere_radius(const Shape& shape) {
  return shape.type == ShapeType::point ? 0.0 : shape.radius;
}

void sphere_sphere(const Shape& a, const Placement& at_a, const Shape& b, const Placement& at_b, bool planar,
                   PointSink& sink);
void sphere_plane(const Shape& sphere, const Placement& at_sphere, const Placement& at_plane, bool planar,
                  PointSink& sink);
void sphere_box(const Shape& sphere, const Placement& at_sphere, const Shape& box, const Placement& at_box, bool planar,
                PointSink& sink);
/// The straight part of a capsule.
Segment axis_of(const Shape& capsule, const Placement& at, bool planar);

void capsule_plane(const Shape& capsule, const Placement& at_capsule, const Placement& at_plane, bool planar,
                   PointSink& sink);
void sphere_capsule(const Shape& sphere, const Placement& at_sphere, const Shape& capsule, const Placement& at_capsule,
                    bool planar, PointSink& sink);
void capsule_capsule(const Shape& a, const Placement& at_a, const Shape& b, const Placement& at_b, bool planar,
                     PointSink& sink);
void capsule_box(const Shape& capsule, const Placement& at_capsule, const Shape& box, const Placement& at_box,
                 bool planar, PointSink& sink);
void box_plane(const Shape& box, const Placement& at_box, const Placement& at_plane, bool planar, PointSink& sink);
void box_box(const Shape& a, const Placement& at_a, const Shape& b, const Placement& at_b, PointSink& sink);
void box_box_planar(const Shape& a, const Placement& at_a, const Shape& b, const Placement& at_b, PointSink& sink);
void cylinder_plane(const Geometry& geometry, const Shape& cylinder, const Placement& at_cylinder,
                    const Placement& at_plane, PointSink& sink);
void ellipsoid_plane(const Geometry& geometry, const Shape& ellipsoid, const Placement& at_ellipsoid,
                     const Placement& at_plane, PointSink& sink);
void hull_plane(const Geometry& geometry, const Shape& hull, const Placement& at_hull, const Placement& at_plane,
                bool planar, PointSink& sink);
/// A convex shape on a mesh.
void convex_mesh(const Geometry& geometry, const Shape& convex, const Placement& at_convex, const Shape& mesh,
                 const Placement& at_mesh, bool planar, PointSink& sink);
/// Any two convex shapes.
void convex_convex(const Geometry& geometry, const Shape& first, const Placement& at_first, const Shape& second,
                   const Placement& at_second, bool planar, PointSink& sink);

}  // namespace stickslip
