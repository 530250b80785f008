// What a solve may cost is known before, and kept whatever it is given.
#include <gtest/gtest.h>

#include <random>

#include "model/lcp/ladder/allowance.h"
#include "tests/model/lcp/scenes.h"

namespace stickslip::lcp {
namespace {

/// Boxes upon each other on four corners each, thrown at random; `closing`: walls close on them from above and below,
/// and rods that hold some of them contradict that.
Scene thrown(std::uint64_t seed, int boxes, bool closing) {
  std::mt19937_64 random(seed);
  const auto uniform = [&](double a, double b) { return a + (b - a) * static_cast<double>(random() >> 11) * 0x1p-53; };
  Scene scene;
  for (int k = 0; k < boxes; ++k) {
    std::vector<double> v;
    for (int i = 0; i < 6; ++i) v.push_back(uniform(-1, 1));
    scene.add_body(std::pow(10.0, uniform(-2, 2)), uniform(0.1, 1), v);
  }
  const double z[3] = {0, 0, 1};
  const double middle[3] = {0, 0, 0};
  if (closing) scene.add_row(RowKind::equality, Scene::along(0, z, middle), -0.5);
  if (closing) scene.add_row(RowKind::bounded, Scene::along(boxes - 1, z, middle), 0.3, 0, -1, 2);
  for (int k = 0; k < boxes; ++k) {
    for (int corner = 0; corner < 4; ++corner) {
      const double x = corner % 2 == 0 ? 0.5 : -0.5;
      const double y = corner < 2 ? 0.5 : -0.5;
      const double s = closing ? uniform(-1, 0.2) : 0.0;
      if (k == 0) scene.add_contact(0, {x, y, -0.5}, 0.7, s);
      if (k > 0) scene.add_contact(k, {x, y, -0.5}, 0.7, s, k - 1, {x, y, 0.5});
    }
  }
  return scene;
}

double most_of(const Scene& scene) {
  const Allowance most = most_allowance(scene.capacity(), 6);
  const double lists = most.list[0] + most.list[1] + most.list[2];
  return most.fixed + std::min(lists, scene.options.multiplications);
}

TEST(Allowance, NoSolveTakesMoreThanItsCapacitySays) {
  int by_rung[4] = {};
  for (const double given : {HUGE_VAL, 3e6, 1e6, 3e5, 1e5, 0.0}) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
      Scene scene = thrown(seed, 1 + static_cast<int>(seed % 5), seed % 2 == 0);
      scene.options.edges = seed % 3 == 0 ? kRound : 8;
      scene.options.multiplications = given;
      scene.solve_it();
      EXPECT_LE(scene.report.multiplications, most_of(scene)) << given << " seed " << seed;
      ++by_rung[scene.report.rung];
      EXPECT_TRUE(scene.report.status == Status::solved || scene.report.rung == 3) << given << " seed " << seed;
      EXPECT_TRUE(scene.report.rung > 0 || scene.report.residual <= scene.options.accept) << given << " seed " << seed;
      EXPECT_TRUE(given > 0 || scene.report.rung == 3 || scene.report.iterations == 0) << seed;
    }
  }
  // What is dissipative is mostly solved softened too.
  for (const int rung : {0, 1, 3}) EXPECT_GT(by_rung[rung], 0) << rung;
}

TEST(Allowance, WhatItDoesNotReachIsGivenUpAndNotPaidFor) {
  Scene scene = thrown(3, 4, false);
  scene.solve_it();
  ASSERT_EQ(scene.report.rung, 0);
  ASSERT_EQ(scene.report.status, Status::solved);
  const double whole = scene.report.multiplications;
  scene.entries.clear();
  scene.options.multiplications = 0;
  scene.solve_it();
  EXPECT_EQ(scene.report.rung, 3);
  EXPECT_EQ(scene.report.status, Status::inexact);
  EXPECT_GT(scene.report.residual, scene.options.accept);
  EXPECT_LT(scene.report.multiplications, 0.5 * whole);
}

TEST(Allowance, OfTwoIslandsIsAtMostThatOfOne) {
  for (const double bodies : {1.0, 3.0, 60.0, 81.0, 100.0, 1000.0}) {
    for (const double others : {1.0, 2.0, 80.0, 500.0}) {
      const auto worst = [](double n) {
        Extent extent;
        extent.bodies = n;
        extent.rows = 12 * n;
        extent.entries = 144 * n;
        const Allowance allowance = allowance_of(extent, HUGE_VAL);
        return allowance.fixed + allowance.list[0] + allowance.list[1] + allowance.list[2];
      };
      EXPECT_LE(worst(bodies) + worst(others), worst(bodies + others) * (1 + 1e-12)) << bodies << ", " << others;
    }
  }
}

}  // namespace
}  // namespace stickslip::lcp
