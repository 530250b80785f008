// Friction polygons in space lie where they are needed: what is pushed holds and slides as on a round cone.
#include <ostream>

#include "tests/model/eigen.h"
#include "tests/model/rig.h"
#include "tests/model/step/models.h"

namespace stickslip {
namespace {

constexpr double kMu = 0.5;
constexpr double kWeight = 2 * 9.81;

std::string crate(double h, int edges = 8) {
  return "[model]\nname = \"crate\"\n[step]\nsize = " + number(h) + "\ncone = " + std::to_string(edges) + "\n" +
         floor_of(kMu) + R"(
[[body]]
name = "crate"
mass = 2
position = [0, 0, 0.05]
shapes = [{ type = "box", size = [0.2, 0.2, 0.1], material = "m" }]
[interface]
inputs = ["crate.force"]
)";
}

Rig pushed(Scheme scheme, double h, int edges = 8) {
  Model model = model_from(crate(h, edges));
  model.step.scheme = scheme;
  return Rig(model);
}

Vec3 heading(double angle) {
  return {std::cos(angle), std::sin(angle), 0};
}

Vec3 flat(const Vec3& v) {
  return {v.x(), v.y(), 0};
}

class Cones : public testing::TestWithParam<Scheme> {};

// What is 1e-3 below the bound holds, whatever its direction, and what is 1e-3 above it moves away.
TEST_P(Cones, BreakAwayAtTheSameForceInEveryDirection) {
  for (int k = 0; k < 24; ++k) {
    for (const double share : {0.999, 1.001}) {
      Rig rig(pushed(GetParam(), 0.001));
      rig.initialise();
      rig.set("crate.force", share * kMu * kWeight * heading(0.13 * k));
      rig.steps(1000);
      const double moved = flat(rig.vector("crate.position")).norm();
      const double speed = rig.vector("crate.velocity").dot(heading(0.13 * k));
      if (share < 1) {
        EXPECT_LT(moved, 2e-5) << k;
        EXPECT_LT(std::fabs(speed), 1e-9) << k;
      } else {
        EXPECT_NEAR(speed, 1e-3 * kMu * 9.81, 0.25e-3 * kMu * 9.81) << k;
      }
    }
  }
}

// A force that turns while it holds is held as well.
TEST_P(Cones, HoldAForceThatTurns) {
  Rig rig(pushed(GetParam(), 0.001));
  rig.initialise();
  for (int k = 0; k < 2000; ++k) {
    rig.set("crate.force", 0.995 * kMu * kWeight * heading(0.002 * k));
    rig.step();
  }
  EXPECT_LT(flat(rig.vector("crate.position")).norm(), 1e-4);
}

struct Push {
  double h;
  double force;  // of mu m g
  int steps;
};

// Pushed far, pushed slowly: it goes where it is pushed to.
TEST_P(Cones, SlideAlongTheForce) {
  for (const Push& push : {Push{0.001, 1.2, 1000}, Push{1.0 / 60, 1.2, 60}, Push{1.0 / 60, 1.002, 240}}) {
    for (const double angle : {0.0, 0.2, 0.39, 0.6, 1.0, 2.9}) {
      Rig rig(pushed(GetParam(), push.h));
      rig.initialise();
      rig.set("crate.force", push.force * kMu * kWeight * heading(angle));
      rig.steps(push.steps);
      const Vec3 moved = rig.vector("crate.position") - Vec3(0, 0, 0.05);
      const double along = moved.dot(heading(angle));
      EXPECT_GT(along, 0) << angle;
      EXPECT_LT((moved - along * heading(angle)).norm(), 1e-3 * along) << angle << ", h = " << push.h;
    }
  }
}

// Drawn by a soft spring at 2 mm/s, which is slow beside what friction stops in a step.
TEST_P(Cones, FollowASlowPull) {
  for (const double h : {0.001, 1.0 / 60}) {
    for (const double angle : {0.2, 0.39, 1.0}) {
      Rig rig(pushed(GetParam(), h));
      rig.initialise();
      const double stiffness = 500;
      const int steps = static_cast<int>(25 / h);
      for (int k = 0; k < steps; ++k) {
        const Vec3 p = rig.vector("crate.position");
        const Vec3 v = rig.vector("crate.velocity");
        rig.set("crate.force", stiffness * (0.002 * h * k * heading(angle) - Vec3(p.x(), p.y(), 0)) - 20 * v);
        rig.step();
      }
      const Vec3 moved = rig.vector("crate.position") - Vec3(0, 0, 0.05);
      const double along = moved.dot(heading(angle));
      EXPECT_GT(along, 0.02) << angle;
      EXPECT_LT((moved - along * heading(angle)).norm(), 1e-3 * along) << angle << ", h = " << h;
    }
  }
}

// Thrown, and turning as it slides: the same path whatever the heading, which a world's axes know nothing of.
TEST_P(Cones, KnowNoDirectionOfTheWorld) {
  Vec3 expected = Vec3::Zero();
  for (const double angle : {0.0, 0.1, 0.2, 0.39, 0.7, 2.0}) {
    Model model = model_from(crate(0.001));
    model.step.scheme = GetParam();
    model.bodies[1].velocity = 2 * heading(angle);
    model.bodies[1].angular_velocity = {0, 0, 3};
    model.bodies[1].q_WB = angle_axis(angle, Vec3::UnitZ());
    Rig rig(model);
    rig.initialise();
    rig.steps(600);
    const Vec3 p = angle_axis(-angle, Vec3::UnitZ()) * rig.vector("crate.position");
    if (angle == 0) expected = p;
    EXPECT_LT((p - expected).norm(), 1e-3 * flat(expected).norm()) << angle;
  }
}

// The one impact of a ball has its corner along the motion too.
TEST_P(Cones, BouncingBallsLeaveInThePlaneTheyCameIn) {
  for (const double angle : {0.0, 0.15, 0.39, 0.6}) {
    Model model = model_from("[model]\nname = \"b\"\n[step]\nsize = 0.001\n" + floor_of(0.2, 0.7) +
                             "[[body]]\nname = \"ball\"\nmass = 1\nposition = [0, 0, 0.15]\nvelocity = [" +
                             number(std::cos(angle)) + ", " + number(std::sin(angle)) + ", -2]\n" +
                             "shapes = [{ type = \"sphere\", radius = 0.1, material = \"m\" }]\n");
    model.step.scheme = GetParam();
    Rig rig(model);
    rig.initialise();
    rig.steps(100);
    const Vec3 v = rig.vector("ball.velocity");
    EXPECT_GT(v.z(), 0);
    EXPECT_NEAR(v.y() * std::cos(angle) - v.x() * std::sin(angle), 0, 1e-4) << angle;
  }
}

INSTANTIATE_TEST_SUITE_P(Every, Cones, testing::ValuesIn(kSchemes));

}  // namespace
}  // namespace stickslip
