#include <gtest/gtest.h>

#include <algorithm>

#include "tests/model/collision/scene.h"

namespace stickslip::test {
namespace {

std::vector<std::uint64_t> ids(const std::vector<ContactPoint>& points) {
  std::vector<std::uint64_t> list;
  for (const ContactPoint& point : points) list.push_back(point.id);
  return list;
}

Vec3 corner(const Pair& pair, bool of_a, int index) {
  const Placement& placement = of_a ? pair.at_a : pair.at_b;
  const Vec3 h = of_a ? pair.a.half_size : pair.b.half_size;
  const Vec3 local((index & 1) != 0 ? h.x() : -h.x(), (index & 2) != 0 ? h.y() : -h.y(),
                   (index & 4) != 0 ? h.z() : -h.z());
  return placement.p + placement.R * local;
}

double distance_to_box(const Vec3& p, const Shape& shape, const Placement& placement) {
  const Vec3 local = placement.R.transpose() * (p - placement.p);
  return (local.cwiseAbs() - shape.half_size).cwiseMax(Vec3::Zero()).norm();
}

double segment_distance(const Vec3& p0, const Vec3& p1, const Vec3& q0, const Vec3& q1) {
  const Vec3 u = p1 - p0;
  const Vec3 v = q1 - q0;
  const Vec3 w = p0 - q0;
  const double a = u.dot(u);
  const double b = u.dot(v);
  const double c = v.dot(v);
  const double det = a * c - b * b;
  double best = INFINITY;
  const auto clamp01 = [](double x) { return std::clamp(x, 0.0, 1.0); };
  const auto consider = [&](double s, double t) { best = std::min(best, (w + s * u - t * v).norm()); };
  if (det > 1e-14) {
    const double s = (b * v.dot(w) - c * u.dot(w)) / det;
    const double t = (a * v.dot(w) - b * u.dot(w)) / det;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1) consider(s, t);
  }
  for (const double s : {0.0, 1.0}) consider(s, clamp01(v.dot(w + s * u) / c));
  for (const double t : {0.0, 1.0}) consider(clamp01(u.dot(t * v - w) / a), t);
  return best;
}

/// Distance of two boxes that do not overlap: every corner against the other box, every edge against every edge.
double brute_distance(const Pair& pair) {
  double best = INFINITY;
  for (int i = 0; i < 8; ++i) {
    best = std::min(best, distance_to_box(corner(pair, true, i), pair.b, pair.at_b));
    best = std::min(best, distance_to_box(corner(pair, false, i), pair.a, pair.at_a));
  }
  for (int i = 0; i < 8; ++i) {
    for (int j = 0; j < 8; ++j) {
      for (int x = 1; x < 8; x *= 2) {
        for (int y = 1; y < 8; y *= 2) {
          best = std::min(best, segment_distance(corner(pair, true, i), corner(pair, true, i ^ x),
                                                 corner(pair, false, j), corner(pair, false, j ^ y)));
        }
      }
    }
  }
  return best;
}

/// Greatest separation over the candidate directions, from the corners in the world.
double brute_separation(const Pair& pair) {
  std::vector<Vec3> axes;
  for (int i = 0; i < (pair.planar ? 2 : 3); ++i) {
    axes.push_back(pair.at_a.R.col(i));
    axes.push_back(pair.at_b.R.col(i));
    for (int j = 0; j < 3 && !pair.planar; ++j) {
      const Vec3 cross = pair.at_a.R.col(i).cross(pair.at_b.R.col(j));
      if (cross.norm() > 1e-6) axes.push_back(cross.normalized());
    }
  }
  double best = -INFINITY;
  for (const Vec3& axis : axes) {
    double a_min = INFINITY, a_max = -INFINITY, b_min = INFINITY, b_max = -INFINITY;
    for (int i = 0; i < 8; ++i) {
      a_min = std::min(a_min, axis.dot(corner(pair, true, i)));
      a_max = std::max(a_max, axis.dot(corner(pair, true, i)));
      b_min = std::min(b_min, axis.dot(corner(pair, false, i)));
      b_max = std::max(b_max, axis.dot(corner(pair, false, i)));
    }
    best = std::max(best, std::max(a_min - b_max, b_min - a_max));
  }
  return best;
}

void expect_least_gap_is_the_distance(bool planar) {
  Dice dice(11, planar);
  int apart = 0;
  int overlapping = 0;
  for (int i = 0; i < 6000; ++i) {
    Pair pair;
    pair.a = dice.shape(ShapeType::box);
    pair.b = dice.shape(ShapeType::box);
    pair.at_a = dice.placement(0.5);
    pair.at_b = dice.placement(1.5);
    pair.planar = planar;
    const double separation = brute_separation(pair);
    const double gap = least_gap(collide(pair, 10));
    if (separation > 0) {
      ++apart;
      ASSERT_NEAR(gap, brute_distance(pair), 1e-9) << "scene " << i;
    } else {
      ++overlapping;
      // Where edges overlap least, nearly parallel faces may still make the points: their depth is along the face
      // normal.
      ASSERT_LE(gap, separation + 1e-9) << "scene " << i;
      ASSERT_GE(gap, (planar ? 1 : 1 / 0.98) * separation - 1e-9) << "scene " << i;
    }
  }
  EXPECT_GT(apart, 1000);
  EXPECT_GT(overlapping, 1000);
}

TEST(BoxBox, LeastGapIsTheDistanceOrTheLeastPenetration) {
  expect_least_gap_is_the_distance(false);
}

TEST(BoxBoxPlanar, LeastGapIsTheDistanceOrTheLeastPenetration) {
  expect_least_gap_is_the_distance(true);
}

TEST(BoxPlane, LevelBoxRestsOnFourCornersWithTheSameBits) {
  Pair pair{box(0.3, 0.2, 0.1), at(0.7, -0.3, 0.1 + 1e-3), plane(), at(0, 0, 0)};
  const std::vector<ContactPoint> points = collide(pair, 0.01);
  ASSERT_EQ(points.size(), 4U);
  EXPECT_EQ(ids(points), (std::vector<std::uint64_t>{0, 1, 2, 3}));
  for (const ContactPoint& point : points) {
    EXPECT_EQ(point.gap, (0.1 + 1e-3) - 0.1);
    EXPECT_EQ(point.normal, Vec3::UnitZ());
    EXPECT_EQ(point.p_second.z(), point.p_first.z() - point.gap);
  }
}

TEST(BoxPlane, BoxAlignedWithAnInclineHasFourEqualGaps) {
  for (int i = 0; i < 100; ++i) {
    const Placement incline = at(0, 0, 0, Vec3(0.01 * i, 0.3, -0.2));
    Pair pair{box(0.3, 0.2, 0.1), in_frame(incline, at(0.4, 0.5, 0.1)), plane(), incline};
    pair.at_a.R = incline.R;
    const std::vector<ContactPoint> points = collide(pair, 0.01);
    ASSERT_EQ(points.size(), 4U);
    for (const ContactPoint& point : points) EXPECT_EQ(point.gap, points[0].gap);
  }
}

TEST(BoxPlane, ListsEveryCornerWithinTheMargin) {
  Pair pair{box(0.3, 0.2, 0.1), at(0, 0, 0.1), plane(), at(0, 0, 0)};
  EXPECT_EQ(collide(pair, 0.5).size(), 8U);
  pair = {plane(), at(0, 0, 0), box(0.3, 0.2, 0), at(0, 0.2, 0), true};
  const std::vector<ContactPoint> points = collide(pair, 0.1);
  ASSERT_EQ(points.size(), 2U);
  EXPECT_EQ(points[0].normal, -Vec3::UnitY());
  EXPECT_EQ(points[0].gap, points[1].gap);
  EXPECT_EQ(collide(pair, 0.5).size(), 4U);
}

TEST(BoxBox, EqualBoxesStackOnFourCornersWithTheSameBits) {
  for (int i = 0; i < 200; ++i) {
    const double height = 0.2 + 1e-4 * i;
    Pair pair{box(0.1, 0.1, 0.1), at(0.3, 0.7, height), box(0.1, 0.1, 0.1), at(0.3, 0.7, 0)};
    const std::vector<ContactPoint> points = collide(pair, 0.05);
    ASSERT_EQ(points.size(), 4U);
    EXPECT_EQ(ids(points), (std::vector<std::uint64_t>{0, 1, 2, 3}));
    for (const ContactPoint& point : points) {
      EXPECT_EQ(point.gap, points[0].gap);
      EXPECT_NEAR(point.gap, height - 0.2, 1e-16);
      EXPECT_EQ(point.normal, Vec3::UnitZ());
    }
  }
}

TEST(BoxBox, StackTurnedAsAWholeKeepsFourEqualGaps) {
  for (int i = 0; i < 200; ++i) {
    const Placement frame = at(1, 2, 3, Vec3(0.03 * i, 0.3, -0.2));
    Pair pair{box(0.1, 0.1, 0.1), in_frame(frame, at(0, 0, 0.2)), box(0.1, 0.1, 0.1), frame};
    pair.at_a.R = frame.R;
    const std::vector<ContactPoint> points = collide(pair, 0.05);
    ASSERT_EQ(points.size(), 4U);
    for (const ContactPoint& point : points) EXPECT_EQ(point.gap, points[0].gap);
  }
}

TEST(BoxBox, NoiseOnAStackChangesNoId) {
  Dice dice(12, false);
  for (const double noise : {1e-15, 1e-12, 1e-10, 1e-8}) {
    for (int i = 0; i < 500; ++i) {
      Pair pair{box(0.1, 0.1, 0.1), at(0, 0, 0.2), box(0.1, 0.1, 0.1), at(0, 0, 0)};
      pair.at_a = moved(pair.at_a, dice.twist(), noise);
      pair.at_b = moved(pair.at_b, dice.twist(), noise);
      const std::vector<ContactPoint> points = collide(pair, 0.01);
      ASSERT_EQ(ids(points), (std::vector<std::uint64_t>{0, 1, 2, 3})) << noise;
      for (const ContactPoint& point : points) EXPECT_LT((point.normal - Vec3::UnitZ()).norm(), 4 * noise + 1e-15);
    }
  }
}

TEST(BoxBox, TwistedStackRestsOnAnOctagon) {
  Dice dice(13, false);
  std::vector<std::uint64_t> first;
  for (int i = 0; i < 500; ++i) {
    Pair pair{box(0.1, 0.1, 0.1), at(0, 0, 0.2, Vec3(0, 0, M_PI / 4)), box(0.1, 0.1, 0.1), at(0, 0, 0)};
    if (i > 0) pair.at_a = moved(pair.at_a, dice.twist(), 1e-10);
    const std::vector<ContactPoint> points = collide(pair, 0.01);
    ASSERT_EQ(points.size(), 8U);
    if (i == 0) first = ids(points);
    EXPECT_EQ(ids(points), first);
    for (const ContactPoint& point : points) {
      EXPECT_NEAR(point.gap, 0, 1e-9);
      EXPECT_NEAR(std::max(std::fabs(point.p_first.x()), std::fabs(point.p_first.y())), 0.1, 1e-9);
      EXPECT_LT((point.normal - Vec3::UnitZ()).norm(), 1e-8);
    }
  }
}

TEST(BoxBox, SmallBoxOnALargeOneStandsOnItsOwnCornersInEitherOrder) {
  Pair pair{box(0.1, 0.2, 0.1), at(0.3, 0.2, 1.1), box(2, 2, 1), at(0, 0, 0)};
  std::vector<ContactPoint> points = collide(pair, 0.01);
  EXPECT_EQ(ids(points), (std::vector<std::uint64_t>{0, 1, 2, 3}));
  points = collide({pair.b, pair.at_b, pair.a, pair.at_a}, 0.01);
  EXPECT_EQ(ids(points), (std::vector<std::uint64_t>{16, 17, 18, 19}));
  for (const ContactPoint& point : points) EXPECT_EQ(point.normal, -Vec3::UnitZ());
}

TEST(BoxBox, OverhangingBoxTouchesAlongTheCommonArea) {
  const Pair pair{box(0.1, 0.1, 0.1), at(0.15, 0, 0.2), box(0.1, 0.1, 0.1), at(0, 0, 0)};
  const std::vector<ContactPoint> points = collide(pair, 0.01);
  ASSERT_EQ(points.size(), 4U);
  double low = 1;
  double high = -1;
  for (const ContactPoint& point : points) {
    EXPECT_NEAR(point.gap, 0, 1e-16);
    EXPECT_NEAR(std::fabs(point.p_first.y()), 0.1, 1e-15);
    low = std::min(low, point.p_first.x());
    high = std::max(high, point.p_first.x());
  }
  EXPECT_NEAR(low, 0.05, 1e-15);
  EXPECT_NEAR(high, 0.1, 1e-15);
}

double area(std::vector<Vec3> corners) {
  Vec3 middle = Vec3::Zero();
  for (const Vec3& p : corners) middle += p / static_cast<double>(corners.size());
  std::sort(corners.begin(), corners.end(), [&](const Vec3& p, const Vec3& q) {
    return std::atan2(p.y() - middle.y(), p.x() - middle.x()) < std::atan2(q.y() - middle.y(), q.x() - middle.x());
  });
  double twice = 0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vec3& p = corners[i];
    const Vec3& q = corners[(i + 1) % corners.size()];
    twice += p.x() * q.y() - p.y() * q.x();
  }
  return twice / 2;
}

