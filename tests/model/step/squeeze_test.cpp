#include "tests/model/rig.h"
#include "tests/model/step/models.h"

namespace stickslip {
namespace {

// Two fingers on horizontal rails squeeze a box that nothing else holds; the rails' carrier may be lifted.
Model squeeze(double acceleration) {
  std::string text = R"(
[model]
name = "squeeze"
[[material]]
name = "m"
friction = 0.6
[[body]]
name = "box"
mass = 0.5
shapes = [{ type = "box", size = [0.1, 0.1, 0.1], material = "m" }]
[[body]]
name = "hand"
mass = 1.0
inertia = [0.01, 0.01, 0.01]
position = [0, 0, 0.3]
[[body]]
name = "left"
mass = 0.1
position = [-0.06, 0, 0]
shapes = [{ type = "box", size = [0.02, 0.04, 0.04], material = "m" }]
[[body]]
name = "right"
mass = 0.1
position = [0.06, 0, 0]
shapes = [{ type = "box", size = [0.02, 0.04, 0.04], material = "m" }]
[[joint]]
name = "close_left"
type = "slider"
bodies = ["hand", "left"]
axis = [1, 0, 0]
[[joint]]
name = "close_right"
type = "slider"
bodies = ["hand", "right"]
axis = [-1, 0, 0]
[[contact]]
name = "grip"
bodies = ["box"]
[[joint]]
name = "lift"
)";
  text += acceleration == 0 ? "type = \"fixed\"\nbodies = [\"world\", \"hand\"]\n"
                            : "type = \"slider\"\nbodies = [\"world\", \"hand\"]\naxis = [0, 0, 1]\n";
  return model_from(text);
}

class Gripper : public testing::TestWithParam<double> {};

TEST_P(Gripper, HoldsWhileFrictionExceedsTheLoad) {
  const double a = GetParam();
  const double force = (1 + 1e-6) * 0.5 * (9.81 + a) / (2 * 0.6);
  Rig rig(squeeze(a));
  rig.set("close_left.force", force);
  rig.set("close_right.force", force);
  if (a != 0) rig.set("lift.force", 1.7 * (9.81 + a));
  rig.initialise();
  EXPECT_NEAR(rig.value("grip.normalForce"), 2 * force, 1e-12 * force);
  EXPECT_NEAR(rig.value("grip.frictionForce"), 0.5 * (9.81 + a), 1e-11);
  for (int k = 0; k < 2000; ++k) {
    rig.step();
    ASSERT_EQ(rig.report.status, StepStatus::solved) << "step " << k << ", residual " << rig.report.residual;
  }
  const double lifted = a == 0 ? 0 : rig.value("lift.position");
  if (a != 0) {
    EXPECT_NEAR(lifted, 0.5 * a * 2 * 2.001, 1e-9);
  }
  EXPECT_NEAR(rig.value("box.position[3]"), lifted, 1e-12);
  EXPECT_NEAR(rig.value("box.position[2]"), 0, 1e-12);
}

TEST_P(Gripper, DropsTheBoxBelow) {
  const double a = GetParam();
  const double force = (1 - 1e-6) * 0.5 * (9.81 + a) / (2 * 0.6);
  Rig rig(squeeze(a));
  rig.set("close_left.force", force);
  rig.set("close_right.force", force);
  // Friction alone carries the box: the hand gets what keeps its acceleration.
  if (a != 0) rig.set("lift.force", 1.2 * (9.81 + a) + 2 * 0.6 * force);
  rig.initialise();
  rig.steps(1000);
  const double lifted = a == 0 ? 0 : rig.value("lift.position");
  const double slipped = lifted - rig.value("box.position[3]");
  EXPECT_NEAR(slipped, 0.5 * 1e-6 * (9.81 + a) * 1.001, 1e-3 * 0.5 * 1e-6 * 9.81);
}

INSTANTIATE_TEST_SUITE_P(AtRestAndLifting, Gripper, testing::Values(0.0, 0.5, 3.0));

}  // namespace
}  // namespace stickslip
