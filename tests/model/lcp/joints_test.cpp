#include "model/lcp/islands/joints.h"

#include <gtest/gtest.h>

#include "tests/model/lcp/scenes.h"

namespace stickslip::lcp {
namespace {

constexpr double kWeight = 9.81e-3;  // N s: of 1 kg in 1 ms

/// Bodies that hang one below the other, each held to the one above by so many ball joints in the same place.
Scene hanging(int bodies, int joints, double last_mass = 1) {
  Scene scene;
  for (int k = 0; k < bodies; ++k) {
    scene.add_body(k + 1 < bodies ? 1 : last_mass, 0.1, {0, 0, -kWeight, 0, 0, 0});
    const double above[3] = {0, 0, 0.5};
    const double below[3] = {0, 0, -0.5};
    for (int joint = 0; joint < joints; ++joint) {
      for (int axis = 0; axis < 3; ++axis) {
        double d[3] = {};
        d[axis] = 1;
        scene.add_row(RowKind::equality, Scene::along(k, d, above, k - 1, below), 0);
      }
    }
  }
  return scene;
}

double pull(const Scene& scene, int body, int joints, int joint) {
  return scene.impulse[static_cast<std::size_t>(3 * (body * joints + joint) + 2)];
}

TEST(Joints, OfAHangingChainCarryWhatHangsBelow) {
  constexpr int kLinks = 60;
  for (const double last : {1.0, 1000.0}) {
    Scene scene = hanging(kLinks, 1, last);
    scene.solve_it();
    EXPECT_EQ(scene.report.status, Status::solved);
    EXPECT_LT(scene.report.residual, 1e-13);
    EXPECT_EQ(scene.report.iterations, 1);
    for (int k = 0; k < kLinks; ++k) {
      const double below = (kLinks - 1 - k + last) * kWeight;
      EXPECT_NEAR(pull(scene, k, 1, 0), below, 1e-10 * below) << k;
    }
  }
}

TEST(Joints, InTheSamePlaceShareTheLoad) {
  constexpr int kLinks = 20;
  for (const int joints : {2, 3}) {
    Scene scene = hanging(kLinks, joints);
    scene.solve_it();
    EXPECT_EQ(scene.report.status, Status::solved);
    EXPECT_TRUE(scene.report.minimum_norm);
    for (int k = 0; k < kLinks; ++k) {
      const double share = (kLinks - k) * kWeight / joints;
      for (int joint = 0; joint < joints; ++joint) EXPECT_NEAR(pull(scene, k, joints, joint), share, 1e-12 * share);
    }
  }
}

/// A ring has more than a tree: what holds both of its ends is shared.
TEST(Joints, ThatCloseALoopShareTheLoad) {
  Scene scene = hanging(3, 1);
  const double x[3] = {1, 0, 0};
  const double z[3] = {0, 0, 1};
  const double below[3] = {0, 0, -0.5};
  scene.add_row(RowKind::equality, Scene::along(2, z, below), 0);
  scene.add_row(RowKind::equality, Scene::along(2, x, below), 0);
  scene.add_row(RowKind::equality, Scene::along(2, z, below), 0);
  scene.solve_it();
  EXPECT_EQ(scene.report.status, Status::solved);
  EXPECT_TRUE(scene.report.minimum_norm);
  // With t + 2 s = 3 all have the same motion. Least t^2 + 2 (t - 1)^2 + 2 (t - 2)^2 + 2 s^2: squares count A_ii times.
  const double s = scene.impulse[9];
  EXPECT_NEAR(scene.impulse[11], s, 1e-12);
  const double t = scene.impulse[2];
  EXPECT_NEAR(t + 2 * s, 3 * kWeight, 1e-12);
  EXPECT_NEAR(5 * t - 6 * kWeight - s, 0, 1e-12);
}

}  // namespace
}  // namespace stickslip::lcp
