#include <gtest/gtest.h>

#include "tests/model/collision/scene.h"
#include "tests/model/eigen.h"

namespace stickslip::test {
namespace {

TEST(SphereSphere, GapIsTheDistanceOfCentresLessTheRadii) {
  const Pair pair{sphere(0.5), at(3, 4, 0), sphere(0.25), at(0, 0, 0)};
  const std::vector<ContactPoint> points = collide(pair, 10);
  ASSERT_EQ(points.size(), 1U);
  EXPECT_EQ(points[0].gap, 4.25);
  EXPECT_LT((points[0].normal - Vec3(0.6, 0.8, 0)).norm(), 1e-15);
  EXPECT_LT((points[0].p_first - Vec3(2.7, 3.6, 0)).norm(), 1e-15);
  EXPECT_LT((points[0].p_second - Vec3(0.15, 0.2, 0)).norm(), 1e-15);
}

TEST(SphereSphere, ConcentricSpheresPartUpwards) {
  for (const bool planar : {false, true}) {
    const Pair pair{sphere(0.5), at(1, 2, 0), point(), at(1, 2, 0), planar};
    const std::vector<ContactPoint> points = collide(pair, 0);
    ASSERT_EQ(points.size(), 1U);
    EXPECT_EQ(points[0].gap, -0.5);
    EXPECT_EQ(points[0].normal, planar ? Vec3::UnitY() : Vec3::UnitZ());
  }
}

TEST(SpherePlane, GapIsTheHeightLessTheRadius) {
  const Pair pair{plane(), at(0, 0, 1), sphere(0.25), at(2, 3, 1.5)};
  const std::vector<ContactPoint> points = collide(pair, 1);
  ASSERT_EQ(points.size(), 1U);
  EXPECT_EQ(points[0].gap, 0.25);
  EXPECT_EQ(points[0].normal, -Vec3::UnitZ());
  EXPECT_EQ(points[0].p_first, Vec3(2, 3, 1));
  EXPECT_EQ(points[0].p_second, Vec3(2, 3, 1.25));
}

/// Least distance from p to the box's surface over a dense grid on its faces.
double sampled_distance(const Vec3& p, const Shape& shape, const Placement& placement) {
  constexpr int kSteps = 60;
  double best = INFINITY;
  for (int face = 0; face < 6; ++face) {
    for (int i = 0; i <= kSteps; ++i) {
      for (int j = 0; j <= kSteps; ++j) {
        Vec3 local;
        local[face / 2] = face % 2 == 0 ? 1 : -1;
        local[(face / 2 + 1) % 3] = 2.0 * i / kSteps - 1;
        local[(face / 2 + 2) % 3] = 2.0 * j / kSteps - 1;
        const Vec3 on_surface = placement.p + placement.R * local.cwiseProduct(shape.half_size);
        best = std::fmin(best, (p - on_surface).norm());
      }
    }
  }
  return best;
}

TEST(SphereBox, GapAgreesWithASampledSurfaceInsideAndOutside) {
  Dice dice(31, false);
  int inside = 0;
  for (int i = 0; i < 300; ++i) {
    const Pair pair{point(), dice.placement(1), dice.shape(ShapeType::box), dice.placement(0.3)};
    const double gap = least_gap(collide(pair, 10));
    if (gap < 0) ++inside;
    const double sampled = sampled_distance(pair.at_a.p, pair.b, pair.at_b);
    EXPECT_LE(std::fabs(gap), sampled + 1e-12);
    EXPECT_GE(std::fabs(gap), sampled - 0.025);
  }
  EXPECT_GT(inside, 20);
}

TEST(SphereBox, CentreOnAFaceOrInTheMiddleHasADefiniteNormal) {
  Pair pair{sphere(0.1), at(0.1, 0.05, 0.3), box(0.5, 0.4, 0.3), at(0, 0, 0)};
  std::vector<ContactPoint> points = collide(pair, 0);
  ASSERT_EQ(points.size(), 1U);
  EXPECT_EQ(points[0].normal, Vec3::UnitZ());
  EXPECT_EQ(points[0].gap, -0.1);
  pair.at_a.p = Vec3::Zero();
  points = collide(pair, 0);
  EXPECT_EQ(points[0].normal, Vec3::UnitZ());
  EXPECT_EQ(points[0].gap, -0.4);
  pair.b.half_size = Vec3(0.5, 0.5, 0.5);
  EXPECT_EQ(collide(pair, 0)[0].normal, Vec3::UnitX());
  pair = {sphere(0.1), at(0, 0, 0), box(0.5, 0.4, 0), at(0, 0, 0), true};
  EXPECT_EQ(collide(pair, 0)[0].normal, Vec3::UnitY());
}

TEST(EveryPair, DegenerateScenesStayFinite) {
  const Shape shapes[] = {sphere(0.3), sphere(0),       box(0.3, 0.3, 0.3), capsule(0.3, 0.1),
                          plane(),     capsule(0, 0.1), capsule(0.3, 0),    point()};
  const double kQuarter = M_PI / 2;
  const Placement placements[] = {at(0, 0, 0),   at(0, 0, 0.3),        at(0.3, 0.3, 0),
                                  at(0.3, 0, 0), at(0.3, 0.3, 0.3),    at(0, 0, 0, Vec3(0, 0, kQuarter)),
                                  at(0, 0.6, 0), at(1e-17, 0, 1e-17),  at(0, 0, 0, Vec3(kQuarter, 0, 0)),
                                  at(0, 0, 0.6), at(1e-300, 1e-300, 0)};
  for (const bool planar : {false, true}) {
    for (const Shape& a : shapes) {
      for (const Shape& b : shapes) {
        for (Placement at_a : placements) {
          if (planar) at_a.p.z() = 0;
          if (planar && at_a.R(2, 2) != 1) continue;
          const Pair pair{a, at_a, b, at(0, 0, 0), planar};
          const std::vector<ContactPoint> points = collide(pair, 0.1);
          for (const ContactPoint& point : points) {
            EXPECT_NEAR(point.normal.norm(), 1, 1e-14);
            EXPECT_TRUE(std::isfinite(point.gap) && point.p_first.allFinite() && point.p_second.allFinite());
            EXPECT_LT((point.p_first - point.p_second - point.gap * point.normal).norm(), 1e-13);
          }
          EXPECT_EQ(points.size(), collide({b, pair.at_b, a, at_a, planar}, 0.1).size())
              << static_cast<int>(a.type) << " on " << static_cast<int>(b.type) << (planar ? " planar at " : " at ")
              << at_a.p.transpose();
        }
      }
    }
  }
}

TEST(EveryPair, PairsThatNeverTouchHaveNoPoints) {
  for (const bool planar : {false, true}) {
    EXPECT_EQ(max_points(ShapeType::plane, ShapeType::plane, planar), 0);
    EXPECT_EQ(max_points(ShapeType::point, ShapeType::point, planar), 0);
    EXPECT_TRUE(collide({plane(), at(0, 0, 0), plane(), at(0, 0, 0), planar}, 1).empty());
    EXPECT_TRUE(collide({point(), at(0, 0, 0), point(), at(0, 0, 0), planar}, 1).empty());
  }
}

TEST(BoundingRadius, HoldsEveryPointOfTheShape) {
  EXPECT_EQ(bounding_radius(sphere(0.5)), 0.5);
  EXPECT_EQ(bounding_radius(point()), 0);
  EXPECT_EQ(bounding_radius(capsule(0.5, 0.25)), 0.75);
  EXPECT_DOUBLE_EQ(bounding_radius(box(2, 3, 6)), 7);
  EXPECT_TRUE(std::isinf(bounding_radius(plane())));
}

TEST(PointSink, KeepsTheDeepestPointsWhenThereIsLittleRoom) {
  const Pair pair{box(0.3, 0.2, 0.1), at(0, 0, 0.1, Vec3(0.1, 0.2, 0)), plane(), at(0, 0, 0)};
  const std::vector<ContactPoint> all = collide(pair, 1);
  ASSERT_EQ(all.size(), 8U);
  std::vector<ContactPoint> two(2);
  ASSERT_EQ(collide_shapes({}, pair.a, pair.at_a, pair.b, pair.at_b, false, 1, Span<ContactPoint>(two)), 2);
  int deeper = 0;
  for (const ContactPoint& point : all) deeper += point.gap < std::fmax(two[0].gap, two[1].gap) ? 1 : 0;
  EXPECT_EQ(deeper, 1);
}

}  // namespace
}  // namespace stickslip::test
