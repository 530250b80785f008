#include "model/collision/collide.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "model/collision/manifold.h"
#include "model/math/arithmetic.h"

namespace stickslip {

namespace {

bool is_round(ShapeType type) {
  return type == ShapeType::sphere || type == ShapeType::point;
}

/// The pair functions exist for one order of the types only.
int rank(ShapeType type) {
  switch (type) {
    case ShapeType::point:
    case ShapeType::sphere:
      return 0;
    case ShapeType::capsule:
      return 1;
    case ShapeType::box:
      return 2;
    case ShapeType::plane:
      return 3;
  }
  return 0;
}

void collide_box(const Shape& box, const Placement& at_box, const Shape& other, const Placement& at_other, bool planar,
                 PointSink& sink) {
  if (other.type == ShapeType::plane) {
    box_plane(box, at_box, at_other, planar, sink);
  } else if (planar) {
    box_box_planar(box, at_box, other, at_other, sink);
  } else {
    box_box(box, at_box, other, at_other, sink);
  }
}

void collide_capsule(const Shape& capsule, const Placement& at_capsule, const Shape& other, const Placement& at_other,
                     bool planar, PointSink& sink) {
  if (other.type == ShapeType::plane) {
    capsule_plane(capsule, at_capsule, at_other, planar, sink);
  } else if (other.type == ShapeType::box) {
    capsule_box(capsule, at_capsule, other, at_other, planar, sink);
  } else {
    capsule_capsule(capsule, at_capsule, other, at_other, planar, sink);
  }
}

void collide_round(const Shape& sphere, const Placement& at_sphere, const Shape& other, const Placement& at_other,
                   bool planar, PointSink& sink) {
  if (other.type == ShapeType::plane) {
    sphere_plane(sphere, at_sphere, at_other, planar, sink);
  } else if (other.type == ShapeType::box) {
    sphere_box(sphere, at_sphere, other, at_other, planar, sink);
  } else if (other.type == ShapeType::capsule) {
    sphere_capsule(sphere, at_sphere, other, at_other, planar, sink);
  } else {
    sphere_sphere(sphere, at_sphere, other, at_other, planar, sink);
  }
}

}  // namespace

int max_points(ShapeType first, ShapeType second, bool planar) {
  if (rank(first) > rank(second)) std::swap(first, second);
  if (second == ShapeType::plane && first == ShapeType::plane) return 0;
  if (first == ShapeType::point && second == ShapeType::point) return 0;
  if (is_round(first)) return 1;
  if (first == ShapeType::capsule && second == ShapeType::plane) return 2;
  if (first == ShapeType::capsule && second == ShapeType::capsule) return planar ? 3 : 5;
  if (first == ShapeType::capsule) return 4;
  if (first == ShapeType::box && second == ShapeType::plane) return planar ? 4 : 8;
  if (first == ShapeType::box) return planar ? 4 : kMaxPointsPerPair;
  return 0;
}

int collide_shapes(const Shape& first, const Placement& at_first, const Shape& second, const Placement& at_second,
                   bool planar, double margin, Span<ContactPoint> points) {
  const int most = max_points(first.type, second.type, planar);
  if (most == 0) return 0;
  const bool flip = rank(first.type) > rank(second.type);
  const Shape& a = flip ? second : first;
  const Shape& b = flip ? first : second;
  const Placement& at_a = flip ? at_second : at_first;
  const Placement& at_b = flip ? at_first : at_second;
  PointSink sink(points.first(std::min(points.size(), most)), margin, flip);
  if (is_round(a.type)) {
    collide_round(a, at_a, b, at_b, planar, sink);
  } else if (a.type == ShapeType::capsule) {
    collide_capsule(a, at_a, b, at_b, planar, sink);
  } else {
    collide_box(a, at_a, b, at_b, planar, sink);
  }
  return sink.count();
}

double bounding_radius(const Shape& shape) {
  switch (shape.type) {
    case ShapeType::sphere:
      return shape.radius;
    case ShapeType::box:
      return root(shape.half_size.squaredNorm());
    case ShapeType::capsule:
      return shape.half_length + shape.radius;
    case ShapeType::plane:
      return std::numeric_limits<double>::infinity();
    case ShapeType::point:
      return 0;
  }
  return 0;
}

}  // namespace stickslip
