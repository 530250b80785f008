#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "tests/model/collision/scene.h"

namespace stickslip::test {
namespace {

/// Least value of a convex function on [-half, half].
double least_on(double half, const std::function<double(double)>& f) {
  double low = -half;
  double high = half;
  for (int i = 0; i < 200; ++i) {
    const double a = low + (high - low) / 3;
    const double b = high - (high - low) / 3;
    (f(a) < f(b) ? high : low) = f(a) < f(b) ? b : a;
  }
  return f((low + high) / 2);
}

Vec3 on_axis(const Placement& placement, double x, bool planar) {
  return placement.p + x * placement.R.col(planar ? 0 : 2);
}

/// Distance of a point to a segment, a box, or their like, from nothing but their definition.
double distance(const Vec3& p, const Shape& shape, const Placement& placement, bool planar) {
  const Vec3 local = placement.R.transpose() * (p - placement.p);
  if (shape.type == ShapeType::box) {
    Vec3 outside = (local.cwiseAbs() - shape.half_size).cwiseMax(Vec3::Zero());
    return outside.norm();
  }
  const int axis = planar ? 0 : 2;
  Vec3 way = local;
  way[axis] -= std::clamp(local[axis], -shape.half_length, shape.half_length);
  return way.norm();
}

/// Distance of a capsule's axis to the other shape (to its axis where it is a capsule): a convex function's minimum.
double axis_distance(const Pair& pair) {
  return least_on(pair.a.half_length, [&](double x) {
    return distance(on_axis(pair.at_a, x, pair.planar), pair.b, pair.at_b, pair.planar);
  });
}

void expect_least_gap_is_the_distance(ShapeType other, bool planar) {
  Dice dice(21, planar);
  int apart = 0;
  for (int i = 0; i < 5000; ++i) {
    Pair pair;
    pair.planar = planar;
    pair.a = dice.shape(ShapeType::capsule);
    pair.b = dice.shape(other);
    pair.at_a = dice.placement(1);
    pair.at_b = dice.placement(1);
    const double radii = pair.a.radius + (other == ShapeType::capsule ? pair.b.radius : 0);
    const double exact = axis_distance(pair);
    const double gap = least_gap(collide(pair, 10));
    if (exact < 1e-6) {
      EXPECT_LT(gap, -radii + 1e-5);
      continue;
    }
    ++apart;
    ASSERT_NEAR(gap, exact - radii, 1e-8) << "scene " << i;
  }
  EXPECT_GT(apart, 2000);
}

TEST(CapsuleCapsule, LeastGapIsTheDistance) {
  expect_least_gap_is_the_distance(ShapeType::capsule, false);
}
TEST(CapsuleCapsulePlanar, LeastGapIsTheDistance) {
  expect_least_gap_is_the_distance(ShapeType::capsule, true);
}
TEST(CapsuleBox, LeastGapIsTheDistance) {
  expect_least_gap_is_the_distance(ShapeType::box, false);
}
TEST(CapsuleBoxPlanar, LeastGapIsTheDistance) {
  expect_least_gap_is_the_distance(ShapeType::box, true);
}

/// Moving the first shape out along the normal of least penetration by its depth leaves the two just touching.
void expect_normals_lead_out(ShapeType other, bool planar) {
  Dice dice(22, planar);
  int overlapping = 0;
  for (int i = 0; i < 5000; ++i) {
    Pair pair;
    pair.planar = planar;
    pair.a = dice.shape(ShapeType::capsule);
    pair.b = dice.shape(other);
    pair.at_a = dice.placement(0.3);
    pair.at_b = dice.placement(0.3);
    const std::vector<ContactPoint> points = collide(pair, 0);
    if (points.empty()) continue;
    ++overlapping;
    const ContactPoint& deepest = *std::min_element(
        points.begin(), points.end(), [](const ContactPoint& p, const ContactPoint& q) { return p.gap < q.gap; });
    pair.at_a.p -= deepest.gap * deepest.normal;
    EXPECT_NEAR(least_gap(collide(pair, 10)), 0, 1e-9) << "scene " << i;
  }
  EXPECT_GT(overlapping, 2000);
}

TEST(CapsuleCapsule, NormalOfLeastPenetrationLeadsOut) {
  expect_normals_lead_out(ShapeType::capsule, false);
}
TEST(CapsuleCapsulePlanar, NormalOfLeastPenetrationLeadsOut) {
  expect_normals_lead_out(ShapeType::capsule, true);
}
TEST(CapsuleBox, NormalOfLeastPenetrationLeadsOut) {
  expect_normals_lead_out(ShapeType::box, false);
}
TEST(CapsuleBoxPlanar, NormalOfLeastPenetrationLeadsOut) {
  expect_normals_lead_out(ShapeType::box, true);
}

TEST(CapsulePlane, LiesOnTwoEndsWithTheSameBits) {
  Pair pair{capsule(0.3, 0.1), at(0.2, 0.4, 0.1, Vec3(0, M_PI / 2, 0)), plane(), at(0, 0, 0)};
  std::vector<ContactPoint> points = collide(pair, 0.01);
  ASSERT_EQ(points.size(), 2U);
  EXPECT_EQ(points[0].gap, points[1].gap);
  EXPECT_EQ(points[0].gap, 0);
  pair = {capsule(0.3, 0.1), at(0.2, 0.11, 0), plane(), at(0, 0, 0), true};
  points = collide(pair, 0.02);
  ASSERT_EQ(points.size(), 2U);
  EXPECT_EQ(points[0].gap, points[1].gap);
  EXPECT_NEAR(points[0].p_first.x(), -0.1, 1e-16);
}

TEST(CapsuleBox, LiesOnAFaceWithTheSameBits) {
  Dice dice(23, false);
  for (int i = 0; i < 200; ++i) {
    Pair pair{capsule(0.3, 0.1), at(0, 0, 0.3, Vec3(0, M_PI / 2, 0)), box(0.5, 0.5, 0.2), at(0, 0, 0)};
    std::vector<ContactPoint> points = collide(pair, 0.01);
    ASSERT_EQ(points.size(), 2U);
    EXPECT_EQ(points[0].gap, points[1].gap);
    EXPECT_EQ(points[0].normal, Vec3::UnitZ());
    pair.at_a = moved(pair.at_a, dice.twist(), 1e-9);
    points = collide(pair, 0.01);
    ASSERT_EQ(points.size(), 2U);
    EXPECT_EQ(points[0].id, 0U);
    EXPECT_EQ(points[1].id, 1U);
  }
}

TEST(CapsuleBox, LiesAcrossABeamOnTheBeamsTwoEdges) {
  Dice dice(24, false);
  for (int i = 0; i < 200; ++i) {
    Pair pair{capsule(0.5, 0.1), at(0, 0, 0.3, Vec3(0, M_PI / 2, 0)), box(0.2, 0.5, 0.2), at(0, 0, 0)};
    if (i > 0) pair.at_a = moved(pair.at_a, dice.twist(), 1e-4);
    const std::vector<ContactPoint> points = collide(pair, 0.01);
    ASSERT_EQ(points.size(), 2U);
    for (const ContactPoint& point : points) EXPECT_NEAR(std::fabs(point.p_second.x()), 0.2, 1e-4);
    EXPECT_LT(points[0].p_second.x() * points[1].p_second.x(), 0);
  }
}

TEST(CapsuleBox, LiesAlongAnEdgeOnTwoPoints) {
  Dice dice(25, false);
  for (int i = 0; i < 200; ++i) {
    Pair pair{capsule(0.5, 0.1), at(0.26, 0.1, 0.28, Vec3(-M_PI / 2, 0, 0)), box(0.2, 0.5, 0.2), at(0, 0, 0)};
    if (i > 0) pair.at_a = moved(pair.at_a, dice.twist(), 1e-4);
    const std::vector<ContactPoint> points = collide(pair, 0.01);
    ASSERT_EQ(points.size(), 2U);
    for (const ContactPoint& point : points) {
      EXPECT_NEAR(point.gap, 0, 1e-3);
      EXPECT_LT((point.normal - Vec3(0.6, 0, 0.8)).norm(), 1e-2);
    }
    EXPECT_NEAR(std::fabs(points[0].p_first.y() - points[1].p_first.y()), 0.9, 1e-2);
  }
}

TEST(CapsuleCapsule, ParallelAxesHoldTwoPointsAtTheEndsOfTheOverlap) {
  Dice dice(26, false);
  for (int i = 0; i < 200; ++i) {
    Pair pair{capsule(0.5, 0.1), at(0, 0.2, 0.3), capsule(0.5, 0.1), at(0, 0, 0)};
    if (i > 0) pair.at_a = moved(pair.at_a, dice.twist(), 1e-5);
    const std::vector<ContactPoint> points = collide(pair, 0.001);
    ASSERT_EQ(points.size(), 2U);
    EXPECT_EQ(points[0].id, 0U);
    EXPECT_EQ(points[1].id, 3U);
    EXPECT_NEAR(points[0].p_first.z(), -0.2, 1e-4);
    EXPECT_NEAR(points[1].p_first.z(), 0.5, 1e-4);
    for (const ContactPoint& point : points) EXPECT_NEAR(point.gap, 0, 1e-4);
  }
}

TEST(CapsuleCapsule, EqualCapsulesStackOnTwoPoints) {
  Dice dice(27, false);
  for (const double noise : {0.0, 1e-15, 1e-12, 1e-9}) {
    for (int i = 0; i < 100; ++i) {
      Pair pair{capsule(0.5, 0.1), at(0, 0.2, 0), capsule(0.5, 0.1), at(0, 0, 0)};
      pair.at_a = moved(pair.at_a, dice.twist(), noise);
      const std::vector<ContactPoint> points = collide(pair, 0.001);
      ASSERT_EQ(points.size(), 2U);
      EXPECT_EQ(points[0].id, 5U);  // both first ends
      EXPECT_EQ(points[1].id, 8U);  // both second ends
    }
  }
}

TEST(CapsuleCapsule, EndsThatMeetHaveANameThatDoesNotAskWhoIsFirst) {
  const Pair one{capsule(0.5, 0.1), at(0.6, 0.02, 1), capsule(0.3, 0.1), at(0, 0, 0)};
  const std::vector<ContactPoint> points = collide(one, 0.5);
  const std::vector<ContactPoint> other = collide({one.b, one.at_b, one.a, one.at_a, false, {}}, 0.5);
  ASSERT_EQ(points.size(), 1U);
  ASSERT_EQ(other.size(), 1U);
  EXPECT_EQ(points[0].id, 6U);  // the first end of the first, the second of the second
  EXPECT_EQ(other[0].id, 7U);
}

// Rods of 2 m that cross at a milliradian: seen from their ends the middle stands out by 2.5 um.
TEST(Rods, ThatCrossAtASmallAngleLieAlongEachOtherWhereThatIsFlat) {
  constexpr double kAngle = 1e-3;
  for (const Shape& rod : {capsule(1, 0.1), cylinder(1, 0.1)}) {
    const Pair pair{rod, at(0, 0.2, 0, Vec3(0, kAngle, 0) + Vec3(0, 0, kAngle)), rod, at(0, 0, 0)};
    const std::vector<ContactPoint> exact = collide(pair, 0.01);
    const double least = least_gap(exact);
    double bulge = 0;
    for (const ContactPoint& point : exact) bulge = std::max(bulge, point.gap - least);
    ASSERT_GT(bulge, 1e-9);
    double before = bulge;
    for (const double flat : {0.6 * bulge, 0.9 * bulge, 1.1 * bulge}) {
      const std::vector<ContactPoint> points = collide(pair, 0.01, flat);
      ASSERT_GE(points.size(), 2U);
      EXPECT_NEAR(least_gap(points), least, 1e-15) << "what is nearest stays";
      double highest = 0;
      for (const ContactPoint& point : points) highest = std::max(highest, point.gap - least);
      EXPECT_LT(highest, before);
      before = highest;
    }
    EXPECT_LT(before, 1e-15);
  }
}

TEST(CapsuleCapsule, CrossedAxesTouchInOnePoint) {
  const Pair pair{capsule(0.5, 0.1), at(0, 0.1, 0.21, Vec3(0, M_PI / 2, 0)), capsule(0.5, 0.1),
                  at(0, 0, 0, Vec3(M_PI / 2, 0, 0))};
  const std::vector<ContactPoint> points = collide(pair, 0.1);
  ASSERT_EQ(points.size(), 1U);
  EXPECT_NEAR(points[0].gap, 0.01, 1e-15);
  EXPECT_LT((points[0].normal - Vec3::UnitZ()).norm(), 1e-15);
}

}  // namespace
}  // namespace stickslip::test
