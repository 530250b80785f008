// Linkages that pass singular positions at every turn, redundant hinges, and bodies a million times heavier than what
// holds them.
#include <cmath>

#include "tests/model/rig.h"
#include "tests/model/step/models.h"

namespace stickslip {
namespace {

/// How far a linkage leaves the branch that it begins on, and its joints leave each other, over many turns.
struct Worst {
  double branch = 0;  // rad
  double joint = 0;   // m or rad
};

template <class Branch>
Worst turned(Rig& rig, int steps, const Branch& branch) {
  Worst worst;
  for (int k = 0; k < steps; ++k) {
    rig.step();
    EXPECT_EQ(rig.report.status, StepStatus::solved) << "step " << k;
    worst.branch = std::max(worst.branch, std::fabs(branch()));
    worst.joint = std::max(worst.joint, rig.report.joint_error);
  }
  return worst;
}

// At 0.063 rad a step joints are off by the turn's second order, 0.063^2/2 of a radius. resources/singular/README.md
// has 10^5 turns. `off` of the two angles is 0 on the branch.
template <class Off>
void expect_branch(const std::string& linkage, const char* driven, const char* led, Off&& off) {
  for (const Scheme scheme : {Scheme::stabilised, Scheme::spook}) {
    Model model = resource(linkage);
    model.step.scheme = scheme;
    Rig rig(model);
    rig.initialise();
    const double* first = rig.at(driven);
    const double* second = rig.at(led);
    const Worst worst = turned(rig, long_run(20000), [&] { return off(*first, *second); });
    EXPECT_LT(worst.branch, scheme == Scheme::spook ? 1e-4 : 1e-5) << name_of(scheme);
    EXPECT_LT(worst.joint, 4e-3) << name_of(scheme);
    EXPECT_NEAR(*first, 0.063 * long_run(20000), 1e-8);
  }
}

TEST(Singular, DrivenLinkagesStayOnTheirBranch) {
  expect_branch("singular/equal_slider_crank", "shaft.angle", "pin.angle",
                [](double shaft, double pin) { return pin + 2 * shaft; });
  expect_branch("singular/equal_four_bar", "first.angle", "second.angle",
                [](double first, double second) { return second - first; });
}

// However fast a drive without a maximum turns them, from 100 steps a turn to 16: what bends them is the drive, and no
// damper answers it.
TEST(Singular, DrivesTurnLinkagesAtAnySpeed) {
  for (const char* linkage : {"singular/equal_four_bar", "singular/equal_slider_crank"}) {
    for (const double rate : {6.3, 17.0, 40.0}) {
      for (const Scheme scheme : kSchemes) {
        Model model = resource(linkage);
        model.step.scheme = scheme;
        for (Joint& joint : model.joints) {
          if (!joint.coordinates[0].drive.given) continue;
          joint.coordinates[0].drive.target = joint.coordinates[0].start_velocity = rate;
        }
        Rig rig(model);
        rig.initialise();
        const bool projects = scheme == Scheme::euler || scheme == Scheme::trapezoidal;
        const double turn = rate * model.step.size;
        const Worst worst = turned(rig, 3000, [] { return 0.0; });
        EXPECT_LT(worst.joint, projects ? 1e-11 : turn * turn) << name_of(scheme) << " " << linkage << " " << rate;
      }
    }
  }
}

// A crank-rocker at 37 steps a turn needs the torque that its masses ask for, -45.2 to 28.5 N m.
TEST(Linkages, CrankNeedsTheTorqueOfItsMasses) {
  for (const Scheme scheme : kSchemes) {
    Rig rig(model_from(head_of(scheme, "dimension = 2\ngravity = [0, 0]", 0.01) + R"(
[[body]]
name = "crank"
mass = 1
inertia = 0.02
position = [0, 0.15]
[[body]]
name = "coupler"
mass = 1
inertia = 0.083333333333333333
position = [0.5, 0.65]
[[body]]
name = "rocker"
mass = 1
inertia = 0.083333333333333333
position = [1, 0.5]
[[joint]]
name = "first"
type = "hinge"
bodies = ["world", "crank"]
anchor = [0, 0]
start = { velocity = 17 }
drive = { mode = "velocity", target = 17 }
[[joint]]
name = "a"
type = "hinge"
bodies = ["crank", "coupler"]
anchor = [0, 0.3]
[[joint]]
name = "second"
type = "hinge"
bodies = ["world", "rocker"]
anchor = [1, 0]
[[joint]]
name = "b"
type = "hinge"
bodies = ["rocker", "coupler"]
anchor = [1, 1]
)"));
    rig.initialise();
    rig.steps(100);
    double least = 0;
    double most = 0;
    for (int k = 0; k < 1000; ++k) {
      rig.step();
      least = std::min(least, rig.value("first.drive.torque"));
      most = std::max(most, rig.value("first.drive.torque"));
    }
    EXPECT_NEAR(least, -45.2, 8) << name_of(scheme);  // of first order, but for trapezoidal
    EXPECT_NEAR(most, 28.5, 6) << name_of(scheme);
  }
}

// Without the drive they go on by themselves, under every scheme.
TEST(Singular, FreeFourBarStaysOnItsBranch) {
  for (const Scheme scheme : kSchemes) {
    Model model = resource("singular/equal_four_bar");
    model.step.scheme = scheme;
    model.joints[0].coordinates[0].drive = Drive();
    Rig rig(model);
    rig.initialise();
    const double* first = rig.at("first.angle");
    const double* second = rig.at("second.angle");
    const double energy = rig.energy();
    const Worst worst = turned(rig, 2000, [&] { return *second - *first; });
    EXPECT_LT(worst.branch, 1e-4) << name_of(scheme);
    EXPECT_LT(worst.joint, 4e-3) << name_of(scheme);
    EXPECT_LE(rig.energy(), energy * (1 + 1e-9)) << name_of(scheme);
    if (scheme == Scheme::trapezoidal) {
      EXPECT_GT(rig.energy(), 0.99 * energy);
    }
  }
}

// A door on three hinges: of all reactions that hold it, those that are alike above and below.
TEST(Redundant, DoorHangsOnItsHingesAlike) {
  for (const Scheme scheme : kSchemes) {
    std::string text = head_of(scheme, "gravity = [0, 0, -9.81]", 1e-3) +
                       "[[body]]\nname = \"door\"\nmass = 20\ninertia = [8, 10, 2]\nposition = [0.5, 0, 1]\n";
    for (int k = 0; k < 3; ++k) {
      text += "[[joint]]\nname = \"h" + std::to_string(k) +
              "\"\ntype = \"hinge\"\nbodies = [\"world\", \"door\"]\nanchor = [0, 0, " + number(k) +
              "]\naxis = [0, 0, 1]\n";
    }
    Rig rig(model_from(text));
    rig.initialise();
    rig.steps(scheme == Scheme::spook ? 300 : 20);
    const double weight = 20 * 9.81;
    const double alike = (scheme == Scheme::spook ? 1e-5 : 1e-9) * weight;  // its joints give way
    const auto value = [&](int hinge, const std::string& name) {
      return rig.value("h" + std::to_string(hinge) + ".reaction." + name);
    };
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(value(k, "force[3]"), weight / 3, alike) << name_of(scheme);
    EXPECT_NEAR(value(0, "force[1]"), -value(2, "force[1]"), alike) << name_of(scheme);
    EXPECT_NEAR(value(1, "force[1]"), 0, alike) << name_of(scheme);
    for (int k = 0; k < 3; ++k) {
      EXPECT_NEAR(value(k, "force[2]"), 0, alike) << name_of(scheme);
      EXPECT_NEAR(value(k, "torque[2]"), value(0, "torque[2]"), alike) << name_of(scheme);
    }
    const double held = 2 * value(2, "force[1]") + 3 * value(0, "torque[2]");
    EXPECT_NEAR(std::fabs(held), 0.5 * weight, alike) << name_of(scheme);
  }
}

// A weight of 1e5 kg on links of 0.1 kg swings with no larger gaps in the joints than one of 0.1 kg.
TEST(MassRatios, HeavyWeightDoesNotTearItsChain) {
  double worst[2] = {};
  for (const bool heavy : {false, true}) {
    Rig rig(resource("chain"));
    rig.set("weight.mass", heavy ? 1e5 : 0.1);
    rig.initialise();
    for (int k = 0; k < 1000; ++k) {
      rig.step();
      ASSERT_EQ(rig.report.status, StepStatus::solved) << "step " << k;
      worst[heavy] = std::max(worst[heavy], rig.report.joint_error);
    }
  }
  EXPECT_LT(worst[1], worst[0]);
  EXPECT_LT(worst[0], 1e-4);
}

// Fingers of half a milligram hold a box of half a kilogram, with a hand that weighs 1 kg, as those of 100 g do.
TEST(MassRatios, LightFingersHoldAHeavyBox) {
  double worst[2] = {};
  for (const bool light : {false, true}) {
    Rig rig(resource("gripper"));
    const double finger = light ? 5e-7 : 0.1;
    rig.set("left.mass", finger);
    rig.set("right.mass", finger);
    rig.initialise();
    const double weight = (1 + 2 * finger + 0.5) * 9.81;
    rig.set("close_left.force", 8);
    rig.set("close_right.force", 8);
    rig.set("lift.force", weight - 0.5 * 9.81);
    for (int k = 0; k < 1500; ++k) {
      if (k == 500) rig.set("lift.force", 1.05 * weight);
      rig.step();
      worst[light] = std::max(worst[light], rig.report.joint_error);
    }
    EXPECT_NEAR(rig.value("finger_left.normalForce"), 8, 1e-6);
    EXPECT_NEAR(rig.value("finger_right.normalForce"), 8, 1e-6);
    EXPECT_GT(rig.value("box.position[3]"), 0.15);  // from 0.05
    EXPECT_NEAR(rig.value("box.velocity[3]"), rig.value("lift.velocity"), 1e-9);
  }
  EXPECT_LE(worst[1], worst[0] + 1e-12);
}

// A block on a spring, on something that moves at v under it: it sticks until the spring pulls as friction does, at
// a = F/k, then swings about a with the speed v that it leaves with: a + v/w sin w t, w^2 = k/m, and touches v once a
// swing. A swing that is wider sticks again and ends on this one.
class BeltOscillator : public testing::TestWithParam<double> {};

TEST_P(BeltOscillator, GoesRoundItsLimitCycle) {
  const double v = 0.2;
  const double w = 10;
  const double F = 8;
  const double k = 200;
  Rig rig(model_from(head_of(Scheme::trapezoidal, "gravity = [0, 0, 0]", 1e-3) + R"(
[[body]]
name = "belt"
mass = 1
inertia = [1, 1, 1]
[[body]]
name = "block"
mass = 2
inertia = [1, 1, 1]
[[joint]]
name = "rollers"
type = "slider"
bodies = ["world", "belt"]
axis = [1, 0, 0]
start = { velocity = 0.2 }
drive = { mode = "velocity", target = 0.2 }
[[joint]]
name = "rubs"
type = "slider"
bodies = ["belt", "block"]
axis = [1, 0, 0]
friction = 8
start = { position = )" +
                     number(GetParam()) + R"( }
[[spring]]
name = "spring"
bodies = ["world", "block"]
anchors = [[-1, 0, 0], [0, 0, 0]]
stiffness = 200
)"));
  rig.initialise();
  const double* x = rig.at("block.position[1]");
  const double* rate = rig.at("block.velocity[1]");
  rig.steps(3000);  // onto the cycle
  double least = 1;
  double most = -1;
  double fastest = -1;
  int swings = 0;
  double began = 0;
  double ended = 0;
  for (int n = 0; n < 10000; ++n) {
    const double before = *x - F / k;
    rig.step();
    const double after = *x - F / k;
    if (before < 0 && after >= 0) {
      ended = 1e-3 * (n + before / (before - after));
      if (swings++ == 0) began = ended;
    }
    least = std::min(least, *x);
    most = std::max(most, *x);
    fastest = std::max(fastest, *rate);
  }
  EXPECT_NEAR(most, F / k + v / w, 2e-4 * v / w);
  EXPECT_NEAR(least, F / k - v / w, 2e-4 * v / w);
  EXPECT_LE(fastest, v * (1 + 1e-6));
  EXPECT_NEAR((ended - began) / (swings - 1), 2 * std::acos(-1.0) / w, 1e-4);
}

INSTANTIATE_TEST_SUITE_P(Starts, BeltOscillator, testing::Values(0.0, -0.1, 0.15));

}  // namespace
}  // namespace stickslip
