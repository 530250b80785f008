#pragma once

#include <cstdint>

#include "tests/benchmark/peers/scene.h"

/// Parts that scenes are made of.
namespace stickslip::peers {

inline constexpr double kPi = 3.14159265358979323846;

Quat turn_about(const Vec3& axis, double angle);
Vec3 rotated(const Quat& q, const Vec3& v);

int add_body(Scene& scene, const Body& body);
int add_ball(Scene& scene, double radius, double mass, const Vec3& position);
int add_disk(Scene& scene, double radius, double mass, const Vec3& position);
int add_box(Scene& scene, const Vec3& size, double mass, const Vec3& position);
/// Its straight part is `length` long, along the body's z.
int add_capsule(Scene& scene, double radius, double length, double mass, const Vec3& position, const Quat& rotation);
/// Fixed: what is behind it is solid.
int add_plane(Scene& scene, const Vec3& point, const Vec3& normal);
/// A floor at z = 0 and four walls around the origin.
void add_bin(Scene& scene, double width, double depth);

/// Place k of a grid that fills layers of `columns` times `rows` from below, in cells; its layers lie around the
/// origin.
Vec3 in_grid(int k, int columns, int rows);

Scene named(const char* name, const char* says, double h, double seconds);

/// Small numbers in [-1, 1], the same on every machine.
class Jitter {
 public:
  double next() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<double>(state_ >> 11) * 0x1p-52 - 1;
  }
  Vec3 vector() {
    const double x = next();
    const double y = next();
    return {x, y, next()};
  }

 private:
  std::uint64_t state_ = 1;
};

}  // namespace stickslip::peers
