// The machines of resources/ against what is known of their motion.
#include <cmath>

#include "tests/model/rig.h"
#include "tests/model/step/models.h"

namespace stickslip {
namespace {

TEST(Machines, FourBarIsTurnedAtItsDrivesSpeed) {
  Rig rig(resource("four_bar"));
  rig.initialise();
  rig.steps(5000);
  EXPECT_NEAR(rig.value("motor.velocity"), 60, 1e-6);
  EXPECT_NEAR(rig.value("bearing.velocity"), 3, 1e-6);
  EXPECT_NEAR(rig.value("bearing.angle"), rig.value("motor.angle") / 20, 1e-9);
  EXPECT_LT(rig.report.joint_error, 1e-5);
}

TEST(Machines, CraneCarriesItsLoadOnATautRope) {
  Rig rig(resource("crane"));
  rig.initialise();
  double most = 0;
  for (int k = 0; k < 3000; ++k) {
    rig.step();
    most = std::max(most, rig.value("rope.position"));
  }
  EXPECT_NEAR(rig.value("rail.velocity"), 1, 1e-6);
  EXPECT_LT(most, 4.6 + 1e-5);
  rig.set("rail.drive.velocity", 0);
  rig.steps(10);
  EXPECT_LT(rig.value("rope.limit.force"), 0);
}

// At rest the suspension holds the car, the tyre everything, less what friction and stops take.
TEST(Machines, QuarterCarStandsOnItsSpringsAfterAKerb) {
  Rig rig(resource("quarter_car"));
  rig.initialise();
  rig.steps(8000);
  EXPECT_NEAR(rig.value("road.position"), 0.05, 1e-4);
  const double strut = rig.value("suspension.force") + rig.value("strut.frictionForce") * -1;
  EXPECT_NEAR(-strut, 350 * 9.81, 1e-3);
  EXPECT_NEAR(-rig.value("tyre.force"), 390 * 9.81, 1e-3);
}

// r (5 + 8)/2 ahead, r (8 - 5)/track about z.
TEST(Machines, DifferentialDriveDrivesItsCircle) {
  Rig rig(resource("differential_drive"));
  rig.initialise();
  rig.steps(3000);
  EXPECT_NEAR(rig.value("chassis.angularVelocity[3]"), 0.1 * 3 / 0.4, 1e-3);
  const Vec3 axle = rig.vector("left_wheel.velocity") + rig.vector("right_wheel.velocity");
  EXPECT_NEAR(0.5 * axle.norm(), 0.65, 1e-3);
}

TEST(Machines, ArmReachesItsTargetsUpToFrictionAndWeight) {
  Rig rig(resource("six_axis_arm"));
  rig.initialise();
  rig.steps(4000);
  const double targets[] = {0.5, 0.8, -1.2, 0.3, 0.7, -0.4};
  const double stiffness[] = {4000, 8000, 4000, 800, 800, 200};
  for (int k = 0; k < 6; ++k) {
    const std::string axis = "axis_" + std::to_string(k + 1);
    const double off = rig.value(axis + ".angle") - targets[k];
    EXPECT_NEAR(rig.value(axis + ".drive.torque"), -stiffness[k] * off, 1e-3) << axis;
    EXPECT_NEAR(rig.value(axis + ".velocity"), 0, 1e-6) << axis;
  }
  // Nothing but the drive and dry friction holds axis 2 against the weight of what hangs on it.
  EXPECT_NEAR(rig.value("axis_2.drive.torque") + rig.value("axis_2.frictionTorque"),
              rig.value("axis_2.reaction.torque[1]") * -std::sin(rig.value("axis_1.angle")) +
                  rig.value("axis_2.reaction.torque[2]") * std::cos(rig.value("axis_1.angle")),
              1e-6);
}

}  // namespace
}  // namespace stickslip