/// The polygon's part with axis . p <= limit.
std::vector<Vec3> cut(const std::vector<Vec3>& polygon, const Vec3& axis, double limit) {
  std::vector<Vec3> kept;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec3& p = polygon[i];
    const Vec3& q = polygon[(i + 1) % polygon.size()];
    const double a = axis.dot(p) - limit;
    const double b = axis.dot(q) - limit;
    if (a <= 0) kept.push_back(p);
    if ((a < 0 && b > 0) || (a > 0 && b < 0)) kept.push_back(p + a / (a - b) * (q - p));
  }
  return kept;
}

TEST(BoxBox, PointsSpanTheWholeOverlapOfTwoFaces) {
  Dice dice(14, false);
  int compared = 0;
  for (int i = 0; i < 3000; ++i) {
    const Shape a = dice.shape(ShapeType::box);
    const Shape b = dice.shape(ShapeType::box);
    const double yaw = dice.uniform(-3, 3);
    const Vec3 offset = dice.vector(0.8);
    Pair pair{a, at(offset.x(), offset.y(), a.half_size.z() + b.half_size.z(), Vec3(0, 0, yaw)), b, at(0, 0, 0)};
    std::vector<Vec3> overlap;
    for (const int k : {0, 1, 3, 2}) overlap.push_back(corner(pair, true, k));
    for (const int axis : {0, 1}) {
      overlap = cut(overlap, Vec3::Unit(axis), b.half_size[axis]);
      overlap = cut(overlap, -Vec3::Unit(axis), b.half_size[axis]);
    }
    if (overlap.size() < 3 || area(overlap) < 1e-4) continue;
    pair.at_a = moved(pair.at_a, dice.twist(), 1e-10);
    std::vector<Vec3> points;
    for (const ContactPoint& point : collide(pair, 1e-6)) points.push_back(point.p_second);
    ASSERT_GE(points.size(), 3U) << "scene " << i;
    ASSERT_NEAR(area(points), area(overlap), 1e-5) << "scene " << i;
    ++compared;
  }
  EXPECT_GT(compared, 1000);
}

