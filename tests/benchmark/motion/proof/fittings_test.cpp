// The laws of what coordinates have along them: right passes, and what is falsified is seen.
#include <gtest/gtest.h>

#include "tests/benchmark/motion/judge.h"

namespace stickslip::motion {
namespace {

constexpr int kRubbing = 0;
constexpr int kLimited = 1;
constexpr int kDriven = 2;

Part wheel(const std::string& name, double x) {
  Part part;
  part.name = name;
  part.inertia = Vec3::Constant(0.02);
  part.position = Vec3(x, -0.2, 0);
  part.has_velocity = false;
  return part;
}

Link axle(const std::string& name, int child, double x) {
  Link link;
  link.name = name;
  link.child = child;
  link.anchor = Vec3(x, 0, 0);
  return link;
}

// Three pendulums: one rubs, one lies against its limit, one is driven and geared to a fourth.
Scene fitted_scene(Scheme scheme) {
  Scene scene;
  scene.family = "test";
  scene.planar = true;
  scene.gravity = Vec3(0, -9.81, 0);
  scene.scheme = scheme;
  scene.h = 2e-3;
  scene.steps = 40;
  scene.surfaces.push_back({0, 0});
  for (int i = 0; i < 4; ++i) {
    scene.parts.push_back(wheel("b" + std::to_string(i), i));
    scene.links.push_back(axle("j" + std::to_string(i), i, i));
  }
  scene.links[kRubbing].first().friction = 0.1;
  scene.links[kRubbing].start_rate = 2;
  scene.links[kLimited].first().lower = 0.4;
  scene.links[kLimited].start = 0.4;
  scene.links[kDriven].first().motor.mode = DriveMode::velocity;
  scene.links[kDriven].first().motor.target = 1;
  scene.links[kDriven].first().motor.most = 50;
  scene.links[kDriven].first().armature = 0.01;
  Cog cog;
  cog.name = "gear";
  cog.links = {kDriven, 3};
  cog.ratios = {1, -2};
  scene.cogs.push_back(cog);
  return scene;
}

Record fitted_run(const Scene& scene) {
  std::string why;
  const std::unique_ptr<Run> run = Run::start(scene, scene.h, why);
  EXPECT_TRUE(run) << why;
  run->steps(scene.steps);
  return run->record();
}

TEST(Fittings, AreAcquittedWhereTheyAreRight) {
  for (Scheme scheme : {Scheme::euler, Scheme::stabilised, Scheme::trapezoidal, Scheme::spook}) {
    const Scene scene = fitted_scene(scheme);
    Verdict verdict = judge(scene, fitted_run(scene));
    for (int l = 0; l < kLaws; ++l) {
      const Worst& worst = verdict.laws[static_cast<std::size_t>(l)];
      EXPECT_LT(worst.broken_at, 0) << name_of(scheme) << ", " << name_of(static_cast<Law>(l)) << ": " << worst.what
                                    << ' ' << worst.value << ", allowed " << worst.allowed;
    }
    for (const Law law : {Law::limits, Law::rubbing, Law::motors, Law::gears}) EXPECT_TRUE(verdict.of(law).judged);
  }
}

class FalsifiedFittings : public ::testing::Test {
 protected:
  Scene scene = fitted_scene(Scheme::stabilised);
  Record record = fitted_run(scene);
  static constexpr int kStep = 20;
  double& number(int link, int index, int k = kStep) {
    return record.real[static_cast<std::size_t>(k * record.layout.outputs + record.layout.joint_output(link) + index)];
  }
  double& loaded(int link, CoordinateLoad of) {
    return number(link, Layout::kCoordinateLoads + Layout::coordinate_load(of, 0));
  }
  bool is_seen(Law law) { return judge(scene, record).of(law).broken_at >= 0; }
};

TEST_F(FalsifiedFittings, ACoordinateBeyondItsLimitIsSeen) {
  number(kLimited, 0) -= 1e-4;
  EXPECT_TRUE(is_seen(Law::limits));
}

TEST_F(FalsifiedFittings, ALimitThatPullsIsSeen) {
  loaded(kLimited, CoordinateLoad::limit) *= -1;
  EXPECT_TRUE(is_seen(Law::limits));
}

TEST_F(FalsifiedFittings, ALimitThatPushesFromAfarIsSeen) {
  for (int k = 0; k <= record.steps; ++k) number(kLimited, 0, k) += 0.2;
  EXPECT_TRUE(is_seen(Law::limits));
}

TEST_F(FalsifiedFittings, DryFrictionBeyondItsBoundIsSeen) {
  loaded(kRubbing, CoordinateLoad::friction) *= 1.001;
  EXPECT_TRUE(is_seen(Law::rubbing));
}

TEST_F(FalsifiedFittings, DryFrictionThatPushesAlongIsSeen) {
  loaded(kRubbing, CoordinateLoad::friction) *= -1;
  EXPECT_TRUE(is_seen(Law::rubbing));
}

TEST_F(FalsifiedFittings, ADriveThatGivesMoreThanItHasIsSeen) {
  loaded(kDriven, CoordinateLoad::drive) = 51;
  EXPECT_TRUE(is_seen(Law::motors));
}

TEST_F(FalsifiedFittings, ADriveThatMissesItsSpeedIsSeen) {
  scene.links[kDriven].first().motor.target = 1.05;
  EXPECT_TRUE(is_seen(Law::motors));
}

TEST_F(FalsifiedFittings, AGearOutOfMeshIsSeen) {
  number(kDriven, 0) += 1e-4;
  EXPECT_TRUE(is_seen(Law::gears));
}

TEST_F(FalsifiedFittings, ARotorThatIsForgottenIsSeen) {
  scene.links[kDriven].first().armature = 0;
  EXPECT_TRUE(is_seen(Law::books));
}

// A cylinder in a bearing that rubs by its weight, sliding along a shaft with a limit, and turning by a drive that lets
// go.
Scene bearing_scene(Scheme scheme) {
  Scene scene;
  scene.family = "test";
  scene.gravity = Vec3(0, 0, -9.81);
  scene.scheme = scheme;
  scene.h = 2e-3;
  scene.steps = 60;
  scene.surfaces.push_back({0, 0});
  Part part = wheel("b0", 0);
  part.position = Vec3::Zero();
  scene.parts.push_back(part);
  Link link = axle("j0", 0, 0);
  link.type = JointType::cylindrical;
  link.axis = Vec3::UnitX();
  link.start_rate = 2;
  link.more_rates[0] = 1;
  Fittings& turn = link.ways[0];
  turn.coefficient = 0.2;
  turn.lever = 0.05;
  turn.motor.mode = DriveMode::velocity;
  turn.motor.target = 2;
  turn.motor.switches = 30;
  Fittings& slide = link.ways[1];
  slide.coefficient = 0.1;
  slide.friction = 0.5;
  slide.upper = 0.03;
  scene.links.push_back(link);
  return scene;
}

TEST(Bearings, AreAcquittedWhereTheyAreRight) {
  for (Scheme scheme : {Scheme::euler, Scheme::stabilised, Scheme::trapezoidal, Scheme::spook}) {
    const Scene scene = bearing_scene(scheme);
    const Record record = fitted_run(scene);
    Verdict verdict = judge(scene, record);
    for (int l = 0; l < kLaws; ++l) {
      const Worst& worst = verdict.laws[static_cast<std::size_t>(l)];
      EXPECT_LT(worst.broken_at, 0) << name_of(scheme) << ", " << name_of(static_cast<Law>(l)) << ": " << worst.what
                                    << ' ' << worst.value << ", allowed " << worst.allowed;
    }
    for (const Law law : {Law::limits, Law::rubbing, Law::motors}) EXPECT_TRUE(verdict.of(law).judged);
  }
}

class FalsifiedBearings : public ::testing::Test {
 protected:
  Scene scene = bearing_scene(Scheme::stabilised);
  Record record = fitted_run(scene);
  double& loaded(int k, CoordinateLoad of, int way) {
    return number(k, Layout::kCoordinateLoads + Layout::coordinate_load(of, way));
  }
  double& number(int k, int index) {
    return record.real[static_cast<std::size_t>(k * record.layout.outputs + record.layout.joint_output(0) + index)];
  }
  bool is_seen(Law law) { return judge(scene, record).of(law).broken_at >= 0; }
};

TEST_F(FalsifiedBearings, OneThatRubsByMoreThanItsLoadIsSeen) {
  loaded(20, CoordinateLoad::friction, 0) *= 1.001;
  EXPECT_TRUE(is_seen(Law::rubbing));
}

TEST_F(FalsifiedBearings, OneThatRubsByTheLoadAlongItsWayIsSeen) {
  number(19, Layout::kReaction + 2) *= 0.99;  // what it carries across
  EXPECT_TRUE(is_seen(Law::rubbing));
}

TEST_F(FalsifiedBearings, TheSecondCoordinateIsSeenToPushAlong) {
  loaded(10, CoordinateLoad::friction, 1) *= -1;
  EXPECT_TRUE(is_seen(Law::rubbing));
}

TEST_F(FalsifiedBearings, TheSecondCoordinateIsSeenBeyondItsLimit) {
  number(50, 1) += 1e-4;
  EXPECT_TRUE(is_seen(Law::limits));
}

TEST_F(FalsifiedBearings, ADriveThatIsToldToLetGoAndHoldsIsSeen) {
  loaded(40, CoordinateLoad::drive, 0) = 0.1;
  EXPECT_TRUE(is_seen(Law::motors));
}

}  // namespace
}  // namespace stickslip::motion
