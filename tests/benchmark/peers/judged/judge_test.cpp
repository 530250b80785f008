#include "tests/benchmark/peers/judge.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/benchmark/peers/build.h"

namespace stickslip::peers {
namespace {

BodyStates start_of(const Scene& scene) {
  BodyStates states;
  for (const Body& b : scene.bodies) states.push_back({b.position, b.rotation, b.velocity, b.angular_velocity});
  return states;
}

Scene for_a_second() {
  return named("test", "", 0.1, 1);
}

TEST(Judge, SeesHowDeepABallIsInAnotherAndInTheFloor) {
  Scene scene = for_a_second();
  add_plane(scene, Vec3::Zero(), Vec3::UnitZ());
  add_ball(scene, 0.5, 1, {0, 0, 0.5});
  add_ball(scene, 0.5, 1, {0.6, 0, 1.3});
  Judge judge(scene);
  BodyStates states = start_of(scene);
  judge.look(0, states);
  EXPECT_NEAR(judge.quality().overlap, 0, 1e-15);  // 3, 4, 5
  states[2].position = {0.3, 0, 0.9};
  judge.look(1, states);
  EXPECT_NEAR(judge.quality().overlap, 0.5, 1e-15);
  states[2].position = {3, 0, -0.2};
  judge.look(2, states);
  EXPECT_NEAR(judge.quality().overlap, 0.7, 1e-15);
}

TEST(Judge, KnowsTheDeepestOverlapOfTheLastSecondApart) {
  Scene scene = for_a_second();
  scene.steps = 20;
  add_plane(scene, Vec3::Zero(), Vec3::UnitZ());
  add_ball(scene, 0.5, 1, {0, 0, 0.4});
  Judge judge(scene);
  BodyStates states = start_of(scene);
  judge.look(0, states);
  states[1].position = {0, 0, 0.48};
  judge.look(15, states);
  EXPECT_NEAR(judge.quality().overlap, 0.1, 1e-15);
  EXPECT_NEAR(judge.quality().overlap_end, 0.02, 1e-15);
}

TEST(Judge, LetsJoinedBodiesOverlapAndMeasuresHowFarTheyAreApart) {
  Scene scene = for_a_second();
  add_ball(scene, 0.5, 1, {0, 0, 0});
  add_ball(scene, 0.5, 1, {0.5, 0, 0});
  Joint joint;
  joint.kind = Joint::Kind::hinge;
  joint.parent = 0;
  joint.child = 1;
  joint.anchor = {0.25, 0, 0};
  scene.joints.push_back(joint);
  Judge judge(scene);
  BodyStates states = start_of(scene);
  judge.look(0, states);
  EXPECT_EQ(judge.quality().overlap, 0);
  EXPECT_EQ(judge.quality().joint_error, 0);
  // A quarter turn about the hinge leaves it whole.
  states[1].position = {0.25, 0.25, 0};
  states[1].rotation = turn_about(Vec3::UnitZ(), kPi / 2);
  judge.look(1, states);
  EXPECT_NEAR(judge.quality().joint_error, 0, 1e-15);
  states[1].position += Vec3(0, 0, 0.01);
  judge.look(2, states);
  EXPECT_NEAR(judge.quality().joint_error, 0.01, 1e-15);
  // A tenth of a radian across it takes the axis with it.
  states[1] = {{0.5, 0, 0}, turn_about(Vec3::UnitX(), 0.1), Vec3::Zero(), Vec3::Zero()};
  judge.look(3, states);
  EXPECT_NEAR(judge.quality().joint_error, 2 * std::sin(0.05), 1e-15);
}

TEST(Judge, FindsNoEnergyInAThrowAndAllThatIsAdded) {
  Scene scene = for_a_second();
  add_ball(scene, 0.5, 2, {0, 0, 10});
  scene.bodies[0].velocity = {1, 0, 3};
  scene.bodies[0].angular_velocity = {0, 4, 0};
  Judge judge(scene);
  for (int k = 0; k <= 10; ++k) {
    const double t = 0.1 * k;
    BodyStates states = start_of(scene);
    states[0].position += Vec3(t, 0, 3 * t - 0.5 * 9.81 * t * t);
    states[0].velocity -= Vec3(0, 0, 9.81 * t);
    judge.look(k, states);
  }
  EXPECT_NEAR(judge.quality().energy, 0, 1e-12);
  BodyStates states = start_of(scene);
  states[0].angular_velocity = {0, 5, 0};
  judge.look(10, states);
  EXPECT_NEAR(judge.quality().energy, 0.5 * 0.4 * 2 * 0.25 * (25 - 16), 1e-12);
}

TEST(Judge, CallsCreepTheWayOfTheFastestInTheLastSecond) {
  Scene scene = for_a_second();
  scene.steps = 20;
  add_ball(scene, 0.5, 1, {0, 0, 0});
  add_ball(scene, 0.5, 1, {5, 0, 0});
  Judge judge(scene);
  for (int k = 0; k <= 20; ++k) {
    BodyStates states = start_of(scene);
    states[0].position += Vec3(0.001 * k, 0, 0);
    if (k <= 10) states[1].position += Vec3(0, k, 0);
    if (k > 10) states[1].position += Vec3(0, 10, 0);
    judge.look(k, states);
  }
  EXPECT_NEAR(judge.quality().creep, 0.01, 1e-12);
}

TEST(Judge, SaysWhatIsNoNumber) {
  Scene scene = for_a_second();
  add_ball(scene, 0.5, 1, {0, 0, 0});
  Judge judge(scene);
  BodyStates states = start_of(scene);
  states[0].position = {std::nan(""), 0, 0};
  judge.look(0, states);
  EXPECT_FALSE(judge.quality().finite);
}

}  // namespace
}  // namespace stickslip::peers
