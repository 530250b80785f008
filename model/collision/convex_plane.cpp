#include "model/collision/convex.h"
#include "model/collision/manifold.h"
#include "model/math/arithmetic.h"

/// Hulls, cylinders and ellipsoids on a plane.
namespace stickslip {
namespace {

struct PlaneView {
  Vec3 up;        // the plane's normal in the shape's axes
  double height;  // of the shape's origin over the plane
};

PlaneView view_of_plane(const Placement& at, const Placement& at_plane, bool planar) {
  const Vec3 normal = plane_normal(at_plane, planar);
  PlaneView view;
  for (int i = 0; i < 3; ++i) view.up[i] = snap_cosine(normal.dot(at.R.col(i)));
  view.height = normal.dot(at.p - at_plane.p);
  return view;
}

void add_on_plane(int feature, const Vec3& p, double gap, const Placement& at, const Vec3& normal, PointSink& sink) {
  const Vec3 p_shape = at.p + at.R * p;
  sink.add(feature, normal, p_shape, p_shape - gap * normal, gap);
}

// The deepest corner, then those farthest from the ones that are taken: a corner that lies higher must lie farther.
void add_far_corners(Span<const Vec3> points, const PlaneView& view, const Placement& at, const Vec3& normal,
                     PointSink& sink) {
  constexpr double kFar = 4;
  bool taken[kMostHullPoints] = {};
  double gaps[kMostHullPoints] = {};
  double beside[kMostHullPoints] = {};
  int next = 0;
  for (int k = 0; k < points.size(); ++k) {
    gaps[k] = view.height + view.up.dot(points[k]);
    beside[k] = 1e300;
    if (gaps[k] < gaps[next]) next = k;
  }
  const double least = gaps[next];
  const int room = sink.room();
  for (int chosen = 0; chosen < room; ++chosen) {
    taken[next] = true;
    double most = -1e300;
    const Vec3 last = points[next];
    for (int k = 0; k < points.size(); ++k) {
      beside[k] = std::min(beside[k], (points[k] - last).norm());
      const double worth = beside[k] - kFar * (gaps[k] - least);
      if (taken[k] || gaps[k] > sink.margin() || !(worth > most)) continue;
      most = worth;
      next = k;
    }
    if (taken[next]) break;
  }
  for (int k = 0; k < points.size(); ++k) {
    if (taken[k]) add_on_plane(k, points[k], gaps[k], at, normal, sink);
  }
}

}  // namespace

void hull_plane(const Geometry& geometry, const Shape& hull, const Placement& at_hull, const Placement& at_plane,
                bool planar, PointSink& sink) {
  const PlaneView view = view_of_plane(at_hull, at_plane, planar);
  const Vec3 normal = plane_normal(at_plane, planar);
  const Span<const Vec3> points = Span<const Vec3>(geometry.points).sub(hull.first_point, hull.point_count);
  int near = 0;
  for (const Vec3& p : points) near += view.height + view.up.dot(p) <= sink.margin() ? 1 : 0;
  if (near > sink.room()) return add_far_corners(points, view, at_hull, normal, sink);
  for (int k = 0; k < points.size() && near > 0; ++k) {
    add_on_plane(k, points[k], view.height + view.up.dot(points[k]), at_hull, normal, sink);
  }
}

void cylinder_plane(const Geometry& geometry, const Shape& cylinder, const Placement& at_cylinder,
                    const Placement& at_plane, PointSink& sink) {
  const PlaneView view = view_of_plane(at_cylinder, at_plane, false);
  const Vec3 normal = plane_normal(at_plane, false);
  Side side;
  side_towards(make_convex(geometry, cylinder, false), -view.up, side);
  for (int k = 0; k < side.count; ++k) {
    const Vec3& p = side.points[k];
    add_on_plane(side.names[k], p, view.height + view.up.dot(p), at_cylinder, normal, sink);
  }
}

void ellipsoid_plane(const Geometry& geometry, const Shape& ellipsoid, const Placement& at_ellipsoid,
                     const Placement& at_plane, PointSink& sink) {
  const PlaneView view = view_of_plane(at_ellipsoid, at_plane, false);
  const Vec3 p = farthest_local(make_convex(geometry, ellipsoid, false), -view.up);
  add_on_plane(0, p, view.height + view.up.dot(p), at_ellipsoid, plane_normal(at_plane, false), sink);
}

}  // namespace stickslip
