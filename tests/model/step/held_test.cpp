// Dry friction and drives under the trapezoidal rule: what they hold is held, and the order is two through every stop.
#include <cmath>
#include <vector>

#include "tests/model/rig.h"
#include "tests/model/step/models.h"

namespace stickslip {
namespace {

std::string trapezoidal_world(const std::string& gravity, double h) {
  return head_of(Scheme::trapezoidal, "gravity = " + gravity, h);
}

// A slider of 2 kg with dry friction at a spring.
std::string rubbing_oscillator(double h, double friction) {
  return trapezoidal_world("[0, 0, 0]", h) +
         "[[body]]\nname = \"sled\"\nmass = 2\ninertia = [1, 1, 1]\n[[joint]]\nname = \"rail\"\ntype = \"slider\"\n"
         "bodies = [\"world\", \"sled\"]\naxis = [1, 0, 0]\nfriction = " +
         number(friction) +
         "\nstart = { position = 0.105 }\n[[spring]]\nname = \"coil\"\njoint = \"rail\"\nstiffness = 200\n";
}

// Half swing n = 0, 1, ... goes about the centre s F/k, s = 1, -1, ..., with an amplitude 2 F/k less than the last.
double rubbing_position(double t, double friction) {
  const double omega = std::sqrt(200.0 / 2);
  const double centre = friction / 200;
  const double half = 3.14159265358979323846 / omega;
  double sign = 1;
  double amplitude = 0.105 - centre;
  for (; t > half; t -= half, sign = -sign) amplitude -= 2 * centre;
  return sign * (centre + amplitude * std::cos(omega * t));
}

// The most that the position is off at 20 times that fall anyhow to the stops.
double error_of_oscillator(double h, double friction) {
  Rig rig(model_from(rubbing_oscillator(h, friction)));
  rig.initialise();
  double worst = 0;
  const int stride = static_cast<int>(std::lround(0.064 / h));
  for (int k = 1; k <= 20; ++k) {
    rig.steps(stride);
    worst = std::max(worst, std::fabs(rig.value("rail.position") - rubbing_position(0.064 * k, friction)));
  }
  return worst;
}

TEST(Held, FrictionThatTurnsWithTheMotionKeepsOrderTwo) {
  std::vector<double> errors;
  for (const double h : {0.004, 0.002, 0.001, 0.0005}) errors.push_back(error_of_oscillator(h, 2));
  EXPECT_LT(errors.front(), 2e-3);
  EXPECT_LT(errors.back(), errors.front() / 40) << errors.front() << " " << errors.back();
}

TEST(Held, WorkOfFrictionIsItsForceTimesTheWay) {
  Rig rig(model_from(rubbing_oscillator(1e-3, 2)));
  rig.initialise();
  const double start = rig.energy();
  double way = 0;
  double last = 0.105;
  for (int k = 0; k < 3000; ++k) {
    rig.step();
    const double x = rig.value("rail.position");
    way += std::fabs(x - last);
    last = x;
    ASSERT_NEAR(rig.value("energy.dissipated") + rig.energy(), start, 1e-12);
    ASSERT_LE(std::fabs(rig.value("rail.frictionForce")), 2 * (1 + 1e-12));
  }
  EXPECT_NEAR(rig.value("energy.dissipated"), 2 * way, 2e-3 * start);
  EXPECT_EQ(rig.value("rail.velocity"), 0);
  EXPECT_NEAR(rig.value("rail.frictionForce"), 200 * last, 1e-9);
}

// An arm of three links that turn, bend and slide in space, under gravity.
std::string arm(double h, const std::string& first, const std::string& second, const std::string& third) {
  return trapezoidal_world("[0, 0, -9.81]", h) +
         "[[body]]\nname = \"a\"\nmass = 3\ninertia = [0.1, 0.08, 0.05]\nposition = [0.1, 0, 0.4]\n"
         "[[body]]\nname = \"b\"\nmass = 2\ninertia = [0.05, 0.06, 0.03]\nposition = [0.5, 0, 0.8]\n"
         "[[body]]\nname = \"c\"\nmass = 1\ninertia = [0.01, 0.012, 0.02]\nposition = [1, 0.1, 0.8]\n"
         "[[joint]]\nname = \"turn\"\ntype = \"hinge\"\nbodies = [\"world\", \"a\"]\nanchor = [0, 0, 0]\n"
         "axis = [0, 0, 1]\n" +
         first +
         "[[joint]]\nname = \"bend\"\ntype = \"hinge\"\nbodies = [\"a\", \"b\"]\nanchor = [0.1, 0, 0.8]\n"
         "axis = [0, 1, 0]\n" +
         second +
         "[[joint]]\nname = \"slide\"\ntype = \"slider\"\nbodies = [\"b\", \"c\"]\nanchor = [0.9, 0, 0.8]\n"
         "axis = [1, 0, 0.2]\n" +
         third;
}

Vec3 position_of_arm(double h, const std::string& first, const std::string& second, const std::string& third,
                     double T) {
  Rig rig(model_from(arm(h, first, second, third)));
  rig.initialise();
  for (int k = 0; k < static_cast<int>(std::lround(T / h)); ++k) {
    rig.step();
    EXPECT_LT(rig.report.residual, 1e-9) << h << ", step " << k;
    EXPECT_EQ(rig.report.status, StepStatus::solved) << h << ", step " << k;
  }
  return rig.vector("c.position");
}

// It swings, its joints stop and turn round at times of their own: two halvings show order two.
TEST(Held, JointsOfAnArmRubAtOrderTwo) {
  const auto end = [](double h) {
    return position_of_arm(h, "friction = 0.3\nstart = { velocity = 2 }\n", "friction = 0.5\n",
                           "friction = 1.5\nstart = { velocity = 0.8 }\nlimits = [-2, 2]\n", 0.8);
  };
  const Vec3 fine = end(1.25e-4);
  const double coarse = (end(4e-3) - fine).norm();
  const double half = (end(2e-3) - fine).norm();
  const double quarter = (end(1e-3) - fine).norm();
  EXPECT_LT(half, 0.4 * coarse);
  EXPECT_LT(quarter, 0.4 * half);
  EXPECT_LT(quarter, 1e-4);
}

// Every joint under another drive, on an arm that turns: each holds what it is told at the end of every step.
TEST(Held, DrivesOfATurningArmHoldTheirSpeeds) {
  for (const double h : {1e-3, 0.01}) {
    Rig rig(model_from(arm(h, "drive = { mode = \"velocity\", target = 3 }\n",
                           "drive = { mode = \"velocity\", target = -0.4, max_torque = 500 }\n",
                           "drive = { mode = \"locked\", max_force = 1000 }\n")));
    rig.initialise();
    double late = 0;
    for (int k = 1; k <= 300; ++k) {
      rig.step();
      ASSERT_EQ(rig.report.status, StepStatus::solved) << k;
      ASSERT_NEAR(rig.value("turn.velocity"), 3, 1e-11) << k;
      ASSERT_NEAR(rig.value("bend.velocity"), -0.4, 1e-11) << k;
      ASSERT_NEAR(rig.value("slide.velocity"), 0, 1e-11) << k;
      ASSERT_NEAR(rig.value("slide.position"), 0, 1e-12) << k;
      ASSERT_NEAR(rig.value("turn.angle"), 3 * k * h, 1e-12) << k;
      const double bend = rig.value("bend.angle") + 0.4 * k * h;
      if (k == 1) late = bend;  // it had to come to its speed
      ASSERT_NEAR(bend, late, 1e-12) << k;
    }
  }
}

// The same arm under drives that give what they can: its momentum changes by the forces that it shows.
TEST(Held, ForcesOfFrictionAndDrivesBalanceMomentumAndEnergy) {
  Rig rig(model_from(arm(2e-3, "friction = 0.4\nstart = { velocity = 2 }\n",
                         "drive = { mode = \"velocity\", target = -0.9, max_torque = 9 }\n",
                         "drive = { mode = \"position\", stiffness = 600, damping = 5, max_force = 40 }\n"
                         "friction = 2\n")));
  rig.initialise();
  const double masses[] = {3, 2, 1};
  const char* const names[] = {"a", "b", "c"};
  const char* const joints[] = {"turn", "bend", "slide"};
  const auto velocity = [&](int b) { return Vec3(get3(&rig.simulation.state().motion.velocity[6 * b])); };
  for (int k = 0; k < 1000; ++k) {
    Vec3 before[3];
    for (int b = 0; b < 3; ++b) before[b] = velocity(b);
    rig.step();
    for (int b = 0; b < 3; ++b) {
      Vec3 force = Vec3(0, 0, -9.81 * masses[b]) + rig.vector(std::string(joints[b]) + ".reaction.force");
      if (b < 2) force -= rig.vector(std::string(joints[b + 1]) + ".reaction.force");
      const double size = force.norm() + masses[b] * before[b].norm() / 2e-3 + 60;
      ASSERT_LT((masses[b] * (velocity(b) - before[b]) / 2e-3 - force).norm(), 1e-12 * size) << names[b] << " " << k;
    }
    ASSERT_LE(std::fabs(rig.value("turn.frictionTorque")), 0.4 * (1 + 1e-12));
    ASSERT_LE(std::fabs(rig.value("bend.drive.torque")), 9 * (1 + 1e-12));
    ASSERT_LE(std::fabs(rig.value("slide.drive.force")), 40 * (1 + 1e-12));
  }
}

// What is stuck on an arm that turns creeps by no more than round-off, at which joints count as closed.
TEST(Held, FrictionDoesNotCreepOnATurningArm) {
  Rig rig(model_from(arm(0.005, "drive = { mode = \"velocity\", target = 2 }\n",
                         "drive = { mode = \"velocity\", target = 1 }\n", "friction = 60\n")));
  rig.initialise();
  rig.steps(50);  // the jerk of the start moves it
  const double position = rig.value("slide.position");
  for (int k = 0; k < long_run(10000); ++k) {
    rig.step();
    ASSERT_NEAR(rig.value("slide.position"), position, 2e-14 * (k + 1)) << k;
    ASSERT_NEAR(rig.value("slide.velocity"), 0, 1e-11) << k;
  }
}

// A servo that the step is far from resolving comes to its target and stays there, without swinging from step to step.
TEST(Held, ServoBeyondTheStepDoesNotRing) {
  for (const double gain : {1e4, 1e6, 1e9}) {
    Rig rig(model_from(trapezoidal_world("[0, 0, 0]", 0.01) +
                       "[[body]]\nname = \"wheel\"\nmass = 2\ninertia = [0.5, 0.5, 0.5]\n[[joint]]\nname = \"axle\"\n"
                       "type = \"hinge\"\nbodies = [\"world\", \"wheel\"]\nanchor = [0, 0, 0]\naxis = [0, 0, 1]\n"
                       "start = { angle = 0.3, velocity = 5 }\ndrive = { mode = \"position\", stiffness = " +
                       number(gain) + ", damping = " + number(1e-3 * gain) + " }\n"));
    rig.initialise();
    rig.steps(500);
    EXPECT_NEAR(rig.value("axle.angle"), 0, 1e-6) << gain;
    EXPECT_NEAR(rig.value("axle.velocity"), 0, 1e-4) << gain;
    rig.set("axle.torque", 2);
    rig.steps(500);
    EXPECT_NEAR(rig.value("axle.angle"), 2 / gain, 1e-6) << gain;
    EXPECT_NEAR(rig.value("axle.drive.torque"), -2, 1e-3) << gain;
  }
}

// What a drive has locked is where it was at the end of every step, though rows are taken ahead on axes that turn.
TEST(Held, LockedCoordinatesAreClosedAtTheEndOfAStep) {
  for (const Scheme scheme : {Scheme::euler, Scheme::trapezoidal}) {
    Rig rig(model_from(head_of(scheme, "gravity = [0, -9.81]\ndimension = 2", 5e-3) +
                       "[[body]]\nname = \"a\"\nmass = 1\ninertia = 0.02\nposition = [0.3, 0]\n"
                       "[[body]]\nname = \"b\"\nmass = 2\ninertia = 0.05\nposition = [0.9, 0.1]\n"
                       "[[joint]]\nname = \"turn\"\ntype = \"hinge\"\nbodies = [\"world\", \"a\"]\nanchor = [0, 0]\n"
                       "start = { velocity = 8 }\n"
                       "[[joint]]\nname = \"slide\"\ntype = \"slider\"\nbodies = [\"a\", \"b\"]\nanchor = [0.6, 0]\n"
                       "axis = [1, 0.3]\ndrive = { mode = \"locked\" }\n"));
    rig.initialise();
    for (int k = 0; k < 200; ++k) {
      rig.step();
      ASSERT_NEAR(rig.value("slide.position"), 0, 1e-12) << name_of(scheme) << ", step " << k;
    }
  }
}

// The most energy from nothing in any of so many steps.
double largest_gain(const std::string& text, int steps) {
  Rig rig(model_from(text));
  rig.initialise();
  double most = 0;
  for (int k = 0; k < steps; ++k) most = std::max(most, rig.step().energy_gain);
  return most;
}

// What a locked coordinate has of speed the drive takes, with none of it from friction on the same coordinate: 0.3 J.
TEST(Held, FrictionBesideADriveGivesNoEnergy) {
  const std::string text = head_of(Scheme::trapezoidal, "gravity = [0, -9.81]\ndimension = 2", 6e-3) +
                           "[[body]]\nname = \"b\"\nmass = 1.5\ninertia = 0.013\nposition = [-0.39, 0.38]\n"
                           "[[joint]]\nname = \"j\"\ntype = \"point_on_line\"\nbodies = [\"world\", \"b\"]\n"
                           "anchor = [-0.28, 0.26]\naxis = [-0.19, 0.98]\n"
                           "start = { angle = [0.8], position = [-0.14], velocity = [0.09, 3.7] }\n"
                           "friction = [11.3, 0.08]\ndrive = [{ mode = \"locked\" }, { mode = \"locked\" }]\n";
  EXPECT_LT(largest_gain(text, 5), 1e-14);
}

// Nor while a drive elsewhere in the mechanism comes to its speed.
TEST(Held, FrictionGivesNoEnergyWhileADriveJerksIt) {
  const std::string text =
      head_of(Scheme::trapezoidal, "gravity = [0, -0.85]\ndimension = 2", 5e-3) +
      "[[body]]\nname = \"a\"\nmass = 0.03\ninertia = 4.6e-4\nposition = [-0.36, -0.53]\nvelocity = [-0.89, -0.17]\n"
      "angular_velocity = 4\n"
      "[[body]]\nname = \"b\"\nmass = 1.3\ninertia = 0.0116\nposition = [-1.1, -0.72]\n"
      "[[joint]]\nname = \"rod\"\ntype = \"distance\"\nbodies = [\"world\", \"a\"]\n"
      "anchors = [[0, 0], [-0.36, -0.53]]\nmin = 0.55\nmax = 0.75\n"
      "drive = { mode = \"velocity\", target = 0.3, max_force = 0.86 }\n"
      "[[joint]]\nname = \"line\"\ntype = \"point_on_line\"\nbodies = [\"a\", \"b\"]\nanchor = [-0.8, -0.64]\n"
      "axis = [-0.62, -0.79]\nstart = { angle = [0], position = [0], velocity = [-1.09, 3.24] }\n"
      "friction = [6.8, 0]\n"
      "drive = [{ mode = \"position\", stiffness = 10, damping = 0, target = 0.41, max_force = 41 }, {}]\n";
  EXPECT_LT(largest_gain(text, 60), 1e-12);
}

}  // namespace
}  // namespace stickslip
