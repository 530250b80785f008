#include "fmu/load/mass.h"

#include <cmath>

#include "fmu/load/geometry.h"
#include "fmu/load/hull.h"

namespace stickslip::load {

namespace {

/// With principal moments along the shape's axes.
struct AxisMass {
  double volume;
  Vec3 inertia;
};

AxisMass box(const Vec3& half, bool planar) {
  const Vec3 square = half.cwiseProduct(half);
  if (planar) {
    const double area = 4 * half.x() * half.y();
    return {area, {0, 0, area * (square.x() + square.y()) / 3}};
  }
  const double volume = 8 * half.x() * half.y() * half.z();
  return {volume, volume / 3 * Vec3(square.y() + square.z(), square.x() + square.z(), square.x() + square.y())};
}

AxisMass sphere(double r, bool planar) {
  if (planar) return {kPi * r * r, {0, 0, kPi * r * r * r * r / 2}};
  const double volume = 4.0 / 3 * kPi * r * r * r;
  return {volume, Vec3::Constant(volume * 0.4 * r * r)};
}

/// A rectangle and two half disks, each half disk about its own centroid 4 r/(3 pi) from the flat side.
AxisMass planar_capsule(double r, double a) {
  const double rectangle = 4 * a * r;
  const double disk = kPi * r * r;
  const double c = 4 * r / (3 * kPi);
  const double inertia = rectangle * (a * a + r * r) / 3 + disk * (r * r / 2 - c * c + (a + c) * (a + c));
  return {rectangle + disk, {0, 0, inertia}};
}

/// A cylinder and two half balls, each half ball about its own centroid 3 r/8 from the flat side.
AxisMass spatial_capsule(double r, double a) {
  const double cylinder = 2 * kPi * r * r * a;
  const double ball = 4.0 / 3 * kPi * r * r * r;
  const double c = 3 * r / 8;
  const double along = cylinder * r * r / 2 + ball * 0.4 * r * r;
  const double across = cylinder * (r * r / 4 + a * a / 3) + ball * (83.0 / 320 * r * r + (a + c) * (a + c));
  return {cylinder + ball, {across, across, along}};
}

/// One Jacobi rotation that makes a(p, q) vanish.
void rotate_away(int p, int q, Mat3& a, Mat3& axes) {
  if (a(p, q) == 0) return;
  const double ratio = (a(q, q) - a(p, p)) / (2 * a(p, q));
  const double t = (ratio >= 0 ? 1.0 : -1.0) / (std::fabs(ratio) + std::sqrt(ratio * ratio + 1));
  const double c = 1 / std::sqrt(t * t + 1);
  Mat3 rotation = Mat3::Identity();
  rotation(p, p) = rotation(q, q) = c;
  rotation(p, q) = t * c;
  rotation(q, p) = -t * c;
  a = rotation.transpose() * a * rotation;
  a(p, q) = a(q, p) = 0;
  axes = axes * rotation;
}

}  // namespace

namespace {

AxisMass cylinder(double r, double a) {
  const double volume = 2 * kPi * r * r * a;
  const double across = volume * (r * r / 4 + a * a / 3);
  return {volume, {across, across, volume * r * r / 2}};
}

AxisMass ellipsoid(const Vec3& half) {
  const Vec3 square = half.cwiseProduct(half);
  const double volume = 4.0 / 3 * kPi * half.x() * half.y() * half.z();
  return {volume, volume / 5 * Vec3(square.y() + square.z(), square.x() + square.z(), square.x() + square.y())};
}

AxisMass axis_mass(const Shape& shape, bool planar) {
  switch (shape.type) {
    case ShapeType::sphere:
      return sphere(shape.radius, planar);
    case ShapeType::box:
      return box(shape.half_size, planar);
    case ShapeType::capsule:
      return planar ? planar_capsule(shape.radius, shape.half_length)
                    : spatial_capsule(shape.radius, shape.half_length);
    case ShapeType::cylinder:
      return cylinder(shape.radius, shape.half_length);
    case ShapeType::ellipsoid:
      return ellipsoid(shape.half_size);
    case ShapeType::hull:
    case ShapeType::mesh:
    case ShapeType::plane:
    case ShapeType::point:
      break;
  }
  return {0, Vec3::Zero()};
}

}  // namespace

ShapeMass shape_mass(const Geometry& geometry, const Shape& shape, bool planar) {
  if (shape.type == ShapeType::hull) {
    const Span<const Vec3> points = Span<const Vec3>(geometry.points).sub(shape.first_point, shape.point_count);
    const Span<const Facet> facets = Span<const Facet>(geometry.facets).sub(shape.first_facet, shape.facet_count);
    const HullMass mass = hull_mass(points, facets, geometry.corners, planar);
    return {mass.volume, mass.inertia};
  }
  const AxisMass mass = axis_mass(shape, planar);
  return {mass.volume, mass.inertia.asDiagonal()};
}

Mat3 steiner(double mass, const Vec3& d) {
  return mass * (d.dot(d) * Mat3::Identity() - d * d.transpose());
}

void add(const Geometry& geometry, const Shape& shape, bool planar, Composite& composite) {
  const ShapeMass part = shape_mass(geometry, shape, planar);
  if (part.volume <= 0) return;
  const double total = composite.volume + part.volume;
  const Vec3 com = (composite.volume * composite.com + part.volume * shape.p_IS) / total;
  const Mat3 R = shape.q_IS.toRotationMatrix();
  composite.inertia += steiner(composite.volume, composite.com - com);
  composite.inertia += R * part.inertia * R.transpose() + steiner(part.volume, shape.p_IS - com);
  composite.volume = total;
  composite.com = com;
}

Principal diagonalise(const Mat3& symmetric) {
  Mat3 a = symmetric;
  Mat3 axes = Mat3::Identity();
  // Round-off beside the diagonal must not turn the axes of a body that is symmetric.
  const double negligible = 1e-14 * a.diagonal().cwiseAbs().sum();
  for (int sweep = 0; sweep < 30; ++sweep) {
    const double rest = std::fabs(a(0, 1)) + std::fabs(a(0, 2)) + std::fabs(a(1, 2));
    if (!(rest > negligible)) break;
    rotate_away(0, 1, a, axes);
    rotate_away(0, 2, a, axes);
    rotate_away(1, 2, a, axes);
  }
  return {a.diagonal(), axes == Mat3::Identity() ? Quat::Identity() : normalised(Quat(axes))};
}

}  // namespace stickslip::load
