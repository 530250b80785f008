// Gears between coordinates, against closed forms.
#include <cmath>

#include "tests/model/rig.h"
#include "tests/model/step/models.h"

namespace stickslip {
namespace {

std::string geared_wheel(const std::string& name, double inertia, const std::string& keys = {}) {
  return "[[body]]\nname = \"w" + name + "\"\nmass = 1\ninertia = [" + number(inertia) + ", " + number(inertia) + ", " +
         number(inertia) + "]\n[[joint]]\nname = \"" + name + "\"\ntype = \"hinge\"\nbodies = [\"world\", \"w" + name +
         "\"]\nanchor = [0, 0, 0]\naxis = [0, 0, 1]\n" + keys;
}

class Geared : public testing::TestWithParam<Scheme> {
 protected:
  bool is_soft() const { return GetParam() == Scheme::spook; }
};

// Two wheels, a = 3 b: 1 + 9 * 0.5 about b.
TEST_P(Geared, WheelsTurnAtTheirRatioAndShareTheLoad) {
  Rig rig(model_from(head_of(GetParam(), "gravity = [0, 0, 0]", 1e-3) + geared_wheel("a", 0.5) + geared_wheel("b", 1) +
                     "[[gear]]\nname = \"pair\"\njoints = [\"a\", \"b\"]\nratio = [1, -3]\n"));
  rig.initialise();
  rig.set("b.torque", 1.1);
  rig.steps(1000);
  EXPECT_NEAR(rig.value("b.velocity"), 1.1 / 5.5, is_soft() ? 1e-4 : 1e-12);
  EXPECT_NEAR(rig.value("a.angle"), 3 * rig.value("b.angle"), is_soft() ? 1e-5 : 1e-13);
  EXPECT_NEAR(rig.value("pair.torque"), 0.5 * 3 * 1.1 / 5.5, is_soft() ? 1e-3 : 1e-9);  // turns a, whose ratio is 1
  EXPECT_NEAR(rig.value("a.reaction.torque[3]"), rig.value("pair.torque"), 1e-9);
  EXPECT_NEAR(rig.value("b.reaction.torque[3]"), 1.1 - 3 * rig.value("pair.torque"), 1e-9);
}

TEST_P(Geared, RatioIsExactOverManyTurns) {
  if (is_soft()) return;  // its constraints give way
  Rig rig(model_from(head_of(GetParam(), "gravity = [0, 0, 0]", 1e-3) +
                     geared_wheel("a", 0.5, "start = { velocity = 150 }\n") +
                     geared_wheel("b", 1, "start = { velocity = -3 }\n") +
                     "[[gear]]\nname = \"pair\"\njoints = [\"a\", \"b\"]\nratio = [1, 50]\n"));
  rig.initialise();
  const double* a = rig.at("a.angle");
  const double* b = rig.at("b.angle");
  const int steps = long_run(GetParam() == Scheme::stabilised ? 1000000 : 100000);
  for (int k = 0; k < steps; ++k) rig.step();
  EXPECT_NEAR(*b, -3e-3 * steps, 1e-6 * steps * 1e-3);
  EXPECT_NEAR(*a + 50 * *b, 0, 1e-15 * std::fabs(*a) * 64 + 1e-12);
}

// A rack: 0.05 m of way a radian.
TEST_P(Geared, RackLiftsItsLoad) {
  Rig rig(model_from(head_of(GetParam(), "gravity = [0, 0, -10]", 1e-3) + geared_wheel("pinion", 0.01) +
                     "[[body]]\nname = \"load\"\nmass = 4\ninertia = [1, 1, 1]\nposition = [0.5, 0, 0]\n[[joint]]\n"
                     "name = \"rack\"\ntype = \"slider\"\nbodies = [\"world\", \"load\"]\naxis = [0, 0, 1]\n"
                     "[[gear]]\nname = \"drive\"\njoints = [\"rack\", \"pinion\"]\nratio = [1, -0.05]\n"));
  rig.initialise();
  rig.set("pinion.torque", 2);  // holds 4 * 10 * 0.05
  rig.steps(500);
  EXPECT_NEAR(rig.value("rack.position"), 0, is_soft() ? 1e-5 : 1e-12);
  EXPECT_NEAR(rig.value("drive.force"), 40, 1e-6);
  rig.set("pinion.torque", 3);
  rig.steps(1000);
  const double acceleration = 1 / (4 * 0.05 * 0.05 + 0.01);  // of the pinion
  EXPECT_NEAR(rig.value("pinion.velocity"), acceleration, is_soft() ? 1e-3 : 1e-9);
}

// Of a differential the cage turns with the mean of its two shafts.
TEST_P(Geared, DifferentialSplitsTheTorque) {
  Rig rig(model_from(head_of(GetParam(), "gravity = [0, 0, 0]", 1e-3) + geared_wheel("cage", 0.1) +
                     geared_wheel("left", 0.2) + geared_wheel("right", 0.2) +
                     "[[gear]]\nname = \"diff\"\njoints = [\"cage\", \"left\", \"right\"]\nratio = [2, -1, -1]\n"));
  rig.initialise();
  rig.set("cage.torque", 1);
  rig.set("right.torque", -0.1);
  rig.steps(1000);
  // Cage: 0.1 w' = 1 + 2 c, left: 0.2 w' = -c, right: 0.2 w' = -0.1 - c, 2 cage = left + right.
  const double c = (-2 * 10 - 0.5) / (2 * 20 + 2 * 5.0);
  EXPECT_NEAR(rig.value("diff.torque"), c, is_soft() ? 1e-4 : 1e-9);
  EXPECT_NEAR(rig.value("left.velocity"), -c / 0.2, is_soft() ? 1e-3 : 1e-9);
  EXPECT_NEAR(rig.value("right.velocity"), (-0.1 - c) / 0.2, is_soft() ? 1e-3 : 1e-9);
}

// Planet on an arm: two coordinates with a body in common.
TEST_P(Geared, BodiesMayBeInCommon) {
  Rig rig(model_from(head_of(GetParam(), "gravity = [0, 0, 0]", 1e-3) +
                     "[[body]]\nname = \"arm\"\nmass = 2\ninertia = [0.1, 0.1, 0.3]\n"
                     "[[body]]\nname = \"planet\"\nmass = 1\ninertia = [0.1, 0.1, 0.05]\nposition = [0.5, 0, 0]\n"
                     "[[joint]]\nname = \"base\"\ntype = \"hinge\"\nbodies = [\"world\", \"arm\"]\nanchor = [0, 0, 0]\n"
                     "axis = [0, 0, 1]\n[[joint]]\nname = \"tip\"\ntype = \"hinge\"\nbodies = [\"arm\", \"planet\"]\n"
                     "anchor = [0.5, 0, 0]\naxis = [0, 0, 1]\n"
                     "[[gear]]\nname = \"mimic\"\njoints = [\"tip\", \"base\"]\nratio = [1, -2]\n"));
  rig.initialise();
  rig.set("base.torque", 0.1);
  rig.steps(200);
  // 0.3 + 1 * 0.25 about the base, and the planet's 0.05 at three times its speed.
  EXPECT_NEAR(rig.value("base.velocity"), 0.1 * 0.2 / (0.55 + 9 * 0.05), 1e-5);
  EXPECT_NEAR(rig.value("tip.angle"), 2 * rig.value("base.angle"), 1e-5);
}

TEST_P(Geared, StartIsClosedToTheOffset) {
  Rig rig(model_from(head_of(GetParam(), "gravity = [0, 0, 0]", 1e-3) + geared_wheel("a", 0.5) +
                     geared_wheel("b", 1, "start = { angle = 0.4, velocity = 2 }\n") +
                     "[[gear]]\nname = \"pair\"\njoints = [\"a\", \"b\"]\nratio = [1, -3]\noffset = 0.3\n"));
  rig.initialise();
  EXPECT_NEAR(rig.value("a.angle"), 1.5, 1e-10);
  EXPECT_NEAR(rig.value("b.angle"), 0.4, 1e-10);
  EXPECT_NEAR(rig.value("a.velocity"), 6, 1e-10);
}

// Whoever has the machine tunes its numbers before it starts: they count in place of those of the file.
TEST_P(Geared, RatioAndOffsetAreTunableBeforeTheStart) {
  Rig rig(model_from(head_of(GetParam(), "gravity = [0, 0, 0]", 1e-3) + geared_wheel("a", 0.5) +
                     geared_wheel("b", 1, "start = { angle = 0.4, velocity = 2 }\n") +
                     "[[gear]]\nname = \"pair\"\njoints = [\"a\", \"b\"]\nratio = [1, -3]\noffset = 0.3\n"));
  rig.set("pair.ratio[2]", -5);
  rig.set("pair.offset", -0.1);
  rig.initialise();
  EXPECT_NEAR(rig.value("a.angle"), 5 * 0.4 - 0.1, 1e-10);
  EXPECT_NEAR(rig.value("a.velocity"), 10, 1e-10);
  rig.set("b.torque", 1.35);  // 1 + 25 * 0.5 about b
  rig.steps(1000);
  EXPECT_NEAR(rig.value("b.velocity"), 2 + 0.1, is_soft() ? 1e-3 : 1e-11);
  EXPECT_NEAR(rig.value("pair.torque"), 0.5 * 5 * 0.1, is_soft() ? 1e-3 : 1e-9);
  EXPECT_NEAR(rig.value("a.reaction.torque[3]"), rig.value("pair.torque"), 1e-9);
}

// A transmission shifts at 0: the sum stays closed, momentum along the new ratio is kept, so kinetic energy is lost as
// in a clutch: with w of b, (1 + 9 * 0.5) w = 2 (1 + 3 * 0.5 * 1).
TEST_P(Geared, RatioMayChangeWhileItRuns) {
  Rig rig(model_from(head_of(GetParam(), "gravity = [0, 0, 0]", 1e-3) +
                     geared_wheel("a", 0.5, "start = { velocity = 2 }\n") +
                     geared_wheel("b", 1, "start = { velocity = 2 }\n") +
                     "[[gear]]\nname = \"pair\"\njoints = [\"a\", \"b\"]\nratio = [1, -1]\n"));
  rig.initialise();
  rig.set("pair.ratio[2]", -3);
  rig.steps(is_soft() ? 200 : 1);
  EXPECT_NEAR(rig.value("b.velocity"), 2 * (1 + 3 * 0.5) / 5.5, is_soft() ? 1e-3 : 1e-12);
  EXPECT_NEAR(rig.value("a.velocity"), 3 * rig.value("b.velocity"), is_soft() ? 1e-3 : 1e-12);
  rig.steps(1000);
  EXPECT_NEAR(rig.value("a.angle"), 3 * rig.value("b.angle"), is_soft() ? 1e-4 : 1e-12);
}

// With an offset that moves, a gear is a motor without torque limit: 0.01 rad a step.
TEST_P(Geared, OffsetMovesWhatItJoins) {
  Rig rig(model_from(head_of(GetParam(), "gravity = [0, 0, 0]", 1e-3) + geared_wheel("a", 0.5) + geared_wheel("b", 1) +
                     "[[gear]]\nname = \"pair\"\njoints = [\"a\", \"b\"]\nratio = [1, 1]\n"));
  rig.initialise();
  for (int k = 1; k <= 1000; ++k) {
    rig.set("pair.offset", 1e-5 * k);
    rig.step();
  }
  rig.steps(is_soft() ? 200 : 2);
  EXPECT_NEAR(rig.value("a.angle") + rig.value("b.angle"), 0.01, is_soft() ? 1e-5 : 1e-12);
  EXPECT_NEAR(rig.value("a.angle"), 2 * rig.value("b.angle"), 1e-5);  // the torque is the same on both
}

TEST_P(Geared, RatiosOfZeroLeaveTheCoordinatesFree) {
  for (const double backlash : {0.0, 0.02}) {
    Rig rig(model_from(
        head_of(GetParam(), "gravity = [0, 0, 0]", 1e-3) + geared_wheel("a", 0.5) +
        geared_wheel("b", 1, "start = { velocity = 1 }\n") +
        "[[gear]]\nname = \"pair\"\njoints = [\"a\", \"b\"]\nratio = [1, -1]\nbacklash = " + number(backlash) + "\n"));
    rig.set("pair.ratio[1]", 0);
    rig.set("pair.ratio[2]", 0);
    rig.initialise();
    rig.set("a.torque", 1);
    rig.steps(100);
    EXPECT_NEAR(rig.value("a.velocity"), 0.2, 1e-12);
    EXPECT_NEAR(rig.value("b.velocity"), 1, 1e-12);
    EXPECT_EQ(rig.value("pair.torque"), 0);
  }
}

// b runs freely for half the play, then hits: e = -(difference after)/(difference before), momentum kept.
TEST_P(Geared, BacklashIsFreePlayThenAnImpact) {
  const double e = 0.5;
  Rig rig(model_from(head_of(GetParam(), "gravity = [0, 0, 0]", 1e-3) + geared_wheel("a", 0.5) +
                     geared_wheel("b", 1, "start = { velocity = 1 }\n") +
                     "[[gear]]\nname = \"pair\"\njoints = [\"a\", \"b\"]\nratio = [1, -1]\nbacklash = 0.0208\n"
                     "restitution = 0.5\n"));
  rig.initialise();
  rig.steps(10);
  EXPECT_EQ(rig.value("a.velocity"), 0);
  EXPECT_EQ(rig.value("pair.torque"), 0);
  double impulse = 0;
  for (int k = 0; k < 4; ++k) {
    rig.step();
    impulse += 1e-3 * rig.value("pair.torque");
  }
  const double both = 1 / 1.5;
  EXPECT_NEAR(rig.value("a.velocity"), both * (1 + e), 1e-11);
  EXPECT_NEAR(rig.value("b.velocity"), both - e * (1 - both), 1e-11);
  EXPECT_NEAR(impulse, 0.5 * both * (1 + e), 1e-11);
  for (int k = 0; k < 5000; ++k) {
    rig.step();
    ASSERT_LE(std::fabs(rig.value("a.angle") - rig.value("b.angle")), 0.0104 + (is_soft() ? 1e-5 : 1e-12));
  }
}

INSTANTIATE_TEST_SUITE_P(Schemes, Geared, testing::ValuesIn(kSchemes), name_of_tested);

}  // namespace
}  // namespace stickslip
