#pragma once

#include "model/collision/contact_point.h"
#include "model/core/model.h"
#include "model/math/span.h"

namespace stickslip {

/// Where a shape is: origin and axes in the world.
struct Placement {
  Vec3 p = Vec3::Zero();
  Mat3 R = Mat3::Identity();
};

/// No pair of shapes makes more points than this.
constexpr int kMaxPointsPerPair = 16;

/// The most points a pair of these types can make; 0 when the two never touch (plane and plane, point and point).
int max_points(ShapeType first, ShapeType second, bool planar);

/// Contact points of two shapes whose gap is at most `margin`, in a fixed order; returns their number. Fills everything
/// but pair, first_body, second_body and the upper bits of id. `planar` worlds live in z = 0. Up to `flat` (m) straight
/// shapes that cross are taken to lie along each other (lay_flat in manifold.h).
int collide_shapes(const Geometry& geometry, const Shape& first, const Placement& at_first, const Shape& second,
                   const Placement& at_second, bool planar, double margin, Span<ContactPoint> points, double flat = 0);

/// Radius around the shape's origin that holds the whole shape; infinite for planes.
double bounding_radius(const Shape& shape);

/// The largest radius that the shape's surface is rounded with; 0 of what has corners and flats only.
double rounding(const Shape& shape);

/// Half of the shape's least width; infinite for planes, 0 for points and meshes.
double half_width(const Shape& shape, bool planar);

}  // namespace stickslip
