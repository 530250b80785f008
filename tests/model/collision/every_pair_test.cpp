#include <gtest/gtest.h>

#include <set>

#include "tests/model/collision/scene.h"

/// What holds for every pair of shapes in both worlds, on random scenes.
namespace stickslip::test {
namespace {

constexpr ShapeType kTypes[] = {ShapeType::sphere, ShapeType::box,      ShapeType::capsule,   ShapeType::plane,
                                ShapeType::point,  ShapeType::cylinder, ShapeType::ellipsoid, ShapeType::hull};

bool is_spatial(ShapeType type) {
  return type == ShapeType::cylinder || type == ShapeType::ellipsoid;
}

/// Calls visit(pair, dice) for random scenes of every pair of types that can touch.
template <class Visit>
void for_random_pairs(unsigned seed, int repeats, Visit visit) {
  for (const bool planar : {false, true}) {
    for (const ShapeType first : kTypes) {
      for (const ShapeType second : kTypes) {
        if (max_points(first, second, planar) == 0) continue;
        if (planar && (is_spatial(first) || is_spatial(second))) continue;
        Dice dice(seed, planar);
        for (int i = 0; i < repeats; ++i) {
          Geometry geometry;
          const Shape a = dice.shape(first, geometry);
          const Shape b = dice.shape(second, geometry);
          const Placement at_a = dice.placement(1);
          const Placement at_b = dice.placement(1);
          SCOPED_TRACE(testing::Message() << (planar ? "planar " : "spatial ") << static_cast<int>(first) << " on "
                                          << static_cast<int>(second) << ", scene " << i);
          visit(Pair{a, at_a, b, at_b, planar, geometry}, dice);
          if (testing::Test::HasFailure()) return;
        }
      }
    }
  }
}

TEST(EveryPair, HasUnitNormalsAndWitnessesAGapApart) {
  for_random_pairs(1, 2000, [](const Pair& pair, Dice&) {
    const std::vector<ContactPoint> points = collide(pair, 0.3);
    EXPECT_LE(static_cast<int>(points.size()), max_points(pair.a.type, pair.b.type, pair.planar));
    std::set<std::uint64_t> ids;
    for (const ContactPoint& point : points) {
      EXPECT_TRUE(ids.insert(point.id).second) << "id " << point.id << " twice";
      EXPECT_LT(point.id, std::uint64_t{1} << kFeatureBits);
      EXPECT_LE(point.gap, 0.3);
      EXPECT_NEAR(point.normal.norm(), 1, 1e-14);
      EXPECT_LT((point.p_first - point.p_second - point.gap * point.normal).norm(), 1e-13);
      if (pair.planar) {
        EXPECT_EQ(point.normal.z(), 0);
        EXPECT_EQ(point.p_first.z(), 0);
        EXPECT_EQ(point.p_second.z(), 0);
      }
    }
  });
}

/// Deep overlap, where a point stays at the crossing of an edge with a face and only the face's normal is meaningful:
/// edges of boxes closest beyond their ends, or the axis of a capsule inside a box.
bool deep_crossing(const Pair& pair, const std::vector<ContactPoint>& points, const ContactPoint& point) {
  const bool capsule_a = pair.a.type == ShapeType::capsule;
  const bool capsule_b = pair.b.type == ShapeType::capsule;
  if (capsule_a == capsule_b) return point.id >= 256 && point.gap < -0.1;
  return point.id >= 32 && least_gap(points) < -(capsule_a ? pair.a.radius : pair.b.radius);
}

TEST(EveryPair, GradientOfEachGapIsExact) {
  int compared = 0;
  for_random_pairs(2, 2000, [&](const Pair& pair, Dice& dice) {
    const Twist of_a = dice.twist();
    const Twist of_b = dice.twist();
    constexpr double kStep = 1e-6;
    const auto shifted = [&](double time) {
      Pair other = pair;
      other.at_a = moved(pair.at_a, of_a, time);
      other.at_b = moved(pair.at_b, of_b, time);
      return collide(other, 0.31);
    };
    const std::vector<ContactPoint> before = shifted(-kStep);
    const std::vector<ContactPoint> after = shifted(kStep);
    const std::vector<ContactPoint> points = collide(pair, 0.3);
    for (const ContactPoint& point : points) {
      const ContactPoint* p = find(before, point.id);
      const ContactPoint* q = find(after, point.id);
      if (p == nullptr || q == nullptr) continue;
      const double rate = point.normal.dot(of_a.at(pair.at_a, point.p_first) - of_b.at(pair.at_b, point.p_second));
      if (deep_crossing(pair, points, point)) continue;
      ++compared;
      const double error = std::fabs((q->gap - p->gap) / (2 * kStep) - rate);
      EXPECT_LT(error, 2e-5) << "id " << point.id << " gap " << point.gap;
    }
  });
  EXPECT_GT(compared, 10000);
}

TEST(EveryPair, MovesWithTheScene) {
  for_random_pairs(3, 500, [](const Pair& pair, Dice& dice) {
    const Placement frame = dice.placement(2);
    Pair other = pair;
    other.at_a = in_frame(frame, pair.at_a);
    other.at_b = in_frame(frame, pair.at_b);
    const std::vector<ContactPoint> points = collide(pair, 0.3);
    const std::vector<ContactPoint> moved_points = collide(other, 0.3);
    ASSERT_EQ(points.size(), moved_points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
      EXPECT_EQ(points[i].id, moved_points[i].id);
      EXPECT_NEAR(points[i].gap, moved_points[i].gap, 1e-12);
      EXPECT_LT((frame.R * points[i].normal - moved_points[i].normal).norm(), 1e-8);
      EXPECT_LT((frame.p + frame.R * points[i].p_first - moved_points[i].p_first).norm(), 1e-8);
    }
  });
}

TEST(EveryPair, TurnsRoundWithTheOrderOfShapes) {
  for_random_pairs(4, 1000, [](const Pair& pair, Dice&) {
    const std::vector<ContactPoint> points = collide(pair, 0.3);
    std::vector<ContactPoint> other = collide({pair.b, pair.at_b, pair.a, pair.at_a, pair.planar, pair.geometry}, 0.3);
    ASSERT_EQ(points.size(), other.size());
    for (const ContactPoint& point : points) {
      bool found = false;
      for (const ContactPoint& q : other) {
        found = found || (std::fabs(point.gap - q.gap) < 1e-10 && (point.normal + q.normal).norm() < 1e-7 &&
                          (point.p_first - q.p_second).norm() < 1e-7);
      }
      EXPECT_TRUE(found) << "id " << point.id << " gap " << point.gap;
    }
  });
}

TEST(EveryPair, KeepsIdsUnderTinyMotion) {
  int scenes = 0;
  int changed = 0;
  for_random_pairs(5, 1000, [&](const Pair& pair, Dice& dice) {
    Pair other = pair;
    other.at_a = moved(pair.at_a, dice.twist(), 1e-9);
    other.at_b = moved(pair.at_b, dice.twist(), 1e-9);
    const std::vector<ContactPoint> points = collide(pair, 0.3);
    const std::vector<ContactPoint> moved_points = collide(other, 0.3);
    ++scenes;
    bool same = points.size() == moved_points.size();
    for (std::size_t i = 0; i < points.size() && same; ++i) same = points[i].id == moved_points[i].id;
    if (!same) ++changed;
  });
  EXPECT_LE(changed, scenes / 10000);
}

}  // namespace
}  // namespace stickslip::test