TEST(BoxBox, CrossedEdgesTouchInOnePointWithTheirCommonNormal) {
  const double s = 0.1 * std::sqrt(2.0);
  for (const double gap : {1e-3, 0.0, -1e-3, -0.02}) {
    const Pair pair{box(0.5, 0.1, 0.1), at(0, 0, 2 * s + gap, Vec3(M_PI / 4, 0, 0)), box(0.1, 0.5, 0.1),
                    at(0, 0, 0, Vec3(0, M_PI / 4, 0))};
    const std::vector<ContactPoint> points = collide(pair, 5e-3);
    ASSERT_EQ(points.size(), 1U);
    EXPECT_NEAR(points[0].gap, gap, 1e-15);
    EXPECT_LT((points[0].normal - Vec3::UnitZ()).norm(), 1e-15);
    EXPECT_GE(points[0].id, 256U);
  }
}

TEST(BoxBox, ParallelEdgesSideBySideHoldTwoPoints) {
  const Pair pair{box(0.1, 0.1, 0.1), at(0.23, 0.05, 0.24), box(0.1, 0.1, 0.1), at(0, 0, 0)};
  const std::vector<ContactPoint> points = collide(pair, 0.1);
  ASSERT_EQ(points.size(), 2U);
  for (const ContactPoint& point : points) {
    EXPECT_NEAR(point.gap, 0.05, 1e-15);
    EXPECT_LT((point.normal - Vec3(0.6, 0, 0.8)).norm(), 1e-12);
  }
  EXPECT_NEAR(std::fabs(points[0].p_first.y() - points[1].p_first.y()), 0.15, 1e-15);
}

