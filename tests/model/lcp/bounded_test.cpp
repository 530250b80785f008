// Methods whose cost is known before.
#include <gtest/gtest.h>

#include <random>

#include "tests/model/lcp/scenes.h"

namespace stickslip::lcp {
namespace {

/// Boxes on each other, thrown at random; the first and the last are tied together by a rod, the second by a motor.
Scene thrown_boxes(std::uint64_t seed) {
  constexpr int kBoxes = 8;
  std::mt19937_64 random(seed);
  const auto uniform = [&](double a, double b) { return a + (b - a) * static_cast<double>(random() >> 11) * 0x1p-53; };
  Scene scene;
  for (int b = 0; b < kBoxes; ++b) {
    std::vector<double> v(6);
    for (double& x : v) x = uniform(-1, 1);
    scene.add_body(uniform(0.5, 5), 0.1, v);
  }
  const double x[3] = {1, 0, 0}, p[3] = {0, 0, 0.05};
  scene.add_row(RowKind::equality, Scene::along(0, x, p, kBoxes - 1, p), 0);
  scene.add_row(RowKind::bounded, Scene::along(1, x, p), 0, 0, -0.2, 0.3);
  for (int b = 0; b < kBoxes; ++b) {
    for (double px : {-0.1, 0.1}) {
      for (double py : {-0.1, 0.1}) scene.add_contact(b, {px, py, -0.1}, 0.5, 0, b - 1, {px, py, 0.1});
    }
  }
  return scene;
}

/// Twice the kinetic energy of a motion.
double energy_of(const Scene& scene, const std::vector<double>& velocity) {
  double sum = 0;
  for (std::size_t b = 0; b < scene.masses.size(); ++b) {
    for (std::size_t i = 0; i < 6; ++i) {
      const BodyInverse& m = scene.masses[b];
      const double inverse = i < 3 ? m.linear[i] : m.angular[0];
      sum += velocity[6 * b + i] * velocity[6 * b + i] / inverse;
    }
  }
  return sum;
}

std::vector<double> free_motion(const Scene& scene) {
  std::vector<double> v = scene.momentum;
  for (std::size_t i = 0; i < v.size(); ++i) {
    const BodyInverse& m = scene.masses[i / 6];
    v[i] *= i % 6 < 3 ? m.linear[i % 6] : m.angular[0];
  }
  return v;
}

/// Nothing approaches on its own and nothing is asked for: whatever a method gives up, it takes energy out only.
TEST(Bounded, NoMethodAddsEnergyAndNoneHasALadder) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    for (const Method method : {Method::automatic, Method::split}) {
      for (const int effort : {1, 3, 15}) {
        Scene scene = thrown_boxes(seed);
        scene.options.method = method;
        scene.options.max_factorisations = method == Method::automatic ? effort : 0;
        scene.options.split_sweeps = effort;
        scene.solve_it();
        EXPECT_EQ(scene.report.rung, 0);
        EXPECT_EQ(scene.report.lcps, 1);
        EXPECT_NE(scene.report.status, Status::inexact);
        EXPECT_LE(energy_of(scene, scene.velocity), energy_of(scene, free_motion(scene)) * (1 + 1e-12)) << seed;
      }
    }
  }
}

TEST(Bounded, ACapIsKeptAndMoreOfItIsMoreExact) {
  double rough = 0;
  double fine = 0;
  int solved = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    for (const int cap : {3, 10, 60}) {
      Scene scene = thrown_boxes(seed);
      scene.options.max_factorisations = cap;
      scene.options.accept = 1e-6;
      scene.solve_it();
      EXPECT_LE(scene.report.iterations, cap + 1);  // one to hold the joints
      (cap == 3 ? rough : fine) += cap == 60 ? 0 : scene.report.residual;
      solved += cap == 60 && scene.report.status == Status::solved ? 1 : 0;
      EXPECT_EQ(scene.report.status == Status::solved, scene.report.residual <= 1e-6);
    }
  }
  EXPECT_LT(fine, 0.5 * rough);
  EXPECT_GE(solved, 36);
}

TEST(Bounded, JointsHoldWhateverIsLeftOfContacts) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    for (const Method method : {Method::automatic, Method::split}) {
      Scene scene = thrown_boxes(seed);
      scene.options.method = method;
      scene.options.max_factorisations = method == Method::automatic ? 2 : 0;
      scene.solve_it();
      const Problem problem = scene.problem();
      EXPECT_NEAR(row_velocity(problem, problem.rows[0], scene.velocity.data()), 0, 1e-12) << seed;
    }
  }
}

}  // namespace
}  // namespace stickslip::lcp
