// What a drive or a brake moves by contacts and ropes: its arrival at a speed leaves no force that alternates.
#include <cmath>

#include "tests/model/rig.h"
#include "tests/model/step/models.h"

namespace stickslip::driven_loads {
namespace {

class DrivenLoads : public testing::TestWithParam<Scheme> {
 protected:
  bool is_soft() const { return GetParam() == Scheme::spook; }
  void expect_steady(Rig& rig, const std::string& name, double force) const {
    for (int k = 0; k < 50; ++k) {
      rig.step();
      EXPECT_NEAR(rig.value(name), force, is_soft() ? 1e-5 : 1e-7) << k;
    }
  }
};

std::string table(const std::string& axis, const std::string& keys) {
  return R"([[material]]
name = "m"
friction = 0.5
[[body]]
name = "table"
mass = 2
shapes = [{ type = "box", material = "m", size = [1, 1, 0.2] }]
[[body]]
name = "box"
mass = 10
position = [0, 0, 0.2]
shapes = [{ type = "box", material = "m", size = [0.2, 0.2, 0.2] }]
[[contact]]
name = "under"
bodies = ["box", "table"]
[[joint]]
name = "ram"
type = "slider"
bodies = ["world", "table"]
axis = )" +
         axis + "\n" + keys;
}

// The drive saturates until it has its speed, early, late or nowhere near the end of a step.
TEST_P(DrivenLoads, LiftThatHasItsSpeedCarriesTheWeight) {
  for (const std::string most : {"130", "150", "200", "1000", ""}) {
    const std::string limit = most.empty() ? "" : ", max_force = " + most;
    Rig rig(model_from(head_of(GetParam(), "gravity = [0, 0, -10]", 1e-3) +
                       table("[0, 0, 1]", "drive = { mode = \"velocity\", target = 0.3001" + limit + " }\n")));
    rig.initialise();
    rig.steps(600);
    EXPECT_NEAR(rig.value("box.velocity[3]"), 0.3001, 1e-8) << most;
    expect_steady(rig, "under.normalForce", 100);
    expect_steady(rig, "ram.drive.force", 120);
  }
}

// A target that changes at every step, as a controller's does: the box feels its differences.
TEST_P(DrivenLoads, LiftFollowsAControllerStepByStep) {
  Rig rig(model_from(head_of(GetParam(), "gravity = [0, 0, -10]", 1e-3) +
                     table("[0, 0, 1]", "drive = { mode = \"velocity\" }\n")));
  rig.initialise();
  const auto target = [](int k) { return 0.1 * std::sin(1e-3 * 10 * k); };
  for (int k = 1; k <= 2000; ++k) {
    rig.set("ram.drive.velocity", target(k));
    rig.step();
    if (k < 10) continue;
    const double acceleration = (target(k) - target(k - 1)) / 1e-3;
    ASSERT_NEAR(rig.value("under.normalForce"), 100 + 10 * acceleration, is_soft() ? 1e-2 : 1e-6) << k;
  }
}

// The rope of a winch is a gear between its length and the drum, with so much play that it only pulls.
TEST_P(DrivenLoads, WinchHoldsItsLoadOnTheRope) {
  Rig rig(model_from(head_of(GetParam(), "gravity = [0, 0, -10]", 2e-3) + R"([[body]]
name = "drum"
mass = 20
inertia = [0.4, 0.2, 0.4]
position = [0, 0, 5]
[[body]]
name = "load"
mass = 50
inertia = [1, 1, 1]
position = [0.2, 0, 2]
[[joint]]
name = "axle"
type = "hinge"
bodies = ["world", "drum"]
anchor = [0, 0, 5]
axis = [0, 1, 0]
drive = { mode = "velocity", max_torque = 300, target = 5 }
[[joint]]
name = "rope"
type = "distance"
bodies = ["world", "load"]
anchors = [[0.2, 0, 5], [0.2, 0, 2]]
max = 4.9
[[gear]]
name = "winding"
joints = ["rope", "axle"]
ratio = [1, 0.2]
offset = -47
backlash = 100
)"));
  rig.initialise();
  rig.steps(500);
  EXPECT_NEAR(rig.value("load.velocity[3]"), 1, 1e-8);
  expect_steady(rig, "winding.force", -500);
  expect_steady(rig, "axle.drive.torque", 100);
  rig.set("axle.drive.velocity", -60);  // faster than what falls
  rig.steps(100);
  EXPECT_EQ(rig.value("winding.force"), 0);  // slack: nothing pushes
  EXPECT_LT(rig.value("load.velocity[3]"), 0);
}

INSTANTIATE_TEST_SUITE_P(Schemes, DrivenLoads, testing::ValuesIn(kSchemes), name_of_tested);

}  // namespace
}  // namespace stickslip::driven_loads
