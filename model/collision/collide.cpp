#include "model/collision/collide.h"

#include <algorithm>
#include <limits>

#include "model/collision/manifold.h"
#include "model/math/arithmetic.h"

namespace stickslip {

namespace {

/// Two shapes in the order in which their pair function wants them.
struct Couple {
  const Geometry& geometry;
  const Shape& a;
  const Placement& at_a;
  const Shape& b;
  const Placement& at_b;
  bool planar;
};

using PairFunction = void (*)(const Couple& c, PointSink& sink);

void no_points(const Couple& /*c*/, PointSink& /*sink*/) {}
void any_convex(const Couple& c, PointSink& sink) {
  convex_convex(c.geometry, c.a, c.at_a, c.b, c.at_b, c.planar, sink);
}
void two_spheres(const Couple& c, PointSink& sink) {
  sphere_sphere(c.a, c.at_a, c.b, c.at_b, c.planar, sink);
}
void sphere_on_capsule(const Couple& c, PointSink& sink) {
  sphere_capsule(c.a, c.at_a, c.b, c.at_b, c.planar, sink);
}
void sphere_on_box(const Couple& c, PointSink& sink) {
  sphere_box(c.a, c.at_a, c.b, c.at_b, c.planar, sink);
}
void sphere_on_plane(const Couple& c, PointSink& sink) {
  sphere_plane(c.a, c.at_a, c.at_b, c.planar, sink);
}
void two_capsules(const Couple& c, PointSink& sink) {
  capsule_capsule(c.a, c.at_a, c.b, c.at_b, c.planar, sink);
}
void capsule_on_box(const Couple& c, PointSink& sink) {
  capsule_box(c.a, c.at_a, c.b, c.at_b, c.planar, sink);
}
void capsule_on_plane(const Couple& c, PointSink& sink) {
  capsule_plane(c.a, c.at_a, c.at_b, c.planar, sink);
}
void two_boxes(const Couple& c, PointSink& sink) {
  if (c.planar) {
    box_box_planar(c.a, c.at_a, c.b, c.at_b, sink);
  } else {
    box_box(c.a, c.at_a, c.b, c.at_b, sink);
  }
}
void box_on_plane(const Couple& c, PointSink& sink) {
  box_plane(c.a, c.at_a, c.at_b, c.planar, sink);
}
void cylinder_on_plane(const Couple& c, PointSink& sink) {
  cylinder_plane(c.geometry, c.a, c.at_a, c.at_b, sink);
}
void ellipsoid_on_plane(const Couple& c, PointSink& sink) {
  ellipsoid_plane(c.geometry, c.a, c.at_a, c.at_b, sink);
}
void hull_on_plane(const Couple& c, PointSink& sink) {
  hull_plane(c.geometry, c.a, c.at_a, c.at_b, c.planar, sink);
}
void anything_on_mesh(const Couple& c, PointSink& sink) {
  convex_mesh(c.geometry, c.a, c.at_a, c.b, c.at_b, c.planar, sink);
}

/// A pair function exists for one order of the types only: the lower rank comes first.
constexpr int rank(ShapeType type) {
  switch (type) {
    case ShapeType::point:
    case ShapeType::sphere:
      return 0;
    case ShapeType::capsule:
      return 1;
    case ShapeType::box:
      return 2;
    case ShapeType::cylinder:
      return 3;
    case ShapeType::ellipsoid:
      return 4;
    case ShapeType::hull:
      return 5;
    case ShapeType::plane:
      return 6;
    case ShapeType::mesh:
      return 7;
  }
  return 0;
}

struct PairKind {
  ShapeType first;  // a point is a sphere without radius
  ShapeType second;
  int most;  // points
  int most_planar;
  PairFunction collide;
};

/// The pairs with an algorithm of their own; all others are convex shapes like any.
constexpr PairKind kPairs[] = {
    {ShapeType::sphere, ShapeType::sphere, 1, 1, two_spheres},
    {ShapeType::sphere, ShapeType::capsule, 1, 1, sphere_on_capsule},
    {ShapeType::sphere, ShapeType::box, 1, 1, sphere_on_box},
    {ShapeType::sphere, ShapeType::cylinder, 1, 1, any_convex},
    {ShapeType::sphere, ShapeType::ellipsoid, 1, 1, any_convex},
    {ShapeType::sphere, ShapeType::hull, 1, 1, any_convex},
    {ShapeType::sphere, ShapeType::plane, 1, 1, sphere_on_plane},
    {ShapeType::capsule, ShapeType::capsule, 5, 3, two_capsules},
    {ShapeType::capsule, ShapeType::box, 4, 4, capsule_on_box},
    {ShapeType::capsule, ShapeType::ellipsoid, 1, 1, any_convex},
    {ShapeType::capsule, ShapeType::plane, 2, 2, capsule_on_plane},
    {ShapeType::box, ShapeType::box, 8, 4, two_boxes},
    {ShapeType::box, ShapeType::ellipsoid, 1, 1, any_convex},
    {ShapeType::box, ShapeType::plane, 8, 4, box_on_plane},
    {ShapeType::cylinder, ShapeType::ellipsoid, 1, 1, any_convex},
    {ShapeType::cylinder, ShapeType::plane, 8, 0, cylinder_on_plane},
    {ShapeType::ellipsoid, ShapeType::ellipsoid, 1, 1, any_convex},
    {ShapeType::ellipsoid, ShapeType::hull, 1, 1, any_convex},
    {ShapeType::ellipsoid, ShapeType::plane, 1, 0, ellipsoid_on_plane},
    {ShapeType::hull, ShapeType::plane, 8, 4, hull_on_plane},
    {ShapeType::plane, ShapeType::plane, 0, 0, no_points},
    {ShapeType::plane, ShapeType::mesh, 0, 0, no_points},
    {ShapeType::mesh, ShapeType::mesh, 0, 0, no_points},
};
constexpr PairKind kAnyOnMesh = {ShapeType::hull, ShapeType::mesh, kMaxPointsPerPair, 8, anything_on_mesh};
constexpr PairKind kAnyConvex = {ShapeType::hull, ShapeType::hull, 8, 4, any_convex};

struct PairTable {
  PairKind kinds[kShapeTypes][kShapeTypes];
};

constexpr PairTable make_pair_table() {
  PairTable table{};
  for (auto& row : table.kinds) {
    for (PairKind& kind : row) kind = kAnyConvex;
  }
  constexpr int kPoint = static_cast<int>(ShapeType::point);
  constexpr int kSphere = static_cast<int>(ShapeType::sphere);
  for (auto& row : table.kinds) row[static_cast<int>(ShapeType::mesh)] = kAnyOnMesh;
  for (const PairKind& kind : kPairs) table.kinds[static_cast<int>(kind.first)][static_cast<int>(kind.second)] = kind;
  for (int k = 0; k < kShapeTypes; ++k) table.kinds[kPoint][k] = table.kinds[kSphere][k];
  table.kinds[kSphere][kPoint] = table.kinds[kSphere][kSphere];
  table.kinds[kPoint][kPoint] = {ShapeType::point, ShapeType::point, 0, 0, no_points};
  return table;
}

constexpr PairTable kTable = make_pair_table();

const PairKind& pair_kind(ShapeType first, ShapeType second) {
  const bool flip = rank(first) > rank(second);
  return kTable.kinds[static_cast<int>(flip ? second : first)][static_cast<int>(flip ? first : second)];
}

}  // namespace

int max_points(ShapeType first, ShapeType second, bool planar) {
  const PairKind& kind = pair_kind(first, second);
  return planar ? kind.most_planar : kind.most;
}

int collide_shapes(const Geometry& geometry, const Shape& first, const Placement& at_first, const Shape& second,
                   const Placement& at_second, bool planar, double margin, Span<ContactPoint> points, double flat) {
  const int most = max_points(first.type, second.type, planar);
  if (most == 0) return 0;
  const bool flip = rank(first.type) > rank(second.type);
  PointSink sink(points.first(std::min(points.size(), most)), margin, flat, flip);
  const Couple couple = {
      geometry, flip ? second : first, flip ? at_second : at_first, flip ? first : second, flip ? at_first : at_second,
      planar};
  pair_kind(first.type, second.type).collide(couple, sink);
  return sink.count();
}

double bounding_radius(const Shape& shape) {
  switch (shape.type) {
    case ShapeType::sphere:
    case ShapeType::hull:
    case ShapeType::mesh:
      return shape.radius;
    case ShapeType::box:
      return root(shape.half_size.squaredNorm());
    case ShapeType::capsule:
      return shape.half_length + shape.radius;
    case ShapeType::cylinder:
      return root(shape.half_length * shape.half_length + shape.radius * shape.radius);
    case ShapeType::ellipsoid:
      return shape.half_size.maxCoeff();
    case ShapeType::plane:
      return std::numeric_limits<double>::infinity();
    case ShapeType::point:
      return 0;
  }
  return 0;
}

double rounding(const Shape& shape) {
  switch (shape.type) {
    case ShapeType::sphere:
    case ShapeType::capsule:
    case ShapeType::cylinder:
      return shape.radius;
    case ShapeType::ellipsoid:
      return shape.half_size.maxCoeff() * shape.half_size.maxCoeff() / shape.half_size.minCoeff();
    case ShapeType::hull:
    case ShapeType::mesh:
    case ShapeType::box:
    case ShapeType::plane:
    case ShapeType::point:
      break;
  }
  return 0;
}

double half_width(const Shape& shape, bool planar) {
  switch (shape.type) {
    case ShapeType::sphere:
    case ShapeType::capsule:
      return shape.radius;
    case ShapeType::box:
    case ShapeType::ellipsoid: {
      const double flat = std::min(shape.half_size.x(), shape.half_size.y());
      return planar ? flat : std::min(flat, shape.half_size.z());
    }
    case ShapeType::cylinder:
      return std::min(shape.radius, shape.half_length);
    case ShapeType::hull:
      return shape.half_length;
    case ShapeType::plane:
      return std::numeric_limits<double>::infinity();
    case ShapeType::point:
    case ShapeType::mesh:
      return 0;
  }
  return 0;
}

}  // namespace stickslip
