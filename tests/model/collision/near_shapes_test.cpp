#include "model/collision/near_shapes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "fmu/load/mesh_shape.h"
#include "tests/model/collision/scene.h"

namespace stickslip {
namespace {

/// Many bodies of all sizes in a crowded space, some of several shapes, some fixed, some kept apart.
struct Crowd {
  Model model;
  std::vector<BodyPose> poses;
  std::mt19937 random{7};

  double number(double least, double most) { return std::uniform_real_distribution<double>(least, most)(random); }
  Vec3 place(double width) { return {number(-width, width), number(-width, width), number(-width, width)}; }

  explicit Crowd(int bodies) {
    for (int b = 0; b < bodies; ++b) {
      Body body;
      body.fixed = b % 11 == 0;
      model.bodies.push_back(body);
      for (int k = 0; k <= b % 3; ++k) {
        Shape shape = b % 17 == 5  ? test::plane()
                      : b % 2 == 0 ? test::sphere(number(0.01, 0.3))
                                   : test::box(0.3, 0.1, 0.2);
        if (b == 4) shape = test::sphere(8);
        if (b % 5 == 1) shape = test::capsule(0.4, 0.05);
        shape.body = b;
        shape.p_IS = place(0.2);
        model.shapes.push_back(shape);
      }
      if (b > 2 && b % 3 == 0) model.apart.push_back({b - 1, b});
      poses.emplace_back();
      move(b, 4);
    }
  }

  void move(int body, double width) {
    BodyPose& pose = poses[static_cast<std::size_t>(body)];
    pose.p += place(width);
    pose.q = exponential_map(place(1)) * pose.q;
    pose.R = pose.q.toRotationMatrix();
  }

  std::vector<int> found(NearShapes& near) const {
    std::vector<int> pairs;
    near.for_each_pair(model, [&](int pair) { pairs.push_back(pair); });
    return pairs;
  }

