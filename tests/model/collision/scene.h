#pragma once

#include <cmath>
#include <random>
#include <vector>

#include "model/collision/collide.h"
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
  Shape shape(ShapeType type) {
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
    }
    return {};
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
};

inline std::vector<ContactPoint> collide(const Pair& pair, double margin) {
  std::vector<ContactPoint> points(kMaxPointsPerPair);
  const int count =
      collide_shapes(pair.a, pair.at_a, pair.b, pair.at_b, pair.planar, margin, Span<ContactPoint>(points));
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
