#include "model/collision/manifold.h"
#include "model/math/arithmetic.h"

namespace stickslip {

void sphere_sphere(const Shape& a, const Placement& at_a, const Shape& b, const Placement& at_b, bool planar,
                   PointSink& sink) {
  const Vec3 d = at_a.p - at_b.p;
  const double distance = root(d.squaredNorm());
  Vec3 normal = planar ? Vec3::UnitY() : Vec3::UnitZ();
  if (distance > 1e-100) normal = d / distance;
  const double r_a = sphere_radius(a);
  const double r_b = sphere_radius(b);
  sink.add(0, normal, at_a.p - r_a * normal, at_b.p + r_b * normal, distance - (r_a + r_b));
}

void sphere_plane(const Shape& sphere, const Placement& at_sphere, const Placement& at_plane, bool planar,
                  PointSink& sink) {
  const Vec3 normal = plane_normal(at_plane, planar);
  const double gap = normal.dot(at_sphere.p - at_plane.p) - sphere_radius(sphere);
  const Vec3 p_sphere = at_sphere.p - sphere_radius(sphere) * normal;
  sink.add(0, normal, p_sphere, p_sphere - gap * normal, gap);
}

void sphere_box(const Shape& sphere, const Placement& at_sphere, const Shape& box, const Placement& at_box, bool planar,
                PointSink& sink) {
  const int dimensions = planar ? 2 : 3;
  const Vec3 c = at_box.R.transpose() * (at_sphere.p - at_box.p);
  Vec3 foot = c;
  for (int i = 0; i < dimensions; ++i) foot[i] = std::min(std::max(c[i], -box.half_size[i]), box.half_size[i]);
  Vec3 normal = c - foot;
  double distance = root(normal.squaredNorm());
  if (distance > 1e-100) {
    normal /= distance;
  } else {  // the centre is inside: out through the nearest face, the lowest axis among equals
    int nearest = 0;
    for (int i = 1; i < dimensions; ++i) {
      const double depth = box.half_size[i] - std::fabs(c[i]);
      const double least = box.half_size[nearest] - std::fabs(c[nearest]);
      if (depth < least - 1e-9 * box.half_size[i]) nearest = i;
    }
    const double side = sign_of(c[nearest]);
    normal = Vec3::Zero();
    normal[nearest] = side;
    foot[nearest] = side * box.half_size[nearest];
    distance = std::fabs(c[nearest]) - box.half_size[nearest];
  }
  const double r = sphere_radius(sphere);
  const Vec3 world_normal = at_box.R * normal;
  const Vec3 p_box = at_box.p + at_box.R * foot;
  const double gap = distance - r;
  sink.add(0, world_normal, p_box + gap * world_normal, p_box, gap);
}

}  // namespace stickslip
