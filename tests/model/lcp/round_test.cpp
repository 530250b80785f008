#include <gtest/gtest.h>

#include <random>

#include "model/lcp/solve.h"
#include "tests/model/lcp/scenes.h"

namespace stickslip::lcp {
namespace {

/// The law of friction on the round cone, written out: how far the answer is from it, in units of V.
double distance_from_coulomb(const Scene& scene) {
  const Problem problem = scene.problem();
  double V = 0;
  for (std::size_t i = 0; i < scene.momentum.size(); ++i) {
    const BodyInverse& inverse = scene.masses[i / 6];
    V += scene.momentum[i] * scene.momentum[i] * (i % 6 < 3 ? inverse.linear[i % 6] : inverse.angular[4 * (i % 6 - 3)]);
  }
  V = std::sqrt(V);
  double worst = 0;
  for (const Contact& contact : scene.contacts) {
    double u[3], c[3];
    for (int l = 0; l < 3; ++l) {
      u[l] = row_velocity(problem, scene.rows[static_cast<std::size_t>(contact.normal + l)], scene.velocity.data());
      c[l] = scene.impulse[static_cast<std::size_t>(contact.normal + l)];
    }
    const double friction = std::hypot(c[1], c[2]), speed = std::hypot(u[1], u[2]);
    worst = std::max({worst, -u[0], -c[0], friction - contact.mu * c[0]});
    worst = std::max(worst, std::min(c[0], u[0]));
    // Sliding: all the friction there is, against the motion.
    for (int l = 1; l < 3; ++l) worst = std::max(worst, std::fabs(speed * c[l] + contact.mu * c[0] * u[l]) / V);
  }
  return worst / V;
}

/// Boxes of 1 kg on each other, thrown at random.
Scene thrown_boxes(std::uint64_t seed, int boxes) {
  std::mt19937_64 random(seed);
  const auto uniform = [&](double a, double b) { return std::uniform_real_distribution<double>(a, b)(random); };
  Scene scene;
  for (int b = 0; b < boxes; ++b) {
    std::vector<double> v(6);
    for (double& x : v) x = uniform(-1, 1);
    scene.add_body(1, 0.1, v);
    for (double x : {-0.5, 0.5}) {
      for (double y : {-0.5, 0.5}) scene.add_contact(b, {x, y, -0.5}, uniform(0, 1), 0, b - 1, {x, y, 0.5});
    }
  }
  scene.options.edges = kRound;
  return scene;
}

Capacity with_polygons(const Scene& scene) {
  Capacity capacity = scene.capacity();
  capacity.edges = 16;
  return capacity;
}

TEST(RoundCone, ABallSlidesStraight) {
  Scene scene;
  const double push = 0.9;
  const int ball = scene.add_body(1, 1e3, {push * 0.86602540378443864676, push * 0.5, -1, 0, 0, 0});
  scene.add_contact(ball, {0, 0, 0}, 0.5);
  scene.options.edges = kRound;
  scene.solve_it();
  ASSERT_EQ(scene.report.status, Status::solved);
  EXPECT_NEAR(scene.velocity[0], 0.4 * 0.86602540378443864676, 1e-15);
  EXPECT_NEAR(scene.velocity[1], 0.4 * 0.5, 1e-15);
  EXPECT_NEAR(scene.sliding[0], 0.4, 1e-15);
}

TEST(RoundCone, ThrownStacksObeyCoulombsLaw) {
  for (int boxes : {1, 2, 4, 8}) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
      Scene scene = thrown_boxes(seed, boxes);
      Workspace work(with_polygons(scene));
      scene.solve_with(work);
      ASSERT_EQ(scene.report.status, Status::solved) << boxes << " boxes, seed " << seed;
      EXPECT_EQ(scene.report.rung, 0) << boxes << " boxes, seed " << seed;
      EXPECT_LE(scene.report.residual, 1e-10) << boxes << " boxes, seed " << seed;
      EXPECT_LE(distance_from_coulomb(scene), 1e-9) << boxes << " boxes, seed " << seed;
    }
  }
}

/// A tripod with little friction: nothing is redundant, there is only one motion.
Scene thrown_tripod(std::uint64_t seed, Method method) {
  std::mt19937_64 random(seed);
  const auto uniform = [&](double a, double b) { return std::uniform_real_distribution<double>(a, b)(random); };
  Scene scene;
  std::vector<double> v(6);
  for (double& x : v) x = uniform(-1, 1);
  v[2] = -1;
  const int body = scene.add_body(1, 0.1, v);
  for (double angle : {0.3, 2.2, 4.4}) {
    scene.add_contact(body, {0.5 * std::cos(angle), 0.5 * std::sin(angle), -0.4}, uniform(0, 0.3));
  }
  scene.options.edges = kRound;
  scene.options.method = method;
  scene.options.max_sweeps = 5000;
  scene.solve_it();
  return scene;
}

TEST(RoundCone, NewtonAndSweepsAgree) {
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const Scene newton = thrown_tripod(seed, Method::newton);
    ASSERT_EQ(newton.report.status, Status::solved) << seed;
    const Scene sweeps = thrown_tripod(seed, Method::gauss_seidel);
    if (sweeps.report.status != Status::solved) continue;
    ++compared;
    for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(newton.velocity[i], sweeps.velocity[i], 1e-7) << seed;
  }
  EXPECT_GE(compared, 20);
}

/// A ball pushed between two edges of the polygon: its friction errs in direction and size, by the square of the edges'
/// distance.
TEST(RoundCone, IsTheLimitOfPolygons) {
  const auto slide = [](int edges) {
    Scene scene;
    const int ball = scene.add_body(1, 1e3, {std::cos(0.3), std::sin(0.3), -1, 0, 0, 0});
    scene.add_contact(ball, {0, 0, 0}, 0.5);
    scene.options.edges = edges;
    scene.solve_it();
    EXPECT_EQ(scene.report.status, Status::solved);
    return scene.sliding[0];
  };
  const double limit = slide(kRound);
  EXPECT_NEAR(limit, 0.5, 1e-15);
  EXPECT_LT(std::fabs(slide(32) - limit), 0.5 * 0.5 * std::pow(3.15 / 32, 2));
}

TEST(RoundCone, HoldsWhenTheProblemRepeats) {
  Scene scene = thrown_boxes(3, 2);
  Workspace work(with_polygons(scene));
  scene.solve_with(work);
  const std::vector<double> first = scene.velocity;
  scene.solve_with(work);
  EXPECT_TRUE(scene.report.warm);
  EXPECT_EQ(scene.report.iterations, 0);
  for (std::size_t i = 0; i < first.size(); ++i) EXPECT_NEAR(scene.velocity[i], first[i], 1e-13);
}

TEST(RoundCone, IsRefusedByMethodsThatPivotOnPolygons) {
  for (Method method : {Method::lemke, Method::block_pivot}) {
    Scene scene = thrown_boxes(1, 1);
    scene.options.method = method;
    scene.solve_it();
    EXPECT_EQ(scene.report.status, Status::invalid);
  }
}

}  // namespace
}  // namespace stickslip::lcp
