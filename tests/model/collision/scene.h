#pragma once

#include <cmath>
#include <random>
#include <vector>

#include "model/collision/collide.h"
#include "tests/model/collision/hulls.h"
#include "tests/model/eigen.h"

/// Shapes, placements and motions that the tests of this folder share.
namespace stickslip::test {

inline Shape sphere(double radius) {
  Shape s;
  s.type = ShapeType::sphere;
  s.radius = radius;
  return s;
}

inline Shape box(double x, double y, double z) {
  Shape s;
  s.type = ShapeType::box;
  s.half_size = Vec3(x, y, z);
  return s;
}

inline Shape capsule(double half_length, double radius) {
  Shape s;
  s.type = ShapeType::capsule;
  s.half_length = half_length;
  s.radius = radius;
  return s;
}

inline Shape plane() {
  Shape s;
  s.type = ShapeType::plane;
  return s;
}

inline Shape point() {
  Shape s;
  s.type = ShapeType::point;
  return s;
}

inline Shape cylinder(double half_length, double radius) {
  Shape s = capsule(half_length, radius);
  s.type = ShapeType::cylinder;
  return s;
}

inline Shape ellipsoid(double x, double y, double z) {
  Shape s = box(x, y, z);
  s.type = ShapeType::ellipsoid;
  return s;
}

inline Mat3 rotation(const Vec3& rotation_vector) {
  const double angle = rotation_vector.norm();
  if (angle == 0) return Mat3::Identity();
  return angle_axis(angle, rotation_vector / angle).toRotationMatrix();
}

inline Placement at(double x, double y, double z, const Vec3& rotation_vector = Vec3::Zero()) {
  return {Vec3(x, y, z), rotation(rotation_vector)};
}

/// Velocity of a shape's origin and its angular velocity.
struct Twist {
  Vec3 v = Vec3::Zero();
  Vec3 w = Vec3::Zero();
  Vec3 at(const Placement& placement, const Vec3& p) const { return v + w.cross(p - placement.p); }
};

inline Placement moved(const Placement& from, const Twist& twist, double time) {
  return {from.p + time * twist.v, rotation(time * twist.w) * from.R};
}

inline Placement in_frame(const Placement& frame, const Placement& local) {
  return {frame.p + frame.R * local.p, frame.R * local.R};
}

/// Random scenes, the same on every machine.
class Dice {
 public:
  explicit Dice(unsigned seed, bool planar) : engine_(seed), planar_(planar) {}

  double uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(engine_() >> 11) * 0x1p-53);
  }
  int below(int n) { return static_cast<int>(uniform(0, n)); }
  Vec3 vector(double size) {
    const double x = uniform(-size, size);
    const double y = uniform(-size, size);
    return {x, y, planar_ ? 0 : uniform(-size, size)};
  }
  Vec3 spin(double size) { return planar_ ? Vec3(0, 0, uniform(-size, size)) : vector(size); }
  Placement placement(double size) {
    const Vec3 p = vector(size);
    return {p, rotation(spin(3.1))};
  }
  Twist twist() {
    const Vec3 v = vector(1);
    return {v, spin(1)};
  }
  /// Hulls go into `geometry`.
  Shape shape(ShapeType type, Geometry& geometry) {
    const double a = uniform(0.2, 1);
    const double b = uniform(0.2, 1);
    const double c = uniform(0.2, 1);
    switch (type) {
      case ShapeType::sphere:
        return sphere(a);
      case ShapeType::box:
        return box(a, b, planar_ ? 0 : c);
      case ShapeType::capsule:
        return capsule(a, 0.5 * b);
      case ShapeType::plane:
        return plane();
      case ShapeType::point:
        return point();
      case ShapeType::cylinder:
        return cylinder(a, 0.5 * b);
      case ShapeType::ellipsoid:
        return ellipsoid(a, b, c);
      case ShapeType::hull:
        return hull(a, geometry);
      case ShapeType::mesh:
        break;
    }
    return {};
  }
  Shape shape(ShapeType type) {
    Geometry none;
    return shape(type, none);
  }
  Shape hull(double size, Geometry& geometry) {
    std::vector<Vec3> corners;
    const int count = 5 + below(6);
    for (int k = 0; k < count; ++k) {
      const double angle = (k + uniform(0, 0.8)) / count * 6.28;
      const Vec3 around = planar_ ? Vec3(std::cos(angle), std::sin(angle), 0) : vector(1);
      corners.push_back(size * Vec3(around / around.norm()).cwiseProduct(Vec3(1, 0.7, 0.5)));
    }
    return add_hull(corners, planar_, geometry);
  }

 private:
  std::mt19937_64 engine_;
  bool planar_;
};

struct Pair {
  Shape a;
  Placement at_a;
  Shape b;
  Placement at_b;
  bool planar = false;
  Geometry geometry = {};
};

inline std::vector<ContactPoint> collide(const Pair& pair, double margin, double flat = 0) {
  std::vector<ContactPoint> points(kMaxPointsPerPair);
  const int count = collide_shapes(pair.geometry, pair.a, pair.at_a, pair.b, pair.at_b, pair.planar, margin,
                                   Span<ContactPoint>(points), flat);
  points.resize(static_cast<std::size_t>(count));
  return points;
}

inline const ContactPoint* find(const std::vector<ContactPoint>& points, std::uint64_t id) {
  for (const ContactPoint& point : points) {
    if (point.id == id) return &point;
  }
  return nullptr;
}

inline double least_gap(const std::vector<ContactPoint>& points) {
  double least = INFINITY;
  for (const ContactPoint& point : points) least = std::fmin(least, point.gap);
  return least;
}

}  // namespace stickslip::test
