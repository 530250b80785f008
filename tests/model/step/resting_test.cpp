#include <algorithm>
#include <cstring>

#include "tests/model/rig.h"
#include "tests/model/step/models.h"

namespace stickslip {
namespace {

TEST(RestingBox, CarriesAQuarterOnEachCornerFromTheFirstOutputOn) {
  Rig rig(resource("resting_box"));
  rig.initialise();
  const double h = 0.001;
  const double quarter = 2.0 * 9.81 / 4;
  double low = 1e300;
  double high = -1e300;
  for (int k = 0; k <= long_run(100000); ++k) {
    if (k > 0) rig.step();
    const std::vector<double> forces = rig.normal_forces(h);
    ASSERT_EQ(forces.size(), 4U);
    for (const double f : forces) {
      low = std::min(low, f);
      high = std::max(high, f);
    }
  }
  EXPECT_NEAR(low, quarter, 1e-12 * quarter);
  EXPECT_NEAR(high, quarter, 1e-12 * quarter);
  EXPECT_LT(high - low, 1e-13 * quarter);
}

TEST(SettledScenes, TakeNoPivotInTheMedianStep) {
  for (const char* name : {"stack", "gripper", "incline"}) {
    Rig rig(resource(name));
    rig.initialise();
    for (int k = 0; k < 2000; ++k) rig.step();
    std::vector<int> pivots;
    for (int k = 0; k < 201; ++k) {
      rig.step();
      ASSERT_EQ(rig.report.status, StepStatus::solved) << name;
      pivots.push_back(rig.report.iterations);
    }
    std::sort(pivots.begin(), pivots.end());
    EXPECT_EQ(pivots[100], 0) << name;
    EXPECT_LE(rig.report.residual, 1e-13) << name;
  }
}

TEST(RestingBox, ShowsItsWeightAtASensorRightAfterInitialisation) {
  Model model = resource("resting_box");
  model.sensors = {{"ground", 1, kAnything, 1.0}};
  Rig rig(model);
  rig.initialise();
  EXPECT_NEAR(rig.value("ground.force[3]"), 2 * 9.81, 1e-12);
  EXPECT_NEAR(rig.value("ground.normalForce"), 2 * 9.81, 1e-12);
  EXPECT_NEAR(rig.value("ground.frictionForce"), 0, 1e-13);
  EXPECT_NEAR(rig.vector("ground.torque").norm(), 0, 1e-13);
  EXPECT_EQ(rig.whole("ground.count"), 4);
  EXPECT_EQ(rig.whole("ground.active"), 1);
  EXPECT_EQ(rig.whole("ground.sticking"), 1);
  EXPECT_EQ(rig.value("ground.gap"), 0);
}

// What rests keeps every bit of its state.
TEST(RestingStack, KeepsItsBits) {
  Rig rig(resource("stack"));
  rig.initialise();
  rig.steps(2);
  const State& state = rig.simulation.state();
  const std::vector<double> position(state.motion.position.begin(), state.motion.position.end());
  const std::vector<double> orientation(state.motion.orientation.begin(), state.motion.orientation.end());
  for (int k = 0; k < long_run(5000); ++k) {
    rig.step();
    ASSERT_EQ(rig.report.status, StepStatus::solved);
    ASSERT_EQ(state.header->flagged_count, 0) << "a bounce was seen in a resting stack, step " << k;
  }
  EXPECT_EQ(std::memcmp(position.data(), state.motion.position.data(), sizeof(double) * position.size()), 0);
  EXPECT_EQ(std::memcmp(orientation.data(), state.motion.orientation.data(), sizeof(double) * orientation.size()), 0);
}

// Five bodies with restitution 0.8 lie on top of each other: nothing may count as an impact.
TEST(RestingStack, OfBouncyBodiesNeverBounces) {
  for (const bool planar : {false, true}) {
    std::string text = "[model]\nname = \"five\"\n";
    text += planar ? "dimension = 2\ngravity = [0, -9.81]\n" : "";
    text += floor_of(0.5, 0.8);
    for (int k = 0; k < 5; ++k) {
      const std::string height = std::to_string(0.1 + 0.2 * k);
      text += "[[body]]\nname = \"b" + std::to_string(k) + "\"\nmass = 1\nposition = [0, " +
              (planar ? height : "0, " + height) +
              "]\nshapes = [{ type = \"box\", size = " + (planar ? "[0.2, 0.2]" : "[0.2, 0.2, 0.2]") +
              ", material = \"m\" }]\n";
    }
    for (const double h : {0.001, 1.0 / 60, 0.1}) {
      Rig rig(model_from(text));
      rig.initialise();
      for (int k = 0; k < 1000; ++k) {
        rig.step(h);
        ASSERT_EQ(rig.simulation.state().header->flagged_count, 0) << "h = " << h << ", step " << k;
        ASSERT_EQ(rig.report.status, StepStatus::solved);
      }
      EXPECT_NEAR(rig.value(planar ? "b4.position[2]" : "b4.position[3]"), 0.9, 1e-9);
    }
  }
}

}  // namespace
}  // namespace stickslip
