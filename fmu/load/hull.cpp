#include "fmu/load/hull.h"

#include <algorithm>
#include <cmath>

#include "fmu/load/hull_grower.h"
#include "fmu/load/hull_sides.h"
#include "model/math/size.h"

namespace stickslip::load {

namespace {

constexpr double kLeastArea = 1e-6;  // of a polygon, relative to the square of its extent
constexpr double kLeastLost = 1e-6;  // share of a volume that is worth a word
constexpr int kMostWhole = 1024;     // points of the hull that tells what the budget costs

/// The corners of the flat side with this normal among points that lie in its plane: in order, without those between
/// others.
std::vector<int> around(const std::vector<Vec3>& points, const std::vector<int>& members, const Vec3& normal,
                        double tolerance) {
  const Vec3 u = (points[size(members[1])] - points[size(members[0])]).normalized();
  const Vec3 v = normal.cross(u);
  std::vector<int> order = members;
  const auto x = [&](int k) { return u.dot(points[size(k)]); };
  const auto y = [&](int k) { return v.dot(points[size(k)]); };
  std::sort(order.begin(), order.end(), [&](int a, int b) {
    return x(a) != x(b) ? x(a) < x(b) : y(a) != y(b) ? y(a) < y(b) : a < b;
  });
  // Andrew's two chains: below from left to right, above back.
  std::vector<int> ring;
  for (const bool upper : {false, true}) {
    const std::size_t base = ring.size();
    for (const int k : order) {
      while (ring.size() >= base + 2) {
        const int a = ring[ring.size() - 2];
        const int b = ring[ring.size() - 1];
        const double area = (x(b) - x(a)) * (y(k) - y(a)) - (y(b) - y(a)) * (x(k) - x(a));
        const double dx = x(k) - x(a);
        const double dy = y(k) - y(a);
        if (area > tolerance * std::sqrt(dx * dx + dy * dy)) break;
        ring.pop_back();
      }
      ring.push_back(k);
    }
    ring.pop_back();
    if (!upper) std::reverse(order.begin(), order.end());
  }
  return ring;
}

Vec3 normal_of(const std::vector<Vec3>& points, const std::vector<int>& side) {
  Vec3 normal = Vec3::Zero();
  const Vec3& origin = points[size(side[0])];
  for (std::size_t k = 1; k + 1 < side.size(); ++k) {
    normal += (points[size(side[k])] - origin).cross(points[size(side[k + 1])] - origin);
  }
  normal = normal.normalized();
  // Along an axis but for round-off is along it.
  for (int axis = 0; axis < 3; ++axis) {
    if (std::fabs(normal[axis]) > 1 - 1e-15) normal = (normal[axis] > 0 ? 1.0 : -1.0) * Vec3(Vec3::Unit(axis));
  }
  return normal;
}

double least_width(const std::vector<Vec3>& points, const std::vector<Vec3>& directions) {
  double least = 1e300;
  for (const Vec3& n : directions) {
    double low = 1e300;
    double high = -1e300;
    for (const Vec3& p : points) {
      low = std::min(low, n.dot(p));
      high = std::max(high, n.dot(p));
    }
    least = std::min(least, high - low);
  }
  return least;
}

/// Directions along which a hull may be thinnest: square to a side, or to two edges.
std::vector<Vec3> thin_directions(const Hull& hull, bool planar) {
  std::vector<Vec3> directions;
  std::vector<Vec3> edges;
  if (planar) {
    for (std::size_t k = 0; k < hull.points.size(); ++k) {
      const Vec3 edge = hull.points[(k + 1) % hull.points.size()] - hull.points[k];
      directions.push_back(Vec3(edge.y(), -edge.x(), 0).normalized());
    }
    return directions;
  }
  for (const std::vector<int>& side : hull.facets) {
    directions.push_back(normal_of(hull.points, side));
    for (std::size_t k = 0; k < side.size(); ++k) {
      const int next = side[(k + 1) % side.size()];
      if (side[k] < next) edges.push_back((hull.points[size(next)] - hull.points[size(side[k])]).normalized());
    }
  }
  for (std::size_t i = 0; i < edges.size(); ++i) {
    for (std::size_t j = i + 1; j < edges.size(); ++j) {
      const Vec3 common = edges[i].cross(edges[j]);
      if (common.norm() > 1e-6) directions.push_back(common.normalized());
    }
  }
  return directions;
}

}  // namespace

Hull convex_hull(const std::vector<Vec3>& points, int most_points, double precision) {
  Hull hull;
  HullGrower grown(points);
  if (points.size() < 4 || !grown.start()) {
    hull.problem = "the points lie in a plane; a hull needs four that do not, so give it thickness";
    return hull;
  }
  grown.grow(most_points);
  if (!grown.closed()) {
    hull.problem =
        "its hull cannot be told: too many of its points lie in one plane but for their last digits; round them";
    return hull;
  }
  const double kept = grown.volume();
  merge_sides(points, grown, precision, hull);
  grown.grow(std::max(most_points, kMostWhole));
  if (grown.closed()) hull.lost_volume = std::max(0.0, 1 - kept / grown.volume());
  if (hull.lost_volume < kLeastLost) hull.lost_volume = 0;
  return hull;
}

Hull convex_polygon(const std::vector<Vec3>& points) {
  Hull hull;
  const auto problem = [&](const std::string& text) {
    hull.problem = text;
    return hull;
  };
  if (points.size() < 3) return problem("a polygon has three points or more, got " + std::to_string(points.size()));
  const double extent = extent_of(points);
  double area = 0;
  for (std::size_t k = 0; k < points.size(); ++k) {
    const Vec3& p = points[k];
    const Vec3& q = points[(k + 1) % points.size()];
    area += 0.5 * ((p - points[0]).x() * (q - points[0]).y() - (p - points[0]).y() * (q - points[0]).x());
  }
  if (!(std::fabs(area) > kLeastArea * extent * extent)) return problem("the polygon has no area");
  hull.points = points;
  if (area < 0) std::reverse(hull.points.begin(), hull.points.end());
  std::vector<int> all(points.size());
  for (std::size_t k = 0; k < all.size(); ++k) all[k] = static_cast<int>(k);
  const std::vector<int> ring = around(hull.points, all, Vec3::UnitZ(), 1e-12 * extent);
  // A convex polygon is its own hull, in the same order.
  const auto start = std::find(ring.begin(), ring.end(), 0);
  bool same = ring.size() == points.size() && start != ring.end();
  for (std::size_t k = 0; same && k < ring.size(); ++k) {
    same = ring[(k + static_cast<std::size_t>(start - ring.begin())) % ring.size()] == static_cast<int>(k);
  }
  if (!same)
    return problem(
        "the points are not the corners of a convex polygon in order; leave out those that lie "
        "inside or on an edge, and make several shapes of what is not convex");
  return hull;
}

HullMass hull_mass(Span<const Vec3> points, Span<const Facet> facets, Span<const int> corners, bool planar) {
  HullMass mass;
  const Vec3 origin = points[0];
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();  // integral of r r' about the origin
  const auto add = [&](double measure, const Vec3& a, const Vec3& b, const Vec3& c, double corner_count) {
    const Vec3 sum = a + b + c;
    mass.volume += measure;
    first += measure / corner_count * sum;
    second += measure / (corner_count * (corner_count + 1)) *
              (a * a.transpose() + b * b.transpose() + c * c.transpose() + sum * sum.transpose());
  };
  // Tetrahedra, in planar worlds triangles, with a corner in the first point.
  for (int k = 1; planar && k + 1 < points.size(); ++k) {
    const Vec3 a = points[k] - origin;
    const Vec3 b = points[k + 1] - origin;
    add(0.5 * a.cross(b).z(), a, b, Vec3::Zero(), 3);
  }
  for (const Facet& facet : facets) {
    const auto corner = [&](int k) { return points[corners[facet.first_corner + k]] - origin; };
    for (int k = 1; k + 1 < facet.corner_count; ++k) {
      add(corner(0).dot(corner(k).cross(corner(k + 1))) / 6, corner(0), corner(k), corner(k + 1), 4);
    }
  }
  const Vec3 centre = first / mass.volume;
  const Mat3 about_centre = second - mass.volume * (centre * centre.transpose());
  mass.centre = origin + centre;
  mass.inertia = about_centre.trace() * Mat3::Identity() - about_centre;
  return mass;
}

void store_hull(const Hull& hull, bool planar, Geometry& geometry, Shape& shape) {
  std::vector<Facet> facets;
  for (const std::vector<int>& side : hull.facets) {
    facets.push_back(
        {normal_of(hull.points, side), static_cast<int>(geometry.corners.size()), static_cast<int>(side.size())});
    geometry.corners.insert(geometry.corners.end(), side.begin(), side.end());
  }
  Vec3 centre = hull_mass(hull.points, facets, geometry.corners, planar).centre;
  if (centre.norm() <= 1e-12 * extent_of(hull.points)) centre = Vec3::Zero();
  shape.p_IS += shape.q_IS * centre;
  shape.first_point = static_cast<int>(geometry.points.size());
  shape.point_count = static_cast<int>(hull.points.size());
  shape.first_facet = facets.empty() ? 0 : static_cast<int>(geometry.facets.size());
  shape.facet_count = static_cast<int>(facets.size());
  shape.radius = 0;
  for (const Vec3& p : hull.points) {
    geometry.points.push_back(p - centre);
    shape.radius = std::max(shape.radius, (p - centre).norm());
  }
  geometry.facets.insert(geometry.facets.end(), facets.begin(), facets.end());
  shape.half_length = 0.5 * least_width(hull.points, thin_directions(hull, planar));
}

}  // namespace stickslip::load
