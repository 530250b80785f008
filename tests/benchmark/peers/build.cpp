#include "tests/benchmark/peers/build.h"

#include <cmath>

namespace stickslip::peers {
namespace {

Shape shape_of(int body, Shape::Form form) {
  Shape shape;
  shape.body = body;
  shape.form = form;
  return shape;
}

Body moving(double mass, const Vec3& inertia, const Vec3& position) {
  Body body;
  body.mass = mass;
  body.inertia = inertia;
  body.position = position;
  return body;
}

int add_round(Scene& scene, double radius, const Body& body) {
  const int index = add_body(scene, body);
  Shape shape = shape_of(index, Shape::Form::sphere);
  shape.radius = radius;
  scene.shapes.push_back(shape);
  return index;
}

/// The shortest turn that takes `from` to `to`; both are of length 1 and not opposite.
Quat shortest_turn(const Vec3& from, const Vec3& to) {
  return Quat(1 + from.dot(to), from.cross(to)).normalized();
}

}  // namespace

Quat turn_about(const Vec3& axis, double angle) {
  return {std::cos(angle / 2), axis.normalized() * std::sin(angle / 2)};
}

Vec3 rotated(const Quat& q, const Vec3& v) {
  const Vec3 u(q.x(), q.y(), q.z());
  return v + 2 * u.cross(u.cross(v) + q.w() * v);
}

Vec3 plane_normal(const Scene& scene, const Shape& plane) {
  return rotated(plane.rotation, scene.planar ? Vec3::UnitY() : Vec3::UnitZ());
}

int add_body(Scene& scene, const Body& body) {
  scene.bodies.push_back(body);
  return static_cast<int>(scene.bodies.size()) - 1;
}

int add_ball(Scene& scene, double radius, double mass, const Vec3& position) {
  return add_round(scene, radius, moving(mass, Vec3::Constant(0.4 * mass * radius * radius), position));
}

int add_disk(Scene& scene, double radius, double mass, const Vec3& position) {
  const double about_z = mass * radius * radius / 2;
  return add_round(scene, radius, moving(mass, {about_z / 2, about_z / 2, about_z}, position));
}

int add_box(Scene& scene, const Vec3& size, double mass, const Vec3& position) {
  const Vec3 square = size.cwiseProduct(size);
  const Vec3 inertia = mass / 12 * Vec3(square.y() + square.z(), square.z() + square.x(), square.x() + square.y());
  const int index = add_body(scene, moving(mass, inertia, position));
  Shape shape = shape_of(index, Shape::Form::box);
  shape.half_size = 0.5 * size;
  scene.shapes.push_back(shape);
  return index;
}

int add_capsule(Scene& scene, double radius, double length, double mass, const Vec3& position, const Quat& rotation) {
  const double r2 = radius * radius;
  const double share = length / (length + 4 * radius / 3);  // of the straight part in the mass; the rest are two caps
  const double straight = mass * share;
  const double caps = mass - straight;
  const double along = straight * r2 / 2 + caps * 0.4 * r2;
  const double across =
      straight * (r2 / 4 + length * length / 12) + caps * (0.4 * r2 + length * length / 4 + 3.0 / 8 * length * radius);
  Body body = moving(mass, {across, across, along}, position);
  body.rotation = rotation;
  const int index = add_body(scene, body);
  Shape shape = shape_of(index, Shape::Form::capsule);
  shape.radius = radius;
  shape.half_length = length / 2;
  scene.shapes.push_back(shape);
  return index;
}

int add_plane(Scene& scene, const Vec3& point, const Vec3& normal) {
  Body body;
  body.fixed = true;
  body.position = point;
  const int index = add_body(scene, body);
  Shape shape = shape_of(index, Shape::Form::plane);
  shape.rotation = shortest_turn(scene.planar ? Vec3::UnitY() : Vec3::UnitZ(), normal.normalized());
  scene.shapes.push_back(shape);
  return index;
}

void add_bin(Scene& scene, double width, double depth) {
  add_plane(scene, Vec3::Zero(), Vec3::UnitZ());
  add_plane(scene, {-width / 2, 0, 0}, Vec3::UnitX());
  add_plane(scene, {width / 2, 0, 0}, -Vec3::UnitX());
  add_plane(scene, {0, -depth / 2, 0}, Vec3::UnitY());
  add_plane(scene, {0, depth / 2, 0}, -Vec3::UnitY());
}

Vec3 in_grid(int k, int columns, int rows) {
  const int column = k % columns;
  const int row = k / columns % rows;
  const int layer = k / columns / rows;
  return {column - 0.5 * (columns - 1), row - 0.5 * (rows - 1), static_cast<double>(layer)};
}

Scene named(const char* name, const char* says, double h, double seconds) {
  Scene scene;
  scene.name = name;
  scene.says = says;
  scene.h = h;
  scene.steps = static_cast<int>(std::lround(seconds / h));
  return scene;
}

}  // namespace stickslip::peers
