#include "model/lcp/solve.h"

#include <gtest/gtest.h>

#include "tests/model/lcp/scenes.h"

namespace stickslip::lcp {
namespace {

/// Two boxes on each other, the upper one pulled by a rope of two joints to the world.
Scene roped_stack(Method method) {
  Scene scene;
  for (int b = 0; b < 2; ++b) {
    scene.add_body(1 + b, 0.05, {0.02 * b + 0.004, 0, -0.01, 0, 0, 0});
  }
  const double x[3] = {1, 0, 0}, p[3] = {0, 0, 0};
  scene.add_row(RowKind::equality, Scene::along(1, x, p), 0);
  for (int b = 0; b < 2; ++b) {
    for (double px : {-0.1, 0.1}) {
      for (double py : {-0.1, 0.1}) scene.add_contact(b, {px, py, -0.1}, 0.3, 0, b - 1, {px, py, 0.1});
    }
  }
  scene.options.method = method;
  return scene;
}

TEST(Split, FindsTheMotionThatLemkeFinds) {
  Scene split = roped_stack(Method::split);
  split.options.split_rounds = 200;
  split.solve_it();
  EXPECT_EQ(split.report.status, Status::solved);
  Scene direct = roped_stack(Method::lemke);
  direct.solve_it();
  for (std::size_t i = 0; i < 12; ++i) EXPECT_NEAR(split.velocity[i], direct.velocity[i], 1e-9);
}

TEST(Split, KeepsJointsAndNormalsExactAfterFewRounds) {
  Scene scene = roped_stack(Method::split);
  scene.options.split_rounds = 1;
  scene.solve_it();
  const Problem problem = scene.problem();
  for (const Row& row : problem.rows) {
    const double v = row_velocity(problem, row, scene.velocity.data());
    if (row.kind == RowKind::equality) {
      EXPECT_NEAR(v, 0, 1e-15);
    } else if (row.kind == RowKind::normal) {
      EXPECT_GE(v, -1e-15);
    }
  }
}

}  // namespace
}  // namespace stickslip::lcp
