#include <gtest/gtest.h>

#include "model/collision/separation.h"
#include "tests/model/collision/scene.h"
#include "tests/model/rig.h"

/// The general pair against the definition of distance and depth.
namespace stickslip::test {
namespace {

using Points = std::vector<Vec3>;

Points world_points(const Pair& pair, const Shape& hull, const Placement& at) {
  Points points;
  for (int k = 0; k < hull.point_count; ++k) {
    points.push_back(at.p + at.R * pair.geometry.points[static_cast<std::size_t>(hull.first_point + k)]);
  }
  return points;
}

std::vector<std::vector<int>> sides_of(const Pair& pair, const Shape& hull) {
  std::vector<std::vector<int>> sides;
  for (int f = hull.first_facet; f < hull.first_facet + hull.facet_count; ++f) {
    const Facet& facet = pair.geometry.facets[static_cast<std::size_t>(f)];
    const auto begin = pair.geometry.corners.begin() + facet.first_corner;
    sides.emplace_back(begin, begin + facet.corner_count);
  }
  return sides;
}

const Vec3& nth(const Points& points, int k) {
  return points[static_cast<std::size_t>(k)];
}

double along_segment(const Vec3& p, const Vec3& q, const Vec3& x) {
  return std::fmin(1, std::fmax(0, (x - p).dot(q - p) / (q - p).squaredNorm()));
}

double edge_distance(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s) {
  double least = 1e300;
  for (const Vec3& x : {p, q}) least = std::fmin(least, (x - (r + along_segment(r, s, x) * (s - r))).norm());
  for (const Vec3& x : {r, s}) least = std::fmin(least, (x - (p + along_segment(p, q, x) * (q - p))).norm());
  const Vec3 d = q - p;
  const Vec3 e = s - r;
  const Vec3 common = d.cross(e);
  if (common.squaredNorm() < 1e-16) return least;
  const double on_d = (r - p).cross(e).dot(common) / common.squaredNorm();
  const double on_e = (r - p).cross(d).dot(common) / common.squaredNorm();
  if (on_d < 0 || on_d > 1 || on_e < 0 || on_e > 1) return least;
  return std::fmin(least, std::fabs((r - p).dot(common)) / common.norm());
}

double least_corner_distance(const Points& corners, const Points& points, const std::vector<std::vector<int>>& sides) {
  double least = 1e300;
  for (const std::vector<int>& side : sides) {
    const Vec3& a = nth(points, side[0]);
    const Vec3 normal = (nth(points, side[1]) - a).cross(nth(points, side[2]) - a).normalized();
    for (const Vec3& x : corners) {
      const double height = normal.dot(x - a);
      const Vec3 foot = x - height * normal;
      bool over = true;
      for (std::size_t k = 0; k < side.size(); ++k) {
        const Vec3& p = nth(points, side[k]);
        const Vec3& q = nth(points, side[(k + 1) % side.size()]);
        over = over && (q - p).cross(foot - p).dot(normal) >= 0;
      }
      if (over) least = std::fmin(least, std::fabs(height));
    }
  }
  return least;
}

double separation_along(const Points& a, const Points& b, const Vec3& n) {
  double low = 1e300;
  double high = -1e300;
  for (const Vec3& x : a) low = std::fmin(low, n.dot(x));
  for (const Vec3& x : b) high = std::fmax(high, n.dot(x));
  return low - high;
}

/// The distance of two hulls, or minus the shortest way out of each other, by trying all features.
double brute_gap(const Pair& pair) {
  const Points a = world_points(pair, pair.a, pair.at_a);
  const Points b = world_points(pair, pair.b, pair.at_b);
  const auto of_a = sides_of(pair, pair.a);
  const auto of_b = sides_of(pair, pair.b);
  double distance = std::fmin(least_corner_distance(a, b, of_b), least_corner_distance(b, a, of_a));
  double separation = -1e300;
  for (const auto& [points, sides, sign] : {std::tuple{&a, &of_a, -1.0}, std::tuple{&b, &of_b, 1.0}}) {
    for (const std::vector<int>& side : *sides) {
      const Vec3& p = nth(*points, side[0]);
      const Vec3 normal = (nth(*points, side[1]) - p).cross(nth(*points, side[2]) - p).normalized();
      separation = std::fmax(separation, separation_along(a, b, sign * normal));
    }
  }
  const auto for_each_edge = [](const std::vector<std::vector<int>>& sides, auto&& visit) {
    for (const std::vector<int>& side : sides) {
      for (std::size_t k = 0; k < side.size(); ++k) {
        if (side[k] < side[(k + 1) % side.size()]) visit(side[k], side[(k + 1) % side.size()]);
      }
    }
  };
  for_each_edge(of_a, [&](int p, int q) {
    for_each_edge(of_b, [&](int r, int s) {
      distance = std::fmin(distance, edge_distance(nth(a, p), nth(a, q), nth(b, r), nth(b, s)));
      const Vec3 common = (nth(a, q) - nth(a, p)).cross(nth(b, s) - nth(b, r));
      if (common.norm() < 1e-8) return;
      separation = std::fmax(separation, separation_along(a, b, common.normalized()));
      separation = std::fmax(separation, separation_along(a, b, -common.normalized()));
    });
  });
  return separation > 0 ? distance : separation;
}

/// The gap of the pair itself, without the points that lie beside.
double separation_of(const Pair& pair) {
  const Convex a = make_convex(pair.geometry, pair.a, false);
  Convex b = make_convex(pair.geometry, pair.b, false);
  b.p = pair.at_a.R.transpose() * (pair.at_b.p - pair.at_a.p);
  b.R = pair.at_a.R.transpose() * pair.at_b.R;
  Separation found;
  EXPECT_TRUE(find_separation(a, b, 100, found));
  return found.gap;
}

TEST(Convex, DistancesOfHullsAreThoseOfTheirNearestFeatures) {
  Dice dice(11, false);
  int apart = 0;
  int shallow = 0;
  int other_way = 0;
  constexpr int kPairs = long_run(100000);
  for (int i = 0; i < kPairs; ++i) {
    Pair pair;
    pair.a = dice.hull(1, pair.geometry);
    pair.b = dice.hull(dice.uniform(0.01, 1), pair.geometry);
    pair.at_a = dice.placement(1);
    pair.at_b = dice.placement(1);
    const double expected = brute_gap(pair);
    const double gap = separation_of(pair);
    if (expected > 0) {
      ++apart;
      ASSERT_NEAR(gap, expected, 1e-9) << "pair " << i;
      ASSERT_NEAR(least_gap(collide(pair, 10)), expected, 1e-9) << "pair " << i;
    } else if (expected > -2e-3 * std::min(pair.a.radius, pair.b.radius)) {
      ++shallow;
      ASSERT_NEAR(gap, expected, 1e-9) << "pair " << i;
    } else {
      ASSERT_LT(gap, expected + 1e-9) << "pair " << i;  // no depth is smaller than the least
      if (gap < expected - 1e-9) ++other_way;
    }
  }
  EXPECT_GT(apart, kPairs / 4);
  EXPECT_GT(shallow, kPairs / 4000);
  EXPECT_LT(other_way, kPairs / 100);
}

TEST(Convex, AHullOfABoxsCornersMeetsWhatTheBoxMeets) {
  Dice dice(12, false);
  for (int i = 0; i < 20000; ++i) {
    Pair with_box;
    const Vec3 half(dice.uniform(0.2, 1), dice.uniform(0.2, 1), dice.uniform(0.2, 1));
    with_box.a = box(half.x(), half.y(), half.z());
    const ShapeType kinds[] = {ShapeType::box, ShapeType::sphere, ShapeType::plane};
    with_box.b = dice.shape(kinds[i % 3]);
    with_box.at_a = dice.placement(0.7);
    with_box.at_b = dice.placement(0.7);
    Pair with_hull = with_box;
    with_hull.a = add_box_hull(half, with_hull.geometry);
    const double gap = least_gap(collide(with_box, 10));
    if (gap < 0) continue;  // of what overlaps points beside may be deeper
    EXPECT_NEAR(least_gap(collide(with_hull, 10)), gap, 1e-12) << "scene " << i;
  }
}

TEST(Convex, BoxesAtRestOnEachOtherAreHeldAtTheSamePoints) {
  for (const double turn : {0.0, 0.3, 0.7853981633974483}) {
    for (const double offset : {0.0, 0.15, 0.4}) {
      Pair with_box;
      with_box.a = box(0.3, 0.2, 0.1);
      with_box.b = box(0.5, 0.4, 0.25);
      with_box.at_a = at(offset, 0.1, 0.35, Vec3(0, 0, turn));
      Pair with_hull = with_box;
      with_hull.a = add_box_hull(with_box.a.half_size, with_hull.geometry);
      with_hull.b = add_box_hull(with_box.b.half_size, with_hull.geometry);
      const std::vector<ContactPoint> expected = collide(with_box, 1e-3);
      const std::vector<ContactPoint> points = collide(with_hull, 1e-3);
      ASSERT_EQ(points.size(), expected.size()) << turn << " " << offset;
      for (const ContactPoint& e : expected) {
        bool found = false;
        for (const ContactPoint& p : points) {
          found = found || ((p.p_first - e.p_first).norm() < 1e-12 && (p.normal - e.normal).norm() < 1e-12 &&
                            std::fabs(p.gap - e.gap) < 1e-15);
        }
        EXPECT_TRUE(found) << turn << " " << offset;
      }
    }
  }
}

TEST(Convex, ACylinderOnAnotherIsHeldAtBothEnds) {
  Pair pair;
  pair.a = cylinder(0.5, 0.1);
  pair.b = cylinder(0.7, 0.2);
  pair.at_b.R = rotation(Vec3(M_PI / 2, 0, 0));
  pair.at_a = at(0.3 * 0.6, 0.1, 0.3 * 0.8, Vec3(M_PI / 2, 0, 0));
  const std::vector<ContactPoint> points = collide(pair, 1e-3);
  ASSERT_EQ(points.size(), 2U);
  for (const ContactPoint& point : points) {
    EXPECT_NEAR(point.gap, 0, 1e-15);
    EXPECT_LT((point.normal - Vec3(0.6, 0, 0.8)).norm(), 1e-14);
  }
  EXPECT_NEAR(std::fabs(points[0].p_first.y() - points[1].p_first.y()), 1, 1e-12);
}

TEST(Convex, AnEllipsoidsGapIsThatOfItsTangentPlane) {
  Dice dice(13, false);
  for (int i = 0; i < 2000; ++i) {
    // The sphere sits on the normal through a point of the ellipsoid.
    const Vec3 half(dice.uniform(0.2, 1), dice.uniform(0.2, 1), dice.uniform(0.2, 1));
    const Vec3 n = dice.vector(1).normalized();
    const Vec3 p = half.cwiseProduct(half).cwiseProduct(n) / half.cwiseProduct(n).norm();
    const double gap = dice.uniform(-0.05, 0.5);
    Pair pair;
    pair.a = ellipsoid(half.x(), half.y(), half.z());
    pair.b = sphere(0.1);
    pair.at_b.p = p + (gap + 0.1) * n;
    const std::vector<ContactPoint> points = collide(pair, 1);
    ASSERT_EQ(points.size(), 1U);
    EXPECT_NEAR(points[0].gap, gap, 1e-14) << i;
    EXPECT_LT((points[0].normal + n).norm(), 1e-12) << i;
    EXPECT_LT((points[0].p_first - p).norm(), 1e-12) << i;
  }
}

/// Whatever lies on or in whatever: finite numbers, unit normals, the same each time.
TEST(Convex, DegenerateScenesGiveFinitePoints) {
  Geometry geometry;
  const std::vector<Shape> shapes = {sphere(1e-3),
                                     sphere(1e3),
                                     box(1e-3, 1e-3, 1e-3),
                                     box(1e3, 1e3, 1e3),
                                     box(1, 1, 1e-7),
                                     capsule(1, 1e-6),
                                     cylinder(1e-6, 1),
                                     cylinder(1, 1e-6),
                                     ellipsoid(1, 1, 1e-5),
                                     ellipsoid(1, 1, 1),
                                     add_box_hull({1, 1, 1e-6}, geometry),
                                     add_box_hull({1e-6, 1, 1e-6}, geometry),
                                     add_box_hull({1e3, 1e3, 1e-3}, geometry),
                                     add_hull({{0, 0, 0}, {1, 0, 0}, {0, 1e-6, 0}, {0, 0, 1e-6}}, false, geometry),
                                     point()};
  const std::vector<Placement> places = {at(0, 0, 0),
                                         at(1e-12, 0, 0),
                                         at(0, 0, 2),
                                         at(1, 1, 0),
                                         at(0, 0, 1e-6),
                                         at(0, 0, 0, {1e-9, 0, 0}),
                                         at(0.3, 0.2, 0.1, {0.5, 0.6, 0.7})};
  for (const Shape& a : shapes) {
    for (const Shape& b : shapes) {
      for (const Placement& place : places) {
        const Pair pair = {a, {}, b, place, false, geometry};
        const std::vector<ContactPoint> points = collide(pair, 0.1);
        for (const ContactPoint& point : points) {
          ASSERT_TRUE(point.p_first.allFinite() && point.p_second.allFinite() && std::isfinite(point.gap));
          ASSERT_NEAR(point.normal.norm(), 1, 1e-12);
        }
        const std::vector<ContactPoint> again = collide(pair, 0.1);
        ASSERT_EQ(points.size(), again.size());
        for (std::size_t k = 0; k < points.size(); ++k) ASSERT_EQ(points[k].gap, again[k].gap);
      }
    }
  }
}

}  // namespace
}  // namespace stickslip::test