TEST(BoxBox, CornersApartUseTheDirectionBetweenThem) {
  const Pair pair{box(0.1, 0.1, 0.1), at(0.21, 0.22, 0.22), box(0.1, 0.1, 0.1), at(0, 0, 0)};
  const std::vector<ContactPoint> points = collide(pair, 0.1);
  ASSERT_EQ(points.size(), 1U);
  EXPECT_NEAR(points[0].gap, 0.03, 1e-15);
  EXPECT_LT((points[0].normal - Vec3(1, 2, 2) / 3).norm(), 1e-12);
}

TEST(BoxBox, DeepOverlapLeavesThroughTheNearestFace) {
  const Pair pair{box(0.1, 0.1, 0.1), at(0.01, 0.02, 0.03), box(0.5, 0.5, 0.5), at(0, 0, 0)};
  const std::vector<ContactPoint> points = collide(pair, 0);
  ASSERT_EQ(points.size(), 4U);
  for (const ContactPoint& point : points) {
    EXPECT_EQ(point.normal, Vec3::UnitZ());
    EXPECT_NEAR(point.gap, -0.57, 1e-15);
  }
  const Pair same{box(0.1, 0.2, 0.3), at(0, 0, 0), box(0.1, 0.2, 0.3), at(0, 0, 0)};
  for (const ContactPoint& point : collide(same, 0)) {
    EXPECT_NEAR(point.gap, -0.2, 1e-15);
    EXPECT_EQ(std::fabs(point.normal.x()), 1);
  }
}

