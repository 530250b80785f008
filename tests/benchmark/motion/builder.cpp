#include "tests/benchmark/motion/builder.h"

#include <cmath>

namespace stickslip::motion {
namespace {

Vec3 box_inertia(const Vec3& size, double mass) {
  const Vec3 s = size.cwiseProduct(size);
  return mass / 12 * Vec3(s.y() + s.z(), s.x() + s.z(), s.x() + s.y());
}

// About the centre, along the shape's axes. A planar one is a plate: only z counts.
Vec3 inertia_of(const Patch& patch, double mass, bool planar) {
  const double r = patch.radius;
  switch (patch.type) {
    case ShapeType::box:
      return box_inertia(planar ? Vec3(patch.size.x(), patch.size.y(), 0) : patch.size, mass);
    case ShapeType::ellipsoid:
      return box_inertia(patch.size, 0.6 * mass);
    case ShapeType::hull: {
      double reach = 0;
      for (const Vec3& p : patch.points) reach = std::fmax(reach, p.norm());
      return Vec3::Constant(0.3 * mass * reach * reach);
    }
    case ShapeType::cylinder:
    case ShapeType::capsule: {
      // As a rod with the radius of the ends about its axis: any inertia that a body can have will do.
      const double long_way = mass * (patch.length * patch.length / 12 + r * r / 2);
      return {long_way, long_way, planar ? long_way : mass * r * r / 2};
    }
    default:
      return Vec3::Constant((planar ? 0.5 : 0.4) * mass * r * r);
  }
}

}  // namespace

void Builder::weigh(double share_without) {
  const double g = dice.chance(share_without) ? 0 : dice.chance(0.8) ? 9.81 : dice.magnitude(0.1, 30);
  scene.gravity = -g * up();
}

void Builder::set_step(double shortest, double longest, int steps) {
  constexpr double kUsual[] = {1e-4, 1e-3, 2e-3, 5e-3, 0.01, 1.0 / 60};
  scene.h = dice.chance(0.4) ? dice.one_of(kUsual) : dice.magnitude(shortest, longest);
  scene.h = std::fmin(longest, std::fmax(shortest, scene.h));
  scene.steps = steps;
}

int Builder::surface(double friction, double restitution) {
  scene.surfaces.push_back({friction, restitution});
  return static_cast<int>(scene.surfaces.size()) - 1;
}

int Builder::any_surface() {
  const double mu = dice.chance(0.25) ? 0 : dice.chance(0.1) ? 2 : dice.between(0, dice.chance(0.7) ? 0.8 : 2);
  const double e = dice.chance(0.4) ? 0 : dice.chance(0.2) ? 1 : dice.between(0, 1);
  return surface(mu, e);
}

Patch Builder::ball(double radius) const {
  Patch patch;
  patch.radius = radius;
  return patch;
}

Patch Builder::block(const Vec3& size) const {
  Patch patch;
  patch.type = ShapeType::box;
  patch.size = size;
  return patch;
}

Patch Builder::capsule(double radius, double length) const {
  Patch patch;
  patch.type = ShapeType::capsule;
  patch.radius = radius;
  patch.length = length;
  return patch;
}

Patch Builder::any_patch(double size) {
  switch (dice.whole(0, 2)) {
    case 0:
      return ball(size / 2);
    case 1:
      return block(size * Vec3(dice.between(0.4, 1), dice.between(0.4, 1), dice.between(0.4, 1)) / std::sqrt(3.0));
    default: {
      const double radius = size * dice.between(0.1, 0.3);
      return capsule(radius, size - 2 * radius);
    }
  }
}

Patch Builder::cylinder(double radius, double length) const {
  Patch patch = capsule(radius, length);
  patch.type = ShapeType::cylinder;
  return patch;
}

Patch Builder::ellipsoid(const Vec3& size) const {
  Patch patch = block(size);
  patch.type = ShapeType::ellipsoid;
  return patch;
}

Patch Builder::any_hull(double size) {
  Patch patch;
  patch.type = ShapeType::hull;
  const int count = dice.whole(scene.planar ? 3 : 6, 10);
  for (int k = 0; k < count; ++k) {
    const double around = 2 * M_PI * (k + dice.between(0, 0.7)) / count;
    const Vec3 out = scene.planar ? Vec3(std::cos(around), std::sin(around), 0) : dice.direction(false);
    patch.points.push_back(0.5 * size * out.cwiseProduct(Vec3(1, 0.7, 0.8)));
  }
  return patch;
}

Patch Builder::any_convex(double size) {
  const int kind = scene.planar ? 2 : dice.whole(0, 2);
  if (kind == 2) return any_hull(size);
  if (kind == 1) return ellipsoid(size * Vec3(dice.between(0.3, 1), dice.between(0.3, 1), dice.between(0.3, 1)));
  const double radius = size * dice.between(0.15, 0.4);
  return cylinder(radius, 0.6 * size);
}

int Builder::add(const Patch& patch, double mass, const Vec3& position, int material) {
  Part p;
  p.name = "b" + std::to_string(scene.parts.size());
  p.mass = mass;
  p.inertia = inertia_of(patch, mass, scene.planar);
  p.position = position;
  p.material = material;
  p.patches = {patch};
  scene.parts.push_back(p);
  return static_cast<int>(scene.parts.size()) - 1;
}

int Builder::add(double mass, double size, const Vec3& position) {
  const Vec3 edges = size * Vec3(dice.between(0.1, 1), dice.between(0.1, 1), dice.between(0.1, 1));
  const int index = add(block(edges), mass, position, 0);
  part(index).patches.clear();
  return index;
}

int Builder::add_fixed(const Patch& patch, const Vec3& position, int material) {
  const int index = add(patch, 1, position, material);
  part(index).fixed = true;
  return index;
}

int Builder::add_plane(const Vec3& point, double tilt, int material) {
  Patch plane;
  plane.type = ShapeType::plane;
  const int index = add_fixed(plane, point, material);
  part(index).angle = -tilt;
  part(index).rotation = Quat(Eigen::AngleAxisd(tilt, Vec3::UnitY()));
  return index;
}

void Builder::turn(int index, double share) {
  if (!dice.chance(share)) return;
  part(index).angle = dice.angle();
  part(index).rotation = dice.rotation();
}

void Builder::spin(int index, double most) {
  Vec3& w = part(index).angular_velocity;
  w = scene.planar ? Vec3(0, 0, dice.between(-most, most)) : dice.vector(false, most);
}

Link& Builder::link(JointType type, int parent, int child, const Vec3& anchor) {
  Link l;
  l.name = "j" + std::to_string(scene.links.size());
  l.type = type;
  l.parent = parent;
  l.child = child;
  l.anchor = anchor;
  l.far_anchor = anchor;
  scene.links.push_back(l);
  return scene.links.back();
}

}  // namespace stickslip::motion
