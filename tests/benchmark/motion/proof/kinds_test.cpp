// What the judge knows of joints that roll, of bushings and of screws: right ones pass, and what is falsified is seen.
#include <gtest/gtest.h>

#include "tests/benchmark/motion/families.h"
#include "tests/benchmark/motion/judge.h"

namespace stickslip::motion {
namespace {

Record run_kinds(const Scene& scene) {
  std::string why;
  const std::unique_ptr<Run> run = Run::start(scene, scene.h, why);
  EXPECT_TRUE(run) << why;
  run->steps(scene.steps);
  return run->record();
}

// A ball that rolls, a body on a screw, one on a bushing.
Scene scene_of_kinds() {
  Scene scene;
  scene.family = "test";
  scene.gravity = Vec3(0, 0, -9.81);
  scene.h = 2e-3;
  scene.steps = 40;
  scene.surfaces = {{0, 0}};
  for (const char* name : {"ball", "nut", "mass"}) {
    Part part;
    part.name = name;
    part.mass = 2;
    part.inertia = Vec3(0.02, 0.03, 0.04);
    part.position = Vec3(static_cast<double>(scene.parts.size()), 0, 0);
    part.has_velocity = false;
    scene.parts.push_back(part);
  }
  scene.parts[0].has_velocity = true;
  scene.parts[0].velocity = Vec3(0, 0.3, 0);
  scene.parts[0].angular_velocity = Vec3(-3, 0, 0);
  Link ball;
  ball.name = "rolls";
  ball.type = JointType::rolling_ball;
  ball.child = 0;
  ball.radius = 0.1;
  Link nut;
  nut.name = "screw";
  nut.type = JointType::screw;
  nut.child = 1;
  nut.anchor = Vec3(1, 0.1, 0);
  nut.pitch = 0.05;
  nut.start_rate = 4;
  scene.links = {ball, nut};
  Mount mount;
  mount.name = "mount";
  mount.second = 2;
  mount.anchor = Vec3(2.1, 0, 0);
  mount.stiffness = {{2000, 3000, 4000, 50, 60, 70}};
  mount.damping = {{2, 0, 0, 0.1, 0, 0}};
  scene.mounts = {mount};
  return scene;
}

class FalsifiedKinds : public ::testing::Test {
 protected:
  bool is_broken(Law law) { return judge(scene, record).of(law).broken_at >= 0; }
  double& at(int index) { return record.real[static_cast<std::size_t>(kStep * record.layout.outputs + index)]; }

  Scene scene = scene_of_kinds();
  Record record = run_kinds(scene);
  static constexpr int kStep = 20;
};

TEST(Kinds, AreAcquittedWhereTheyAreRight) {
  for (Scheme scheme : {Scheme::euler, Scheme::stabilised, Scheme::trapezoidal, Scheme::spook}) {
    Scene scene = scene_of_kinds();
    scene.scheme = scheme;
    const Verdict verdict = judge(scene, run_kinds(scene));
    for (int l = 0; l < kLaws; ++l) {
      const Worst& worst = verdict.laws[static_cast<std::size_t>(l)];
      EXPECT_LT(worst.broken_at, 0) << name_of(static_cast<Law>(l)) << ": " << worst.what << ' ' << worst.value;
    }
  }
}

TEST_F(FalsifiedKinds, ABallThatSlipsIsSeen) {
  at(record.layout.frame_output(Probes(scene).frame_of_part[0]) + 4) += 1e-2;  // the velocity along its way
  EXPECT_TRUE(is_broken(Law::joints));
}

TEST_F(FalsifiedKinds, AScrewWithoutItsTorqueIsSeen) {
  at(record.layout.joint_output(1) + Layout::kReaction + 5) = 0;
  EXPECT_TRUE(is_broken(Law::spin));
}

TEST_F(FalsifiedKinds, ABushingThatPullsOtherwiseIsSeen) {
  at(record.layout.bushing_output(0) + 2) *= 1 + 1e-8;
  EXPECT_TRUE(is_broken(Law::momentum));
}

TEST_F(FalsifiedKinds, ABushingThatTurnsOtherwiseIsSeen) {
  at(record.layout.bushing_output(0) + 4) += 0.05;  // N m
  EXPECT_TRUE(is_broken(Law::spin));
}

TEST_F(FalsifiedKinds, WhatABushingHoldsIsCounted) {
  at(record.layout.bushing_output(0) + Layout::kBushingWay + 2) *= 1.01;
  EXPECT_TRUE(is_broken(Law::books));
}

}  // namespace
}  // namespace stickslip::motion