TEST(BoxBoxPlanar, FacesHoldTwoPointsWithTheSameBits) {
  const Pair pair{box(0.1, 0.1, 0), at(0.05, 0.2, 0), box(0.1, 0.1, 0), at(0, 0, 0), true};
  const std::vector<ContactPoint> points = collide(pair, 0.01);
  ASSERT_EQ(points.size(), 2U);
  EXPECT_EQ(points[0].gap, points[1].gap);
  for (const ContactPoint& point : points) EXPECT_EQ(point.normal, Vec3::UnitY());
  const Pair equal{box(0.1, 0.1, 0), at(0, 0.2, 0), box(0.1, 0.1, 0), at(0, 0, 0), true};
  EXPECT_EQ(ids(collide(equal, 0.01)), (std::vector<std::uint64_t>{0, 1}));
}

TEST(BoxBoxPlanar, CornersApartUseTheDirectionBetweenThem) {
  const Pair pair{box(0.1, 0.1, 0), at(0.23, 0.24, 0), box(0.1, 0.1, 0), at(0, 0, 0), true};
  const std::vector<ContactPoint> points = collide(pair, 0.1);
  ASSERT_EQ(points.size(), 1U);
  EXPECT_NEAR(points[0].gap, 0.05, 1e-15);
  EXPECT_LT((points[0].normal - Vec3(0.6, 0.8, 0)).norm(), 1e-12);
}

}  // namespace
}  // namespace stickslip::test
