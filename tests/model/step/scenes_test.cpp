// The machines of resources/scenes: short slices of what examples/ runs whole.
#include <algorithm>
#include <array>
#include <cmath>

#include "model/constraints/joints.h"
#include "tests/model/rig.h"
#include "tests/model/step/models.h"

namespace stickslip {
namespace {

constexpr std::array<const char*, 4> kMotors = {"motor_fl", "motor_fr", "motor_rl", "motor_rr"};

TEST(Scenes, PadsHoldTheCapsuleWhereItIs) {
  for (const double stiffness : {6000.0, 30000.0}) {
    Rig rig(resource("scenes/held_capsule"));
    rig.set("close_left.drive.stiffness", stiffness);
    rig.set("close_right.drive.stiffness", stiffness);
    rig.initialise();
    rig.steps(long_run(5000));
    EXPECT_EQ(rig.vector("capsule.position"), Vec3::Zero());
    EXPECT_NEAR(rig.value("grip.normalForce"), 2e-3 * stiffness, 1e-9 * stiffness);
    EXPECT_NEAR(rig.value("grip.force[3]"), 0.5 * 0.045 * 9.81, 1e-12);
  }
}

TEST(Scenes, CapsuleThatAKnockHasMovedHangsStillAgain) {
  Rig rig(resource("scenes/held_capsule"));
  rig.initialise();
  rig.set("capsule.force[3]", -20);
  rig.steps(2);
  rig.set("capsule.force[3]", 0);
  rig.steps(200);
  const Vec3 held = rig.vector("capsule.position");
  EXPECT_LT(held.z(), -2e-4);
  rig.steps(1000);
  EXPECT_EQ(rig.vector("capsule.position"), held);
}

TEST(Scenes, ParkedRobotStaysOnItsSlope) {
  Model model = resource("scenes/parked_robot");
  const double slope = std::acos(-1.0) / 18;
  model.gravity = {9.81 * std::sin(slope), 0, -9.81 * std::cos(slope)};
  Rig rig(model);
  rig.initialise();
  rig.steps(long_run(5000));
  EXPECT_EQ(rig.vector("chassis.position"), Vec3(0, 0, 0.15));
  double torque = 0;
  for (const char* motor : kMotors) torque += rig.value(std::string(motor) + ".drive.torque");
  // The wheels hold all of the robot's weight along the slope, 0.1 m above it.
  EXPECT_NEAR(torque, -0.1 * (20 + 4 * 1.2) * 9.81 * std::sin(slope), 1e-9);
  for (const char* motor : kMotors) rig.set(std::string(motor) + ".drive.velocity", 3);
  rig.steps(300);
  for (const char* motor : kMotors) rig.set(std::string(motor) + ".drive.velocity", 0);
  rig.steps(300);
  const Vec3 parked = rig.vector("chassis.position");
  EXPECT_GT(parked.x(), 0.05);
  rig.steps(long_run(2000));
  EXPECT_EQ(rig.vector("chassis.position"), parked);
}

/// Root mean square of what is off in joints where the last step ended, and in contacts that it loaded where it began.
double rms_violation(const Rig& rig) {
  const Workspace& work = rig.simulation.workspace();
  const Model& model = rig.simulation.model();
  double sum = 0;
  int count = 0;
  const auto add = [&](double off) {
    sum += off * off;
    ++count;
  };
  for (int joint = 0; joint < static_cast<int>(model.joints.size()); ++joint) {
    const JointMisfit misfit = joint_misfit(model, joint, work.poses);
    for (int k = 0; k < misfit.count; ++k) {
      if (!misfit.rows[k].of_speed) add(misfit.rows[k].violation);
    }
  }
  for (int c = 0; c < work.problem.contact_count; ++c) {
    if (work.problem.solution.impulse[work.problem.contacts[c].normal] <= 0) continue;
    add(std::min(0.0, work.contacts.storage[c].gap));
  }
  return std::sqrt(sum / std::max(count, 1));
}

// Stands, starts to drive: what drives do is the most that the energy may grow by, and r w is the speed that they
// reach.
TEST(Scenes, WheelLoaderStandsAndDrives) {
  Rig rig(resource("scenes/wheel_loader"));
  rig.initialise();
  rig.steps(2);
  const Vec3 still(-1.4, 0, 1.2);
  EXPECT_LT((rig.vector("rear_frame.position") - still).norm(), 1e-12);
  const double start = rig.energy();
  double work = 0;
  std::array<double, 4> before{};
  const int count = long_run(40);
  for (int k = 0; k < count; ++k) {
    for (const char* motor : kMotors) rig.set(std::string(motor) + ".drive.velocity", 1);
    const StepReport& report = rig.step();
    EXPECT_EQ(report.status, StepStatus::solved) << k;
    EXPECT_LT(rms_violation(rig), 1e-9) << k;
    for (std::size_t m = 0; m < kMotors.size(); ++m) {
      const double rate = rig.value(std::string(kMotors[m]) + ".velocity");
      work += rig.value(std::string(kMotors[m]) + ".drive.torque") * 0.5 * (rate + before[m]) / 60;
      before[m] = rate;
    }
    EXPECT_LE(rig.energy() - start, work + 1e-6) << k;
  }
  if (count < 40) return;
  EXPECT_NEAR(rig.value("rear_frame.velocity[1]"), 0.75, 1e-9);
}

// The wall stands to the last bit while the ball swings, and energy only falls.
TEST(Scenes, WallsStandUntilTheBallHits) {
  for (const char* scene : {"scenes/wrecking_ball_cubes", "scenes/wrecking_ball_long_bricks"}) {
    Rig rig(resource(scene));
    rig.initialise();
    rig.steps(3);
    EXPECT_NEAR(rig.value("rope.angle"), std::acos(-1.0) * 70 / 180, 1e-12);
    rig.set("rope.drive.mode", 0);
    const double start = rig.energy();
    for (int k = 0; k < long_run(60); ++k) {
      EXPECT_EQ(rig.step().status, StepStatus::solved) << k;
      EXPECT_LE(rig.energy(), start * (1 + 1e-12)) << k;
    }
    EXPECT_EQ(rig.value("brick_4_2.position[3]"), 1.75);
    EXPECT_LT(rig.value("rope.velocity"), 0);
  }
}

TEST(Scenes, LogsDropOntoTheirRamp) {
  Rig rig(resource("scenes/log_pile"));
  rig.initialise();
  const double start = rig.energy();
  for (int k = 0; k < long_run(30); ++k) {
    rig.step();
    // The gate's servo gives way and comes back: what it holds is its own, k x^2 / 2.
    EXPECT_LE(rig.energy(), start + 0.5e6 * std::pow(rig.value("lift.position"), 2) + 1e-6) << k;
    EXPECT_LT(rms_violation(rig), 1e-4) << k;
  }
}

// Restitution is over, the pile lies still, and a gate that lifts lets it out.
TEST(Scenes, CannonballsLieUntilTheirGateOpens) {
  Rig rig(resource("scenes/cannonballs"));
  rig.initialise();
  rig.steps(180);
  EXPECT_LT(rig.value("energy.kinetic"), 1e-12);
  const double rests = rig.value("disk_11.position[1]");
  rig.steps(20);
  EXPECT_NEAR(rig.value("disk_11.position[1]"), rests, 1e-9);
  for (int k = 1; k <= 100; ++k) {
    rig.set("lift.drive.position", std::min(20.0, 0.25 * k));
    rig.step();
  }
  EXPECT_GT(rig.value("disk_11.position[1]"), 37);
}

// Friction holds twice mu N and no more, to 1e-9 of it.
TEST(Scenes, SqueezedBoxSlidesBeyondItsFriction) {
  Rig rig(resource("scenes/squeezed_box"));
  rig.initialise();
  rig.set("box.force[1]", 1999.999);
  rig.steps(60);
  EXPECT_EQ(rig.vector("box.position"), Vec3(0, 0, 1));
  rig.set("box.force[1]", 2001);
  rig.steps(60);
  const double digits = 1e-9 * 2000;  // N
  EXPECT_NEAR(rig.value("box.velocity[1]"), 0.1, digits / 10);
  EXPECT_NEAR(rig.value("above.normalForce"), 2000, digits);
}

TEST(Scenes, PawlLatches) {
  Rig rig(resource("scenes/pawl"));
  rig.initialise();
  rig.set("push.drive.velocity", 0.01);
  double bent = 0;
  for (int k = 0; k < 2000; ++k) {
    EXPECT_EQ(rig.step().status, StepStatus::solved) << k;
    bent = std::max(bent, rig.value("flexure.angle"));
  }
  EXPECT_GT(bent, 0.03);
  EXPECT_NEAR(rig.value("flexure.angle"), 0, 1e-9);  // it has snapped in
  rig.set("push.drive.velocity", -0.01);
  rig.steps(1000);
  const double held = rig.value("push.position");
  EXPECT_GT(held, 1.5e-3);
  EXPECT_NEAR(rig.value("push.drive.force"), -0.2, 1e-12);
  rig.steps(500);
  EXPECT_EQ(rig.value("push.position"), held);
}

TEST(Scenes, RoverClimbsItsFirstSlab) {
  Rig rig(resource("scenes/rover"));
  rig.set("shoulder.drive.position", -0.6);
  rig.set("elbow.drive.position", 0.8);
  rig.initialise();
  rig.steps(100);
  for (const char* motor : kMotors) rig.set(std::string(motor) + ".drive.velocity", 4);
  const int count = long_run(400);
  for (int k = 0; k < count; ++k) {
    EXPECT_EQ(rig.step().status, StepStatus::solved) << k;
    EXPECT_LT(rms_violation(rig), 1e-4) << k;
    EXPECT_NEAR(rig.value("pivot_left.angle"), -rig.value("pivot_right.angle"), 1e-9) << k;
  }
  if (count < 400) return;
  EXPECT_GT(rig.value("chassis.position[3]"), 0.41);
}

}  // namespace
}  // namespace stickslip
