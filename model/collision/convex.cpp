#include "model/collision/convex.h"

#include <algorithm>
#include <cmath>

#include "model/collision/manifold.h"
#include "model/math/arithmetic.h"

namespace stickslip {
namespace {

constexpr double kUpright = 1e-9;  // sine of a cylinder's tilt below which no direction of tilt is meant
constexpr double kSameWay = 1e-9;  // cosines that differ by less face a direction equally well
constexpr double kSquare = 0.70710678118654752;
constexpr double kFacing = 0.996;  // cosine of five degrees: caps tilted by more rest on one point of their rim

Vec3 farthest_corner(const Convex& convex, const Vec3& d) {
  int best = 0;
  double most = -1e300;
  for (int k = 0; k < convex.points.size(); ++k) {
    const double along = convex.points[k].dot(d);
    if (along > most) {
      most = along;
      best = k;
    }
  }
  return convex.points[best];
}

Vec3 farthest_of_cylinder(const Convex& convex, const Vec3& d) {
  const double across = root(d.x() * d.x() + d.y() * d.y());
  const double height = d.z() < 0 ? -convex.half_length : convex.half_length;
  if (!(across > 0)) return {0, 0, height};
  return {convex.radius * d.x() / across, convex.radius * d.y() / across, height};
}

void add_point(const Convex& convex, const Vec3& p, int name, Side& side) {
  side.points[side.count] = convex.p + convex.R * p;
  side.names[side.count++] = name;
}

// Of a box: the face, in planar worlds the edge, whose normal is nearest to d.
void side_of_box(const Convex& convex, const Vec3& d, Side& side) {
  const int dimensions = convex.planar ? 2 : 3;
  int k = 0;
  for (int i = 1; i < dimensions; ++i) {
    if (std::fabs(d[i]) > std::fabs(d[k]) + kSameWay) k = i;
  }
  const double sign = sign_of(d[k]);
  side.flat = true;
  side.normal = sign * convex.R.col(k);
  const int u = convex.planar ? 1 - k : (k + 1) % 3;
  const int v = convex.planar ? 2 : (k + 2) % 3;
  constexpr double kAround[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  for (int c = 0; c < (convex.planar ? 2 : 4); ++c) {
    const double on_u = sign * kAround[c][0];
    const double on_v = kAround[c][1];
    Vec3 p;
    p[k] = sign * convex.half_size[k];
    p[u] = on_u * convex.half_size[u];
    p[v] = convex.planar ? 0 : on_v * convex.half_size[v];
    int name = (sign > 0 ? 1 : 0) << k | (on_u > 0 ? 1 : 0) << u;
    if (!convex.planar) name |= (on_v > 0 ? 1 : 0) << v;
    add_point(convex, p, name, side);
  }
}

void side_of_polygon(const Convex& convex, const Vec3& d, Side& side) {
  const int count = convex.points.size();
  double most = -2;
  int best = 0;
  for (int k = 0; k < count; ++k) {
    const Vec3 edge = convex.points[k + 1 < count ? k + 1 : 0] - convex.points[k];
    const double along = (edge.y() * d.x() - edge.x() * d.y()) / edge.norm();
    if (along > most + kSameWay) {
      most = along;
      best = k;
      side.normal = convex.R * (Vec3(edge.y(), -edge.x(), 0) / edge.norm());
    }
  }
  side.flat = true;
  const int next = best + 1 < count ? best + 1 : 0;
  add_point(convex, convex.points[best], best, side);
  add_point(convex, convex.points[next], next, side);
}

void side_of_hull(const Convex& convex, const Vec3& d, Side& side) {
  double most = -2;
  int best = 0;
  for (int k = 0; k < convex.facets.size(); ++k) {
    const double along = convex.facets[k].normal.dot(d);
    if (along > most + kSameWay) {
      most = along;
      best = k;
    }
  }
  const Facet& facet = convex.facets[best];
  side.flat = true;
  side.normal = convex.R * facet.normal;
  for (int k = 0; k < facet.corner_count; ++k) {
    const int corner = convex.corners[facet.first_corner + k];
    add_point(convex, convex.points[corner], corner, side);
  }
}

// The cap where the axis points that way, else the line along the axis that lies outermost.
void side_of_cylinder(const Convex& convex, const Vec3& d, Side& side) {
  constexpr int kOtherCap = 8;  // from the name of a point to the one below
  const double across = root(d.x() * d.x() + d.y() * d.y());
  const double length = root(d.squaredNorm());
  const double r = convex.radius;
  const Vec3 up(0, 0, convex.half_length);
  const bool has_outermost = across > kUpright * length;
  const Vec3 outermost = has_outermost ? Vec3(r * d.x() / across, r * d.y() / across, 0) : Vec3(Vec3::Zero());
  if (std::fabs(d.z()) < kSquare * length) {
    add_point(convex, outermost - up, kOtherCap, side);
    add_point(convex, outermost + up, 0, side);
    return;
  }
  const double sign = sign_of(d.z());
  const int first_name = sign > 0 ? 0 : kOtherCap;
  side.flat = true;
  side.round = true;
  side.normal = sign * convex.R.col(2);
  if (has_outermost) add_point(convex, outermost + sign * up, first_name, side);
  if (std::fabs(d.z()) < kFacing * length) return;
  constexpr double kHigh = 0.86602540378443865;
  constexpr double kRim[kRimCorners][2] = {{1, 0}, {0.5, kHigh}, {-0.5, kHigh}, {-1, 0}, {-0.5, -kHigh}, {0.5, -kHigh}};
  for (int k = 0; k < kRimCorners; ++k) {
    const int at = sign > 0 ? k : kRimCorners - 1 - k;
    add_point(convex, Vec3(r * kRim[at][0], r * kRim[at][1], sign * convex.half_length), first_name + 1 + at, side);
  }
}

void side_of_capsule(const Convex& convex, const Vec3& d, Side& side) {
  const int axis = convex.planar ? 0 : 2;
  if (convex.planar) {
    side.flat = true;
    side.normal = sign_of(d.y()) * convex.R.col(1);
  }
  const bool turned = convex.planar && d.y() > 0;
  const Vec3 end = (turned ? -convex.half_length : convex.half_length) * Vec3(Vec3::Unit(axis));
  add_point(convex, -end, turned ? 1 : 0, side);
  add_point(convex, end, turned ? 0 : 1, side);
}

}  // namespace

Convex make_convex(const Geometry& geometry, const Shape& shape, bool planar) {
  Convex convex;
  convex.type = shape.type;
  convex.half_size = shape.half_size;
  convex.half_length = shape.half_length;
  convex.planar = planar;
  if (shape.type == ShapeType::cylinder) convex.radius = shape.radius;
  if (shape.type == ShapeType::sphere || shape.type == ShapeType::capsule) convex.layer = shape.radius;
  convex.reach = bounding_radius(shape) - convex.layer;
  if (shape.type == ShapeType::hull) {
    convex.points = Span<const Vec3>(geometry.points).sub(shape.first_point, shape.point_count);
    convex.facets = Span<const Facet>(geometry.facets).sub(shape.first_facet, shape.facet_count);
    convex.corners = geometry.corners;
  }
  return convex;
}

Vec3 farthest_local(const Convex& convex, const Vec3& d) {
  switch (convex.type) {
    case ShapeType::box:
      return {std::copysign(convex.half_size.x(), d.x()), std::copysign(convex.half_size.y(), d.y()),
              convex.planar ? 0 : std::copysign(convex.half_size.z(), d.z())};
    case ShapeType::capsule: {
      const int axis = convex.planar ? 0 : 2;
      return std::copysign(convex.half_length, d[axis]) * Vec3(Vec3::Unit(axis));
    }
    case ShapeType::cylinder:
      return farthest_of_cylinder(convex, d);
    case ShapeType::ellipsoid: {
      const Vec3 stretched = convex.half_size.cwiseProduct(d);
      const double length = root(stretched.squaredNorm());
      return length > 0 ? Vec3(convex.half_size.cwiseProduct(stretched) / length) : Vec3(Vec3::Zero());
    }
    case ShapeType::hull:
      return farthest_corner(convex, d);
    case ShapeType::sphere:
    case ShapeType::point:
    case ShapeType::plane:
    case ShapeType::mesh:
      break;
  }
  return Vec3::Zero();
}

Vec3 farthest(const Convex& convex, const Vec3& direction) {
  return convex.p + convex.R * farthest_local(convex, convex.R.transpose() * direction);
}

void side_towards(const Convex& convex, const Vec3& direction, Side& side) {
  side.flat = false;
  side.round = false;
  side.count = 0;
  const Vec3 d = convex.R.transpose() * direction;
  switch (convex.type) {
    case ShapeType::box:
      return side_of_box(convex, d, side);
    case ShapeType::hull:
      return convex.planar ? side_of_polygon(convex, d, side) : side_of_hull(convex, d, side);
    case ShapeType::cylinder:
      return side_of_cylinder(convex, d, side);
    case ShapeType::capsule:
      return side_of_capsule(convex, d, side);
    default:
      return add_point(convex, farthest_local(convex, d), 0, side);
  }
}

bool is_over(const Convex& convex, const Side& side, const Vec3& p, double tolerance) {
  if (side.round) {
    const Vec3 from_axis = p - convex.p;
    const Vec3 across = from_axis - from_axis.dot(side.normal) * side.normal;
    const double most = convex.radius + tolerance;
    return across.squaredNorm() <= most * most;
  }
  if (side.count == 2) {
    const Vec3 edge = side.points[1] - side.points[0];
    const double length = edge.norm();
    const double along = (p - side.points[0]).dot(edge) / length;
    return along >= -tolerance && along <= length + tolerance;
  }
  for (int k = 0; k < side.count; ++k) {
    const Vec3& from = side.points[k];
    const Vec3 edge = side.points[k + 1 < side.count ? k + 1 : 0] - from;
    if (edge.cross(p - from).dot(side.normal) < -tolerance * edge.norm()) return false;
  }
  return true;
}

double support(const Geometry& geometry, const Shape& shape, const Placement& at, const Vec3& n, bool planar) {
  const double centre = n.dot(at.p);
  switch (shape.type) {
    case ShapeType::sphere:
      return centre + shape.radius;
    case ShapeType::capsule:
      return centre + shape.radius + shape.half_length * std::fabs(n.dot(at.R.col(planar ? 0 : 2)));
    case ShapeType::box: {
      double sum = centre;
      for (int k = 0; k < (planar ? 2 : 3); ++k) sum += shape.half_size[k] * std::fabs(n.dot(at.R.col(k)));
      return sum;
    }
    case ShapeType::cylinder:
    case ShapeType::ellipsoid:
    case ShapeType::hull: {
      const Vec3 local = at.R.transpose() * n;
      return centre + local.dot(farthest_local(make_convex(geometry, shape, planar), local));
    }
    case ShapeType::mesh: {
      const Vec3 local = at.R.transpose() * n;
      const Bounds& all = geometry.bounds[static_cast<std::size_t>(shape.first_bounds)];
      double sum = centre;
      for (int k = 0; k < 3; ++k) sum += std::max(local[k] * all.low[k], local[k] * all.high[k]);
      return sum;
    }
    case ShapeType::plane:
    case ShapeType::point:
      break;
  }
  return centre;
}

}  // namespace stickslip
