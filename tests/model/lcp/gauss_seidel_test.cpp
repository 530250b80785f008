#include "model/lcp/solve.h"

#include <gtest/gtest.h>

#include "tests/model/lcp/scenes.h"

namespace stickslip::lcp {
namespace {

/// A ball of 1 kg, pushed down on a plane and sideways at 30 degrees to the first tangent.
Scene pushed_ball(double push) {
  Scene scene;
  const int ball = scene.add_body(1, 1e3, {push * 0.86602540378443864676, push * 0.5, -1, 0, 0, 0});
  scene.add_contact(ball, {0, 0, 0}, 0.5);
  scene.options.method = Method::gauss_seidel;
  return scene;
}

TEST(GaussSeidel, AgreesWithLemkeOnTheSamePolygon) {
  for (Sweep sweep : {Sweep::block, Sweep::separate, Sweep::normals_first}) {
    for (double push : {0.3, 0.9}) {
      Scene scene = pushed_ball(push);
      scene.options.sweep = sweep;
      scene.solve_it();
      ASSERT_EQ(scene.report.status, Status::solved);
      Scene direct = pushed_ball(push);
      direct.options.method = Method::lemke;
      direct.solve_it();
      for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(scene.velocity[i], direct.velocity[i], 1e-9);
    }
  }
}

TEST(GaussSeidel, SlidesStraightOnTheRoundCone) {
  Scene scene = pushed_ball(0.9);
  scene.options.edges = kRound;
  scene.solve_it();
  ASSERT_EQ(scene.report.status, Status::solved);
  // Friction 0.5 x 1 kg m/s against the motion, whose direction stays.
  EXPECT_NEAR(scene.velocity[0], 0.4 * 0.86602540378443864676, 1e-10);
  EXPECT_NEAR(scene.velocity[1], 0.4 * 0.5, 1e-10);
  EXPECT_NEAR(scene.sliding[0], 0.4, 1e-10);
}

/// L11 §17.3: a column of bodies squeezed between two planes that are delta too near. Exactly, every contact carries
/// the same impulse delta / (sum of compliances); sweeps approach it at a rate that falls with the square of the
/// height.
TEST(GaussSeidel, StagnatesOnTheSqueezedColumnWhereDirectMethodsAreExact) {
  const auto column = [](Method method, int sweeps) {
    Scene scene;
    const int count = 40;
    const double T = 1e-5;
    for (int b = 0; b < count; ++b) scene.add_body(1, 1, {0, 0, 0, 0, 0, 0});
    for (int b = 0; b < count; ++b) scene.add_contact(b, {0, 0, 0}, 0.0, -1.0, b - 1, {0, 0, 0}, T);
    const double down[3] = {0, 0, -1}, x[3] = {1, 0, 0}, y[3] = {0, 1, 0}, p[3] = {0, 0, 0};
    scene.contacts.push_back({static_cast<int>(scene.rows.size()), 2, 0.0});
    scene.add_row(RowKind::normal, Scene::along(count - 1, down, p), -1.0, T);
    scene.add_row(RowKind::tangent, Scene::along(count - 1, x, p), 0);
    scene.add_row(RowKind::tangent, Scene::along(count - 1, y, p), 0);
    scene.options.method = method;
    scene.options.max_sweeps = sweeps;
    scene.solve_it();
    return scene;
  };
  const double exact = 1.0 / 1e-5;
  for (Method method : {Method::lemke, Method::newton, Method::block_pivot}) {
    const Scene direct = column(method, 0);
    EXPECT_EQ(direct.report.status, Status::solved);
    for (const Contact& c : direct.contacts) {
      EXPECT_NEAR(direct.impulse[static_cast<std::size_t>(c.normal)], exact, 1e-8 * exact);
    }
  }
  const Scene swept = column(Method::gauss_seidel, 1000);
  EXPECT_EQ(swept.report.status, Status::cap);
  EXPECT_LT(swept.impulse[60], 0.1 * exact);
}

TEST(GaussSeidel, ContinuesFromTheImpulsesOfTheLastStep) {
  Scene scene = pushed_ball(0.9);
  Workspace work(scene.capacity());
  scene.solve_with(work);
  const int first = scene.report.iterations;
  scene.solve_with(work);
  EXPECT_LE(scene.report.iterations, first);
  EXPECT_EQ(scene.report.status, Status::solved);
}

}  // namespace
}  // namespace stickslip::lcp
