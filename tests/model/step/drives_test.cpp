// Dry friction, rotors and drives of coordinates, against closed forms.
#include <cmath>

#include "tests/model/rig.h"
#include "tests/model/step/models.h"

namespace stickslip {
namespace {

constexpr double kHalfTurn = 3.14159265358979323846;

Model driven_world(Scheme scheme, const std::string& gravity, double h, const std::string& rest) {
  return model_from(head_of(scheme, "gravity = " + gravity, h) + rest);
}

// Mass 2, inertia 0.5 about its hinge, free of gravity.
std::string driven_wheel(const std::string& keys) {
  return "[[body]]\nname = \"wheel\"\nmass = 2\ninertia = [0.5, 0.5, 0.5]\n[[joint]]\nname = \"axle\"\n"
         "type = \"hinge\"\nbodies = [\"world\", \"wheel\"]\nanchor = [0, 0, 0]\naxis = [0, 0, 1]\n" +
         keys;
}

std::string driven_sled(const std::string& keys) {
  return "[[body]]\nname = \"sled\"\nmass = 2\ninertia = [1, 1, 1]\n[[joint]]\nname = \"rail\"\ntype = \"slider\"\n"
         "bodies = [\"world\", \"sled\"]\naxis = [1, 0, 0]\n" +
         keys;
}

class Drives : public testing::TestWithParam<Scheme> {};

TEST_P(Drives, FrictionBreaksAwayAtItsTorque) {
  for (const double share : {1 - 1e-6, 1 + 1e-6}) {
    Rig rig(driven_world(GetParam(), "[0, 0, 0]", 1e-3, driven_wheel("friction = 0.3\n")));
    rig.initialise();
    rig.set("axle.torque", 0.3 * share);
    rig.steps(1000);
    const double slides = share > 1 ? 0.3 * 1e-6 * 1 / 0.5 : 0.0;  // after 1 s
    EXPECT_NEAR(rig.value("axle.velocity"), slides, 1e-14) << share;
    EXPECT_NEAR(rig.value("axle.frictionTorque"), -0.3 * std::min(share, 1.0), 1e-14);
    EXPECT_NEAR(rig.value("axle.reaction.torque[3]"), 0.3 * std::max(0.0, share - 1), 1e-12);
  }
}

// v0 = 1, F/m = 0.5: stops after 2 s and 1 m, and stays.
TEST_P(Drives, FrictionStopsASledAfterItsWayAndTakesItsEnergy) {
  Rig rig(driven_world(GetParam(), "[0, 0, 0]", 1e-3, driven_sled("friction = 1\nstart = { velocity = 1 }\n")));
  rig.initialise();
  rig.steps(1000);
  EXPECT_NEAR(rig.value("rail.velocity"), 0.5, 1e-10);
  EXPECT_NEAR(rig.value("rail.frictionForce"), -1, 1e-10);
  rig.steps(1500);
  EXPECT_EQ(rig.value("rail.velocity"), 0);
  EXPECT_NEAR(rig.value("rail.position"), 1, 1e-3);
  EXPECT_NEAR(rig.value("energy.dissipated"), 1, 1e-9);
  EXPECT_NEAR(rig.value("solver.energyGain"), 0, 1e-15);
}

// A spring and dry friction: every half swing is 2 F/k smaller than the one before.
TEST_P(Drives, OscillatorWithDryFrictionLosesTheSameAmplitudeEveryHalfSwing) {
  const double k = 200;
  const double friction = 2;
  Rig rig(driven_world(GetParam(), "[0, 0, 0]", 2e-5,
                       driven_sled("friction = 2\nstart = { position = 0.105 }\n") +
                           "[[spring]]\nname = \"coil\"\njoint = \"rail\"\nstiffness = 200\n"));
  rig.initialise();
  const double* x = rig.at("rail.position");
  const double* v = rig.at("rail.velocity");
  double amplitude = 0.105;
  double before = 0;
  int swings = 0;
  for (int n = 0; n < 150000 && swings < 4; ++n) {
    rig.step();
    if (std::fabs(*v) < 1e-9) continue;
    if (before != 0 && (*v > 0) != (before > 0)) {
      ++swings;
      amplitude -= 2 * friction / k;
      EXPECT_NEAR(std::fabs(*x), amplitude, 2e-4) << swings;
    }
    before = *v;
  }
  EXPECT_EQ(swings, 4);
  rig.steps(20000);
  EXPECT_EQ(*v, 0);  // stuck where the spring cannot overcome it
  EXPECT_LE(std::fabs(*x) * k, friction);
}

// A pendulum that rubs: what it falls less from one turning point to the next, m g a (cos b' - cos b), is the friction
// times its way b + b'.
TEST_P(Drives, PendulumWithDryFrictionLosesItsWayTimesItsTorque) {
  Rig rig(driven_world(
      GetParam(), "[0, 0, -10]", 1e-4,
      "[[body]]\nname = \"bob\"\nmass = 1\ninertia = [0.01, 0.01, 0.01]\nposition = [0, 0, -0.5]\n[[joint]]\n"
      "name = \"axle\"\ntype = \"hinge\"\nbodies = [\"world\", \"bob\"]\nanchor = [0, 0, 0]\n"
      "axis = [0, 1, 0]\nstart = { angle = 0.5 }\nfriction = 0.1\n"));
  rig.initialise();
  const double* angle = rig.at("axle.angle");
  const double* rate = rig.at("axle.velocity");
  const double within = GetParam() == Scheme::euler ? 2e-2 : 1e-4;  // which damps by itself
  double last = 0.5;
  double before = 0;
  int swings = 0;
  for (int n = 0; n < 60000 && swings < 5; ++n) {
    rig.step();
    if (before * *rate < 0) {
      const double reached = std::fabs(*angle);
      EXPECT_NEAR(5 * (std::cos(reached) - std::cos(last)), 0.1 * (last + reached), within * 0.1) << swings;
      last = reached;
      ++swings;
    }
    if (*rate != 0) before = *rate;
  }
  EXPECT_EQ(swings, 5);
}

TEST_P(Drives, VelocityDriveHoldsItsSpeedAgainstTheLoadUpToItsTorque) {
  Rig rig(driven_world(GetParam(), "[0, 0, 0]", 1e-3,
                       driven_wheel("drive = { mode = \"velocity\", max_torque = 2, target = 3 }\n")));
  rig.initialise();
  // 2 Nm on 0.5 kg m^2: 4 rad/s^2, at 3 rad/s after 0.75 s.
  rig.steps(500);
  EXPECT_NEAR(rig.value("axle.velocity"), 2, 1e-10);
  EXPECT_NEAR(rig.value("axle.drive.torque"), 2, 1e-12);
  rig.steps(500);
  EXPECT_NEAR(rig.value("axle.velocity"), 3, 1e-10);
  EXPECT_NEAR(rig.value("axle.drive.torque"), 0, 1e-9);
  rig.set("axle.torque", -1.5);
  rig.steps(100);
  EXPECT_NEAR(rig.value("axle.velocity"), 3, 1e-10);
  EXPECT_NEAR(rig.value("axle.drive.torque"), 1.5, 1e-8);
  rig.set("axle.torque", -3);
  rig.steps(100);
  EXPECT_NEAR(rig.value("axle.velocity"), 3 - 0.1 * 1 / 0.5, 1e-9);
  rig.set("axle.drive.maxTorque", 5);
  rig.set("axle.drive.velocity", -1);
  rig.steps(1000);
  EXPECT_NEAR(rig.value("axle.velocity"), -1, 1e-10);
}

// A joint is closed along the arc that its body has left, up against gravity: what that costs is the drive's to pay,
// and not that of the speed that it holds.
TEST_P(Drives, WhatClosingCostsTakesNoSpeedFromADrive) {
  Rig rig(driven_world(GetParam(), "[0, 0, -10]", 1e-2,
                       "[[body]]\nname = \"bob\"\nmass = 1\ninertia = [0.01, 0.01, 0.01]\n"
                       "position = [0, 0, -0.5]\n[[joint]]\nname = \"axle\"\ntype = \"hinge\"\n"
                       "bodies = [\"world\", \"bob\"]\nanchor = [0, 0, 0]\naxis = [0, 1, 0]\n"
                       "start = { velocity = 2 }\n"
                       "drive = { mode = \"velocity\", max_torque = 1e3, target = 2 }\n"));
  rig.initialise();
  const double work_before = rig.value("energy.kinetic") + rig.value("energy.potential");
  double done = 0;
  for (int n = 0; n < 200; ++n) {
    rig.step();
    done += 2 * 1e-2 * rig.value("axle.drive.torque");
    EXPECT_NEAR(rig.value("axle.velocity"), 2, 1e-9) << n;
  }
  const double gained = rig.value("energy.kinetic") + rig.value("energy.potential") - work_before;
  EXPECT_NEAR(gained, done, 0.02 * 10);  // of m g r twice, by the order of the scheme
}

TEST_P(Drives, ServoYieldsByItsStiffnessAndSaturates) {
  Rig rig(driven_world(
      GetParam(), "[0, 0, 0]", 1e-3,
      driven_wheel(
          "drive = { mode = \"position\", stiffness = 400, damping = 20, max_torque = 20, target = \"30 deg\" }\n")));
  rig.initialise();
  rig.step();
  EXPECT_NEAR(rig.value("axle.drive.torque"), 20, 1e-9);  // 400 * 0.52 would be more
  rig.steps(4000);
  EXPECT_NEAR(rig.value("axle.angle"), kHalfTurn / 6, 1e-9);
  rig.set("axle.torque", 8);
  rig.steps(4000);
  EXPECT_NEAR(rig.value("axle.angle"), kHalfTurn / 6 + 8.0 / 400, 1e-9);
  EXPECT_NEAR(rig.value("axle.drive.torque"), -8, 1e-7);
  rig.set("axle.torque", 30);
  rig.steps(1000);
  EXPECT_NEAR(rig.value("axle.drive.torque"), -20, 1e-9);
  EXPECT_GT(rig.value("axle.velocity"), 1);
}

TEST_P(Drives, ServoIsStableAtAnyGainAndStep) {
  for (const double gain : {1e2, 1e6, 1e12}) {
    for (const double h : {1e-4, 1e-2, 0.1}) {
      Rig rig(
          driven_world(GetParam(), "[0, 0, 0]", h,
                       driven_wheel("start = { angle = 1, velocity = 5 }\ndrive = { mode = \"position\", stiffness = " +
                                    number(gain) + ", damping = " + number(0.1 * gain) + " }\n")));
      rig.initialise();
      const double start = 0.5 * 0.5 * 25 + 0.5 * gain;
      for (int k = 0; k < 200; ++k) {
        rig.step();
        const double q = rig.value("axle.angle");
        const double u = rig.value("axle.velocity");
        ASSERT_LE(0.25 * u * u + 0.5 * gain * q * q, start * (1 + 1e-9)) << gain << " " << h;
      }
    }
  }
}

TEST_P(Drives, LockedCoordinateStaysWhereItWasUnderLoadAndIsReleased) {
  Rig rig(driven_world(GetParam(), "[0, 0, 0]", 1e-3,
                       driven_wheel("start = { angle = 0.7 }\ndrive = { mode = \"locked\" }\n")));
  rig.initialise();
  rig.set("axle.torque", 50);
  rig.steps(1000);
  EXPECT_NEAR(rig.value("axle.angle"), 0.7, 1e-12);
  EXPECT_NEAR(rig.value("axle.drive.torque"), -50, 1e-9);
  rig.set("axle.drive.mode", 0);
  rig.set("axle.torque", 1);
  rig.steps(500);
  EXPECT_NEAR(rig.value("axle.velocity"), 1, 1e-9);
  EXPECT_EQ(rig.value("axle.drive.torque"), 0);
  rig.set("axle.drive.mode", 3);
  rig.set("axle.torque", 0);
  const double angle = rig.value("axle.angle");
  rig.steps(500);
  EXPECT_NEAR(rig.value("axle.angle"), angle, 1e-12);
  EXPECT_EQ(rig.value("axle.velocity"), 0);
}

TEST_P(Drives, LockedJointHoldsALimbAndSaysWithWhat) {
  Rig rig(
      driven_world(GetParam(), "[0, 0, -10]", 1e-3,
                   "[[body]]\nname = \"arm\"\nmass = 3\ninertia = [0.1, 0.1, 0.1]\nposition = [0.4, 0, 0]\n[[joint]]\n"
                   "name = \"axle\"\ntype = \"hinge\"\nbodies = [\"world\", \"arm\"]\nanchor = [0, 0, 0]\n"
                   "axis = [0, 1, 0]\ndrive = { mode = \"locked\" }\n"));
  rig.initialise();
  const bool is_soft = GetParam() == Scheme::spook;
  EXPECT_NEAR(rig.value("axle.drive.torque"), -12, is_soft ? 1e-3 : 1e-9);  // right after initialisation
  rig.steps(1000);
  EXPECT_NEAR(rig.value("axle.angle"), 0, is_soft ? 1e-6 : 1e-12);
  EXPECT_NEAR(rig.value("axle.drive.torque"), -12, 1e-7);
  EXPECT_NEAR(rig.value("axle.reaction.force[3]"), 30, 1e-7);
  EXPECT_NEAR(rig.value("axle.reaction.torque[2]"), -12, 1e-7);
}

INSTANTIATE_TEST_SUITE_P(Schemes, Drives, testing::ValuesIn(kSchemes), name_of_tested);

class Rotor : public testing::TestWithParam<Scheme> {};

// 0.5 + 0.25 kg m^2 under 0.3 Nm.
TEST_P(Rotor, AddsToTheInertia) {
  Rig rig(driven_world(GetParam(), "[0, 0, 0]", 1e-3, driven_wheel("armature = 0.25\n")));
  rig.initialise();
  rig.set("axle.torque", 0.3);
  rig.steps(1000);
  EXPECT_NEAR(rig.value("axle.velocity"), 0.4, 1e-12);
  EXPECT_NEAR(rig.value("axle.acceleration"), 0.4, 1e-9);
  EXPECT_NEAR(rig.value("energy.kinetic"), 0.5 * 0.75 * 0.16, 1e-12);
}

// A pendulum with a rotor swings with sqrt((I + m a^2 + armature)/(m g a)) and keeps its energy.
TEST_P(Rotor, SlowsAPendulumAndKeepsItsEnergy) {
  Rig rig(driven_world(
      GetParam(), "[0, 0, -10]", 2e-4,
      "[[body]]\nname = \"bob\"\nmass = 1\ninertia = [0.01, 0.01, 0.01]\nposition = [0, 0, -0.5]\n[[joint]]\n"
      "name = \"axle\"\ntype = \"hinge\"\nbodies = [\"world\", \"bob\"]\nanchor = [0, 0, 0]\n"
      "axis = [0, 1, 0]\nstart = { angle = 0.02 }\narmature = 0.24\n"));
  rig.initialise();
  const double start = rig.energy();
  const double period = 2 * kHalfTurn * std::sqrt((0.01 + 0.25 + 0.24) / 5);
  double crossed = 0;
  double last = 0.02;
  int times = 0;
  for (int k = 1; times < 3; ++k) {
    rig.step();
    const double angle = rig.value("axle.angle");
    if (last > 0 && angle <= 0) crossed = 2e-4 * (k - angle / (angle - last)), ++times;
    last = angle;
    ASSERT_LT(k, 100000);
  }
  EXPECT_NEAR(crossed, 2.25 * period, 2e-3);
  EXPECT_NEAR(rig.energy(), start, GetParam() == Scheme::trapezoidal ? 1e-8 : 1e-4);
}

// Along a slider on a turntable: (m + a) r'' = m w^2 r. The rotor has no part in what turning does.
TEST_P(Rotor, FeelsTheWayAlongASliderAndNotHowThatTurns) {
  const double h = 1e-4;
  Rig rig(
      driven_world(GetParam(), "[0, 0, 0]", h,
                   "[[body]]\nname = \"table\"\nmass = 5\ninertia = [1, 1, 1]\n[[body]]\nname = \"sled\"\nmass = 2\n"
                   "inertia = [0.1, 0.1, 0.1]\nposition = [0.3, 0, 0]\n[[joint]]\nname = \"axle\"\ntype = \"hinge\"\n"
                   "bodies = [\"world\", \"table\"]\nanchor = [0, 0, 0]\naxis = [0, 0, 1]\nstart = { velocity = 3 }\n"
                   "drive = { mode = \"velocity\", target = 3 }\n[[joint]]\nname = \"rail\"\ntype = \"slider\"\n"
                   "bodies = [\"table\", \"sled\"]\nanchor = [0.3, 0, 0]\naxis = [1, 0, 0]\narmature = 6\n"));
  rig.initialise();
  rig.steps(5000);
  const double growth = std::sqrt(2.0 / 8.0) * 3;
  const double way = 0.3 * (std::cosh(growth * 0.5) - 1);
  EXPECT_NEAR(rig.value("rail.position"), way, way * h * growth * growth * 10);
}

// The table starts turning with the step, w h = 0.2. That adds w^2 r h to the sled's speed along the rail, and its 2 kg
// have the rotor's 6 kg to take along: a quarter of it is left.
TEST_P(Rotor, FeelsWhatTurnsWithinTheStep) {
  if (GetParam() == Scheme::euler || GetParam() == Scheme::trapezoidal) return;
  const double h = 0.01;
  const double w = 20;
  Rig rig(
      driven_world(GetParam(), "[0, 0, 0]", h,
                   "[[body]]\nname = \"table\"\nmass = 5\ninertia = [1, 1, 1]\n[[body]]\nname = \"sled\"\nmass = 2\n"
                   "inertia = [0.1, 0.1, 0.1]\nposition = [0.3, 0, 0]\n[[joint]]\nname = \"axle\"\ntype = \"hinge\"\n"
                   "bodies = [\"world\", \"table\"]\nanchor = [0, 0, 0]\naxis = [0, 0, 1]\n"
                   "drive = { mode = \"velocity\", target = 20 }\n[[joint]]\nname = \"rail\"\ntype = \"slider\"\n"
                   "bodies = [\"table\", \"sled\"]\nanchor = [0.3, 0, 0]\naxis = [1, 0, 0]\narmature = 6\n"
                   "start = { velocity = 1 }\n"));
  rig.initialise();
  rig.step();
  EXPECT_NEAR(rig.value("rail.velocity"), 1 + 0.25 * w * w * 0.3 * h, 0.2 * 0.25 * w * w * 0.3 * h);
}

// A limit stops both, and gives both back: the impulse is (1 + e)(m + a) v.
TEST_P(Rotor, ReboundsWithItsLimb) {
  Rig rig(driven_world(
      GetParam(), "[0, 0, 0]", 1e-3,
      driven_sled("armature = 3\nstart = { velocity = 1 }\nlimits = { upper = 0.0104, restitution = 0.5 }\n")));
  rig.initialise();
  double impulse = 0;
  for (int k = 0; k < 40; ++k) {
    rig.step();
    impulse += 1e-3 * rig.value("rail.limit.force");
  }
  EXPECT_NEAR(rig.value("rail.velocity"), -0.5, 1e-12);
  EXPECT_NEAR(impulse, -1.5 * 5, 1e-11);
  EXPECT_NEAR(rig.value("energy.kinetic"), 0.5 * 5 * 0.25, 1e-11);
}

INSTANTIATE_TEST_SUITE_P(Schemes, Rotor, testing::ValuesIn(kSchemes), name_of_tested);

// A press that cannot move on pushes with all that its drive has, and its weight.
TEST(Drives, ContactStopsADriveThatSaturates) {
  Rig rig(model_from("[model]\nname = \"m\"\n[step]\nsize = 1e-3\n" + floor_of(0.5) +
                     "[[body]]\nname = \"press\"\nmass = 2\nposition = [0, 0, 0.3]\n"
                     "shapes = [{ type = \"box\", material = \"m\", size = [0.2, 0.2, 0.2] }]\n[[joint]]\n"
                     "name = \"ram\"\ntype = \"slider\"\nbodies = [\"world\", \"press\"]\naxis = [0, 0, 1]\n"
                     "drive = { mode = \"velocity\", max_force = 119.62, target = -0.5 }\n"
                     "[[contact]]\nname = \"foot\"\nbodies = [\"press\"]\n"));
  rig.initialise();
  rig.steps(1000);
  EXPECT_NEAR(rig.value("ram.position"), -0.2, 1e-12);
  EXPECT_NEAR(rig.value("foot.normalForce"), 119.62 + 2 * 9.81, 1e-8);
  EXPECT_NEAR(rig.value("ram.drive.force"), -119.62, 1e-9);
}

TEST(Frames, TorqueAtAFrameTurnsItsBody) {
  Rig rig(
      model_from("[model]\nname = \"m\"\ngravity = [0, 0, 0]\n[[body]]\nname = \"b\"\nmass = 2\n"
                 "inertia = [0.5, 0.5, 0.5]\n[[frame]]\nname = \"tip\"\nbody = \"b\"\nposition = [1, 0, 0]\n"));
  rig.initialise();
  rig.set("tip.torque[3]", 0.25);
  rig.steps(1000);
  EXPECT_NEAR(rig.value("b.angularVelocity[3]"), 0.5, 1e-12);
  EXPECT_NEAR(rig.vector("b.velocity").norm(), 0, 1e-15);
}

}  // namespace
}  // namespace stickslip
