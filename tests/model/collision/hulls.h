#pragma once

#include <algorithm>
#include <vector>

#include "model/core/model.h"

/// Hulls for tests, by trying all triples of points: slow, and nothing but the definition.
namespace stickslip::test {

/// Puts a hull with these corners (no four in a plane, all on the hull) into the geometry.
inline Shape add_hull(const std::vector<Vec3>& corners, bool planar, Geometry& geometry) {
  Shape hull;
  hull.type = ShapeType::hull;
  hull.first_point = static_cast<int>(geometry.points.size());
  hull.first_facet = planar ? 0 : static_cast<int>(geometry.facets.size());
  Vec3 centre = Vec3::Zero();
  for (const Vec3& p : corners) centre += p / static_cast<double>(corners.size());
  std::vector<Vec3> kept;
  const int count = static_cast<int>(corners.size());
  const auto at = [&](int k) { return Vec3(corners[static_cast<std::size_t>(k)] - centre); };
  std::vector<int> name(corners.size(), -1);
  const auto named = [&](int k) {
    int& n = name[static_cast<std::size_t>(k)];
    if (n < 0) {
      n = static_cast<int>(kept.size());
      kept.push_back(at(k));
    }
    return n;
  };
  hull.half_length = 1e300;
  for (int i = 0; !planar && i < count; ++i) {
    for (int j = 0; j < count; ++j) {
      for (int k = 0; k < count; ++k) {
        if (!(i < j && i < k && j != k)) continue;
        const Vec3 normal = (at(j) - at(i)).cross(at(k) - at(i)).normalized();
        bool outermost = true;
        double depth = 0;
        for (int m = 0; m < count; ++m) {
          if (m == i || m == j || m == k) continue;
          const double height = normal.dot(at(m) - at(i));
          outermost = outermost && height < 0;
          depth = std::max(depth, -height);
        }
        if (!outermost) continue;
        hull.half_length = std::min(hull.half_length, depth / 2);
        geometry.facets.push_back({normal, static_cast<int>(geometry.corners.size()), 3});
        for (const int c : {i, j, k}) geometry.corners.push_back(named(c));
        ++hull.facet_count;
      }
    }
  }
  if (planar) {
    for (int k = 0; k < count; ++k) kept.push_back(at(k));
    std::sort(kept.begin(), kept.end(),
              [](const Vec3& p, const Vec3& q) { return std::atan2(p.y(), p.x()) < std::atan2(q.y(), q.x()); });
    hull.half_length = 0.1;
  }
  for (const Vec3& p : kept) {
    geometry.points.push_back(p);
    hull.radius = std::max(hull.radius, p.norm());
  }
  hull.point_count = static_cast<int>(kept.size());
  return hull;
}

/// The corners of a box, with its faces as sides.
inline Shape add_box_hull(const Vec3& half, Geometry& geometry) {
  Shape hull;
  hull.type = ShapeType::hull;
  hull.first_point = static_cast<int>(geometry.points.size());
  hull.point_count = 8;
  hull.first_facet = static_cast<int>(geometry.facets.size());
  hull.facet_count = 6;
  hull.radius = half.norm();
  hull.half_length = half.minCoeff();
  for (int corner = 0; corner < 8; ++corner) {
    Vec3 p;
    for (int i = 0; i < 3; ++i) p[i] = (corner >> i & 1) != 0 ? half[i] : -half[i];
    geometry.points.push_back(p);
  }
  for (int axis = 0; axis < 3; ++axis) {
    for (const int side : {0, 1}) {
      const int u = 1 << (axis + 1) % 3;
      const int v = 1 << (axis + 2) % 3;
      const int base = side << axis;
      geometry.facets.push_back(
          {(side != 0 ? 1.0 : -1.0) * Vec3(Vec3::Unit(axis)), static_cast<int>(geometry.corners.size()), 4});
      const std::vector<int> around = side != 0 ? std::vector<int>{0, u, u | v, v} : std::vector<int>{0, v, u | v, u};
      for (const int c : around) geometry.corners.push_back(base | c);
    }
  }
  return hull;
}

}  // namespace stickslip::test
