#pragma once

#include <optional>

#include "model/core/model.h"

namespace stickslip::load {

/// Of a shape filled with density 1, in the shape's own axes about its own centre. Planar shapes have an area in place
/// of a volume, and only the z component of their inertia counts.
struct ShapeMass {
  double volume = 0;            // m^3, planar: m^2; 0 for planes and points
  Mat3 inertia = Mat3::Zero();  // m^5, planar: m^4
};

ShapeMass shape_mass(const Geometry& geometry, const Shape& shape, bool planar);

/// Of a body made of shapes, each filled with density 1.
struct Composite {
  double volume = 0;
  Vec3 com = Vec3::Zero();
  Mat3 inertia = Mat3::Zero();  // about com, in body axes
};

/// The shape's p_IS and q_IS must still be in the body's frame.
void add(const Geometry& geometry, const Shape& shape, bool planar, Composite& composite);

/// m (d.d I - d d'): what a mass at d adds to an inertia.
Mat3 steiner(double mass, const Vec3& d);

/// A = R diag(values) R' with R in q; the axes stay as near to the given ones as they can.
struct Principal {
  Vec3 values = Vec3::Zero();
  Quat q = Quat::Identity();
};

Principal diagonalise(const Mat3& symmetric);

}  // namespace stickslip::load
