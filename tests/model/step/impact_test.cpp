#include <algorithm>
#include <random>

#include "tests/model/rig.h"
#include "tests/model/step/models.h"

namespace stickslip {
namespace {

// A03 Fig. 1: a unit mass at 1 m from a wall moves towards it with 1 m/s, no gravity.
Model ball_and_wall(double restitution) {
  Model model;
  model.planar = true;
  model.step.max_contacts = 4;
  model.materials = {{"m", 0.0, restitution}};
  Body wall;
  wall.name = "wall";
  wall.fixed = true;
  Body ball;
  ball.name = "ball";
  ball.mass = 1;
  ball.rotates = false;
  ball.p_WB = {0, 1, 0};
  ball.velocity = {0, -1, 0};
  ball.has_velocity = true;
  model.bodies = {wall, ball};
  Shape plane;
  plane.type = ShapeType::plane;
  Shape point;
  point.type = ShapeType::point;
  point.body = 1;
  model.shapes = {plane, point};
  return model;
}

void expect_rebound(double e, double h) {
  Rig rig(ball_and_wall(e));
  rig.initialise();
  const double* velocity = rig.at("ball.velocity[2]");
  const int needed = static_cast<int>(1 / h) + 4;
  for (int k = 0; k < needed; ++k) rig.step(h);
  ASSERT_NEAR(*velocity, e, 1e-13) << "h = " << h << ", e = " << e;
}

TEST(Restitution, IsExactForEveryStepSize) {
  for (const double e : {1.0, 0.7, 0.5, 0.0}) {
    for (const double h : {0.3, 0.15, 0.07, 0.007, 0.1, 0.25, 0.5, 1.0 / 3, 1.0 / 7, 1.0 / 49}) expect_rebound(e, h);
  }
}

TEST(Restitution, IsExactForTenThousandStepSizes) {
  std::mt19937 engine(1);
  for (int k = 0; k < long_run(5000); ++k) {
    const double u = static_cast<double>(engine()) / 4294967296.0;
    const double e = static_cast<double>(engine()) / 4294967296.0;
    expect_rebound(e, 0.01 + 0.6 * u);
    expect_rebound(e, 1.0 / static_cast<double>(2 + engine() % 100));
    if (testing::Test::HasFailure()) return;
  }
}

double apex(double h) {
  Model model = resource("bouncing_ball");
  model.step.size = h;
  Rig rig(model);
  rig.initialise();
  const double* height = rig.at("ball.position[3]");
  const double* velocity = rig.at("ball.velocity[3]");
  while (*velocity <= 0) rig.step();
  double highest = 0;
  while (*velocity > 0) {
    highest = std::max(highest, *height - 0.1);
    rig.step();
  }
  return std::max(highest, *height - 0.1);
}

TEST(Restitution, BringsADroppedBallBackToItsFirstApex) {
  EXPECT_NEAR(apex(1.0 / 60), 0.24798, 6e-6);
  EXPECT_NEAR(apex(0.001), 0.25053, 6e-6);
}

std::vector<double> five_balls(double spacing) {
  std::string text =
      "[model]\nname = \"cradle\"\ndimension = 2\ngravity = [0, 0]\n[[material]]\nname = \"m\"\n"
      "restitution = 1\nfriction = 0\n";
  for (int k = 0; k < 5; ++k) {
    const double x = k == 0 ? -0.3 : (k - 1) * (0.2 + spacing);
    text += "[[body]]\nname = \"b" + std::to_string(k) + "\"\nmass = 1\nposition = [" + std::to_string(x) +
            ", 0]\nshapes = [{ type = \"disk\", radius = 0.1, material = \"m\" }]\n";
    if (k == 0) text += "velocity = [1, 0]\n";
  }
  Model model = model_from(text);
  Rig rig(model);
  rig.initialise();
  rig.steps(2000);
  std::vector<double> velocities;
  for (int k = 0; k < 5; ++k) velocities.push_back(rig.value("b" + std::to_string(k) + ".velocity[1]"));
  return velocities;
}

TEST(Restitution, OfTouchingBallsActsOnAllAtOnce) {
  const std::vector<double> v = five_balls(0);
  // Gaps are known to 1e-16 m, speeds therefore to 1e-16 / h and a few times that.
  EXPECT_NEAR(v[0], -0.6, 1e-11);
  for (std::size_t k = 1; k < 5; ++k) EXPECT_NEAR(v[k], 0.4, 1e-11);
}

TEST(Restitution, OfSpacedBallsPassesThrough) {
  const std::vector<double> v = five_balls(0.01);
  for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(v[k], 0, 1e-11);
  EXPECT_NEAR(v[4], 1, 1e-11);
}

}  // namespace
}  // namespace stickslip
