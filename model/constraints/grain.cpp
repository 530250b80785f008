#include "model/constraints/grain.h"

#include <algorithm>

#include "model/math/arithmetic.h"

namespace stickslip {
namespace {

/// Of one surface at the point.
struct Ellipse {
  double mu[2];
  Vec3 along = Vec3::Zero();  // unit, in the plane; 0 where it is even

  bool even() const { return along.isZero(0); }
  double unevenness() const { return even() ? 1.0 : std::max(mu[0], mu[1]) / std::min(mu[0], mu[1]); }
  // Its radius along d, a unit vector in the plane.
  double friction(const Vec3& d) const {
    if (even()) return mu[0];
    const double x = d.dot(along) / mu[0];
    const double rest = std::max(0.0, 1 - d.dot(along) * d.dot(along));
    return 1 / root(x * x + rest / (mu[1] * mu[1]));
  }
};

Ellipse ellipse_of(const Model& model, const Layout& layout, Span<const double> parameters, int index,
                   const Vec3& normal, Span<const BodyPose> poses) {
  constexpr double kOnEnd = 1e-6;
  const Shape& shape = shape_at(model, index);
  const double mu = parameters[layout.friction + shape.material];
  const double across = mu * model.materials[static_cast<std::size_t>(shape.material)].across;
  Ellipse ellipse{{mu, across}};
  if (across == mu) return ellipse;
  const Vec3 grain = poses[shape.body].R * (shape.q_IS * shape.grain);
  const Vec3 along = grain - grain.dot(normal) * normal;
  if (along.norm() > kOnEnd) {
    ellipse.along = along.normalized();
  } else {
    ellipse.mu[0] = across;
  }
  return ellipse;
}

bool has_grain(const Model& model, int shape) {
  return model.materials[static_cast<std::size_t>(shape_at(model, shape).material)].across != 1;
}

bool is_given(const Model& model, int surface) {
  return std::any_of(model.material_pairs.begin(), model.material_pairs.end(), [&](const MaterialPair& pair) {
    return surface_of_materials(pair.first, pair.second) == surface;
  });
}

}  // namespace

Tangents Grain::tangents(double cosine, double sine) const {
  Tangents t;
  t.even = false;
  t.t1 = cosine * share[0] * e[0] + sine * share[1] * e[1];
  t.t2 = cosine * share[1] * e[1] - sine * share[0] * e[0];
  return t;
}

void Grain::angle_of_velocity(const Vec3& u, double* cosine_and_sine) const {
  for (int k = 0; k < 2; ++k) cosine_and_sine[k] = share[k] * u.dot(e[k]);
}

void Grain::angle_of_tangent(const Vec3& t1, double* cosine_and_sine) const {
  for (int k = 0; k < 2; ++k) cosine_and_sine[k] = t1.dot(e[k]) / share[k];
}

Grain grain_of(const Model& model, const Layout& layout, Span<const double> parameters, const ContactPoint& point,
               Span<const BodyPose> poses) {
  Grain grain;
  const ShapePair shapes = shapes_of(model, point.pair);
  if (!has_grain(model, shapes.first) && !has_grain(model, shapes.second)) return grain;
  if (is_given(model, point.surface)) return grain;
  const Ellipse first = ellipse_of(model, layout, parameters, shapes.first, point.normal, poses);
  const Ellipse second = ellipse_of(model, layout, parameters, shapes.second, point.normal, poses);
  grain.even = false;
  grain.e[0] = second.unevenness() > first.unevenness() ? second.along : first.along;
  if (grain.e[0].isZero(0)) grain.e[0] = tangents_of(point.normal, Vec3::Zero(), false).t1;
  grain.e[1] = point.normal.cross(grain.e[0]);
  double mu[2];
  for (int k = 0; k < 2; ++k) {
    mu[k] = combined(model.friction_rule, first.friction(grain.e[k]), second.friction(grain.e[k]));
  }
  grain.grip = std::max(mu[0], mu[1]);
  for (int k = 0; k < 2 && grain.grip > 0; ++k) grain.share[k] = mu[k] / grain.grip;
  return grain;
}

Vec3 with_parts(const Tangents& t, double x, double y) {
  if (t.even) return x * t.t1 + y * t.t2;
  const Vec3 normal = t.t1.cross(t.t2);
  return (x * t.t2.cross(normal) - y * t.t1.cross(normal)) / normal.squaredNorm();
}

}  // namespace stickslip
