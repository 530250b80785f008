#include <gtest/gtest.h>

#include <random>

#include "tests/model/lcp/scenes.h"

namespace stickslip::lcp {
namespace {

double energy(const Scene& scene, const std::vector<double>& velocity) {
  double sum = 0;
  for (std::size_t b = 0; b < scene.masses.size(); ++b) {
    for (std::size_t i = 0; i < 3; ++i) {
      sum += velocity[6 * b + i] * velocity[6 * b + i] / scene.masses[b].linear[i];
      sum += velocity[6 * b + 3 + i] * velocity[6 * b + 3 + i] / scene.masses[b].angular[4 * i];
    }
  }
  return sum;
}

/// Boxes stacked on four corners each, mass ratios up to 10^7, friction up to 10, thrown at random.
Scene random_stack(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto uniform = [&](double a, double b) { return std::uniform_real_distribution<double>(a, b)(random); };
  Scene scene;
  const int boxes = 1 + static_cast<int>(random() % 3);
  const double mu = uniform(0, random() % 2 ? 1.2 : 10);
  const double ratio = std::pow(10, uniform(0, 7));
  for (int b = 0; b < boxes; ++b) {
    const double m = std::pow(ratio, uniform(0, 1));
    std::vector<double> v(6);
    for (double& x : v) x = std::round(uniform(-4, 4)) / 4;
    scene.add_body(m, 0.1 * m, v);
    for (double x : {-0.5, 0.5}) {
      for (double y : {-0.5, 0.5}) scene.add_contact(b, {x, y, -0.5}, mu, 0, b - 1, {x, y, 0.5});
    }
  }
  return scene;
}

TEST(Jammed, StacksOfAnyMassRatioAreSolvedAsPosed) {
  int fallbacks = 0;
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    Scene scene = random_stack(seed);
    scene.solve_it();
    ASSERT_EQ(scene.report.status, Status::solved) << seed;
    if (scene.report.rung > 0) {
      ++fallbacks;
      continue;
    }
    EXPECT_LE(scene.report.residual, 1e-10) << seed;
    std::vector<double> before(scene.momentum.size());
    for (std::size_t b = 0; b < scene.masses.size(); ++b) {
      apply_inverse(scene.masses[b], &scene.momentum[6 * b], &before[6 * b]);
    }
    EXPECT_LE(energy(scene, scene.velocity), energy(scene, before) * (1 + 1e-12)) << seed;
  }
  EXPECT_LE(fallbacks, 1);
}

}  // namespace
}  // namespace stickslip::lcp