  /// By comparing all with all: those with points at gaps up to the margin.
  void expect_all_found(NearShapes& near, double margin) const {
    const std::vector<int> pairs = found(near);
    EXPECT_TRUE(std::is_sorted(pairs.begin(), pairs.end()));
    EXPECT_EQ(std::adjacent_find(pairs.begin(), pairs.end()), pairs.end());
    const int shapes = static_cast<int>(model.shapes.size());
    int close = 0;
    for (int i = 0; i < shapes; ++i) {
      for (int j = i + 1; j < shapes; ++j) {
        if (!may_touch(model, i, j)) continue;
        const Shape& a = shape_at(model, i);
        const Shape& b = shape_at(model, j);
        ContactPoint points[kMaxPointsPerPair];
        const int count = collide_shapes(
            model.geometry, a, stickslip::place(a, poses[static_cast<std::size_t>(a.body)]), b,
            stickslip::place(b, poses[static_cast<std::size_t>(b.body)]), false, margin, {points, kMaxPointsPerPair});
        if (count == 0) continue;
        ++close;
        EXPECT_TRUE(std::binary_search(pairs.begin(), pairs.end(), pair_of(model, i, j))) << i << ", " << j;
      }
    }
    EXPECT_GT(close, 0);
  }
};

/// How far bodies may come: by their velocity along `way`, and by `gain` in any direction. What is fixed stays.
struct Motions {
  std::vector<double> turn, way;
  Motions(const Model& model, const Vec3& along, double gain) {
    for (const Body& body : model.bodies) {
      turn.push_back(0);
      for (int k = 0; k < 3; ++k) way.push_back(body.fixed ? 0 : along[k]);
      way.insert(way.end(), {body.fixed ? 0 : gain, 0, 0});
    }
  }
  Reach reach() { return {{}, turn, way}; }
};

TEST(NearShapes, FindWhateverIsWithinReach) {
  for (const int bodies : {9, 40, 120}) {
    Crowd crowd(bodies);
    Motions motions(crowd.model, Vec3::Zero(), 0.03);
    NearShapes near(crowd.model);
    near.enclose(crowd.model, crowd.poses, motions.reach(), {});
    crowd.expect_all_found(near, 0.06);
  }
}

TEST(NearShapes, WhatMovesTogetherIsNoNearerThanAtRest) {
  Crowd crowd(120);
  for (Body& body : crowd.model.bodies) body.fixed = false;
  crowd.model.bodies[0].fixed = true;
  const Vec3 along(300, -20, 5);
  NearShapes near(crowd.model);
  Motions resting(crowd.model, Vec3::Zero(), 0.03);
  near.enclose(crowd.model, crowd.poses, resting.reach(), {});
  const auto count_moving = [&] {
    const std::vector<int> pairs = crowd.found(near);
    return std::count_if(pairs.begin(), pairs.end(), [&](int pair) {
      const ShapePair shapes = shapes_of(crowd.model, pair);
      const Shape& first = shape_at(crowd.model, shapes.first);
      return first.body > 0 && first.type != ShapeType::plane &&
             shape_at(crowd.model, shapes.second).type != ShapeType::plane;
    });
  };
  const auto at_rest = count_moving();
  Motions motions(crowd.model, along, 0.03);
  near.enclose(crowd.model, crowd.poses, motions.reach(), {});
  EXPECT_EQ(count_moving(), at_rest);
  crowd.expect_all_found(near, 0.06);
  for (const double part : {0.3, 1.0}) {
    Crowd later = crowd;
    for (int b = 1; b < 120; ++b) later.poses[static_cast<std::size_t>(b)].p += part * along;
    near.follow(later.model, later.poses);
    later.expect_all_found(near, 0);
  }
  // What they fly towards is near already.
  crowd.poses[0].p = along;
  near.enclose(crowd.model, crowd.poses, motions.reach(), {});
  crowd.expect_all_found(near, 0);
  for (int b = 1; b < 120; ++b) crowd.poses[static_cast<std::size_t>(b)].p += along;
  const std::vector<int> found = crowd.found(near);
  EXPECT_TRUE(std::any_of(found.begin(), found.end(), [&](int pair) {
    return shape_at(crowd.model, shapes_of(crowd.model, pair).first).body == 0;
  }));
  near.follow(crowd.model, crowd.poses);
  crowd.expect_all_found(near, 0);
}

TEST(NearShapes, FollowBodiesThatLeaveTheirBoxes) {
  Crowd crowd(60);
  NearShapes near(crowd.model);
  for (const double width : {0.0, 1e-3, 0.5, 5.0}) {
    for (int b = 0; b < 60; ++b) crowd.move(b, width);
    near.follow(crowd.model, crowd.poses);
    crowd.expect_all_found(near, 0);
  }
}

TEST(NearShapes, WidenForWhatMovesFurther) {
  Crowd crowd(60);
  Motions motions(crowd.model, Vec3::Zero(), 0);
  NearShapes near(crowd.model);
  near.enclose(crowd.model, crowd.poses, motions.reach(), {});
  const std::size_t before = crowd.found(near).size();
  std::vector<double> velocity(360, 0.0);
  velocity[6 * 20] = 100;
  near.widen(crowd.model, {crowd.poses, velocity, 0.1});
  EXPECT_GT(crowd.found(near).size(), before);
  crowd.poses[20].p.x() += 0.1 * 100;
  near.follow(crowd.model, crowd.poses);
  crowd.expect_all_found(near, 0);
}

TEST(NearShapes, OfOneShapeFindBothSidesOfPairs) {
  Crowd crowd(40);
  NearShapes near(crowd.model);
  near.follow(crowd.model, crowd.poses);
  std::vector<int> all = crowd.found(near);
  std::vector<int> twice;
  for (int i = 0; i < static_cast<int>(crowd.model.shapes.size()); ++i) {
    near.for_each_pair_of(crowd.model, i, 0, [&](int pair) { twice.push_back(pair); });
  }
  std::sort(twice.begin(), twice.end());
  ASSERT_EQ(twice.size(), 2 * all.size());
  for (std::size_t k = 0; k < all.size(); ++k) EXPECT_EQ(twice[2 * k], all[k]);
}

// A strip that lies aslant and off its origin: what touches it is found, what is only in the ball around it is not.
TEST(NearShapes, KnowMeshesByTheirBoxes) {
  Model model;
  model.bodies.resize(2);
  model.bodies[0].fixed = true;
  load::Surface strip;
  strip.points = {{1, 0, 0}, {11, 0, 0}, {11, 1, 0}, {1, 1, 0}};
  strip.corners = {0, 1, 2, 0, 2, 3};
  Shape mesh;
  mesh.type = ShapeType::mesh;
  ASSERT_EQ(load::store_mesh(strip, false, model.geometry, mesh), "");
  Shape ball = test::sphere(0.2);
  ball.body = 1;
  model.shapes = {mesh, ball};
  std::vector<BodyPose> poses(2);
  poses[0].q = exponential_map({0.2, 0.1, 0.7});
  poses[0].R = poses[0].q.toRotationMatrix();
  NearShapes near(model);
  int touching = 0;
  int left_out = 0;
  std::mt19937 random(3);
  std::uniform_real_distribution<double> place(-12, 12);
  for (int k = 0; k < 20000; ++k) {
    poses[1].p = {place(random), place(random), place(random) / 4};
    near.follow(model, poses);
    ContactPoint points[kMaxPointsPerPair];
    const bool touches = collide_shapes(model.geometry, mesh, stickslip::place(mesh, poses[0]), ball,
                                        stickslip::place(ball, poses[1]), false, 0, {points, kMaxPointsPerPair}) > 0;
    int pairs = 0;
    near.for_each_pair(model, [&](int /*pair*/) { ++pairs; });
    ASSERT_TRUE(!touches || pairs == 1) << poses[1].p.transpose();
    touching += touches ? 1 : 0;
    left_out += pairs == 0 && (poses[1].p - stickslip::place(mesh, poses[0]).p).norm() < mesh.radius ? 1 : 0;
  }
  EXPECT_GT(touching, 10);
  EXPECT_GT(left_out, 10000);
}

TEST(Pairs, AreCountedAsTheyAreTold) {
  const Crowd crowd(60);
  const int shapes = static_cast<int>(crowd.model.shapes.size());
  PairCount told;
  for (int i = 0; i < shapes; ++i) {
    for (int j = i + 1; j < shapes; ++j) {
      if (!may_touch(crowd.model, i, j)) continue;
      ++told.pairs;
      told.points += max_points(shape_at(crowd.model, i).type, shape_at(crowd.model, j).type, false);
    }
  }
  const PairCount counted = count_pairs(crowd.model);
  EXPECT_EQ(counted.pairs, told.pairs);
  EXPECT_EQ(counted.points, told.points);
}

}  // namespace
}  // namespace stickslip
