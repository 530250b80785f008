// Rolling without slip: wheels, balls and disks, against closed forms.
#include <cmath>

#include "tests/model/rig.h"
#include "tests/model/step/models.h"

namespace stickslip {
namespace {

class Rolling : public testing::TestWithParam<Scheme> {
 protected:
  bool second_order() const { return GetParam() == Scheme::trapezoidal; }
};

// a = g sin(slope)/(1 + 2/5), and the ground gives 2/7 m g sin(slope) along it.
TEST_P(Rolling, BallRunsDownASlope) {
  const double h = 0.001;
  Rig rig(model_from(head_of(GetParam(), "gravity = [3, 0, -9]", h) + R"(
[[body]]
name = "ball"
mass = 2
inertia = [0.008, 0.008, 0.008]
position = [0, 0, 0.1]
[[joint]]
name = "ground"
type = "rolling"
bodies = ["world", "ball"]
anchor = [0, 0, 0.1]
normal = [0, 0, 1]
radius = 0.1
)"));
  rig.initialise();
  rig.steps(1000);
  const double a = 3 / 1.4;
  EXPECT_NEAR(rig.value("ball.velocity[1]"), a, 1e-5);
  EXPECT_NEAR(rig.value("ball.position[1]"), 0.5 * a, second_order() ? 1e-9 : a * h);
  EXPECT_NEAR(rig.value("ball.position[3]"), 0.1, 1e-9);
  EXPECT_NEAR(rig.value("ball.angularVelocity[2]"), a / 0.1, 1e-4);
  EXPECT_NEAR(rig.value("ground.reaction.force[3]"), 18, 1e-6);
  EXPECT_NEAR(rig.value("ground.reaction.force[1]"), -2.0 / 7 * 6, 1e-5);
  EXPECT_NEAR(rig.value("ground.reaction.torque[2]"), 0.1 * 2.0 / 7 * 6, 1e-6);  // about its centre
}

// In the plane what rolls is where its turn says, after any number of steps.
TEST_P(Rolling, DiskDoesNotCreep) {
  Rig rig(model_from(head_of(GetParam(), "dimension = 2", 0.001) + R"(
[[body]]
name = "disk"
mass = 2
inertia = 0.01
position = [0, 0.1]
angular_velocity = 3
velocity = [-0.3, 0]
[[joint]]
name = "ground"
type = "rolling"
bodies = ["world", "disk"]
anchor = [0, 0.1]
normal = [0, 1]
radius = 0.1
[[spring]]
name = "tether"
bodies = ["world", "disk"]
anchors = [[-3, 0.1], [0, 0.1]]
stiffness = 50
)"));
  rig.initialise();
  const double* x = rig.at("disk.position[1]");
  const double* angle = rig.at("disk.angle");
  double creep = 0;
  for (int k = 0; k < long_run(100000); ++k) {
    rig.step();
    creep = std::max(creep, std::fabs(*x + 0.1 * *angle));
  }
  EXPECT_LT(creep, GetParam() == Scheme::spook ? 1e-6 : 1e-9);  // whose joints give way by a millionth
}

// A sledge on two wheels across a slope: they hold it sideways, and its plane and they hold it up.
TEST_P(Rolling, WheelsDoNotCreepSideways) {
  std::string text = head_of(GetParam(), "gravity = [0, 3, -9]", 0.001) + R"(
[[body]]
name = "sledge"
mass = 5
inertia = [0.1, 0.2, 0.25]
velocity = [0.5, 0, 0]
[[joint]]
name = "snow"
type = "planar"
bodies = ["world", "sledge"]
anchor = [0, 0, 0]
axes = [[0, 0, 1], [1, 0, 0]]
start = { velocity = [0.5, 0, 0] }
)";
  for (const std::string at : {"0.3", "-0.2"}) {
    const std::string name = at[0] == '-' ? "rear" : "front";
    const std::string anchor = "[" + at + ", 0, 0.1]\n";
    text += "[[body]]\nname = \"" + name + "\"\nmass = 0.5\ninertia = [0.002, 0.003, 0.002]\nposition = " + anchor;
    text += "[[joint]]\nname = \"axle_" + name + "\"\ntype = \"hinge\"\nbodies = [\"sledge\", \"" + name +
            "\"]\naxis = [0, 1, 0]\nanchor = " + anchor;
    text += "[[joint]]\nname = \"roll_" + name + "\"\ntype = \"rolling\"\nbodies = [\"world\", \"" + name +
            "\"]\nnormal = [0, 0, 1]\naxis = [0, 1, 0]\nradius = 0.1\nanchor = " + anchor;
  }
  Rig rig(model_from(text));
  rig.initialise();
  EXPECT_NEAR(rig.value("front.angularVelocity[2]"), 5, 1e-9);  // starts agree: the wheels turn with it
  const int steps = long_run(100000);
  rig.steps(steps);
  const double tiny = GetParam() == Scheme::spook ? 1e-5 : 1e-8;  // whose joints give way by a millionth
  EXPECT_NEAR(rig.value("snow.position[1]"), 0.5 * 0.001 * steps, 10 * tiny);
  EXPECT_NEAR(rig.value("snow.position[2]"), 0, tiny);
  EXPECT_NEAR(rig.value("snow.angle[3]"), 0, tiny);
  const double side = rig.value("roll_front.reaction.force[2]") + rig.value("roll_rear.reaction.force[2]");
  EXPECT_NEAR(side, -3 * 6, 1e-5);
}

// A coin that leans by a from lying flat and rolls on a circle: with the rate W of its precession and w about its axis
//
//   A W^2 sin a cos a - (C + m r^2) w W sin a = m g r cos a
TEST_P(Rolling, CoinPrecessesAsTheClosedFormSays) {
  const double h = 2e-4;
  const double lean = std::acos(-1.0) / 3;
  const double s = std::sin(lean);
  const double c = std::cos(lean);
  const double rate = 2;
  const double r = 0.1;
  const double spin = (0.25 * r * rate * rate * s * c - 9.81 * c) / (1.5 * r * rate * s);  // thin: A = m r^2/4 = C/2
  const Vec3 turning = rate * s * Vec3(0, c, s) + spin * Vec3(0, -s, c);
  Rig rig(model_from(
      head_of(GetParam(), "gravity = [0, 0, -9.81]", h) +
      "[[body]]\nname = \"coin\"\nmass = 0.4\ninertia = [0.001, 0.001, 0.002]\nposition = [0, 0, " + number(r * s) +
      "]\nrotation = { axis = [1, 0, 0], angle = " + number(lean) + " }\nvelocity = [" + number(-spin * r) +
      ", 0, 0]\nangular_velocity = [0, " + number(turning.y()) + ", " + number(turning.z()) +
      "]\n[[joint]]\nname = \"ground\"\ntype = \"rolling\"\nbodies = [\"world\", \"coin\"]\nanchor = "
      "[0, 0, " +
      number(r * s) + "]\nnormal = [0, 0, 1]\nradius = 0.1\naxis = [0, " + number(-s) + ", " + number(c) + "]\n"));
  rig.initialise();
  const double circle = -spin * r / rate;
  const double energy = rig.energy();
  const double within = second_order() ? 2e-5 : 0.05;  // of the circle's radius, over a whole turn or a third of one
  for (int k = 1; k <= (second_order() ? 15708 : 5000); ++k) {
    rig.step();
    if (k % 100 != 0) continue;
    const double phase = rate * k * h;
    EXPECT_NEAR(rig.value("coin.position[1]"), circle * std::sin(phase), within * circle) << k;
    EXPECT_NEAR(rig.value("coin.position[2]"), circle * (1 - std::cos(phase)), within * circle) << k;
    EXPECT_NEAR(rig.value("coin.position[3]"), r * s, within * r) << k;
  }
  EXPECT_NEAR(rig.energy(), energy, (second_order() ? 1e-6 : 0.02) * energy);
}

// Chaplygin's sleigh, its blade a wheel. From v = 0 and w = W: v = V tanh(k t), w = W/cosh(k t), with
// M V^2 = J W^2, k = m a V/J; the energy stays.
TEST_P(Rolling, ChaplyginsSleighTurnsItsSpinIntoSpeed) {
  const double h = 5e-4;
  Rig rig(model_from(head_of(GetParam(), "gravity = [0, 0, -9.81]", h) + R"(
[[body]]
name = "sleigh"
mass = 3
inertia = [0.1, 0.1, 0.2]
com = [0.25, 0, 0]
angular_velocity = [0, 0, 4]
[[body]]
name = "wheel"
mass = 0.5
inertia = [0.001, 0.002, 0.001]
angular_velocity = [0, 0, 4]
[[joint]]
name = "ice"
type = "planar"
bodies = ["world", "sleigh"]
anchor = [0, 0, 0]
axis = [0, 0, 1]
start = { velocity = [0, 0, 4] }
[[joint]]
name = "axle"
type = "hinge"
bodies = ["sleigh", "wheel"]
anchor = [0, 0, 0]
axis = [0, 1, 0]
[[joint]]
name = "blade"
type = "rolling"
bodies = ["world", "wheel"]
anchor = [0, 0, 0]
normal = [0, 0, 1]
axis = [0, 1, 0]
radius = 0.1
)"));
  rig.initialise();
  const double M = 3 + 0.5 + 0.002 / 0.01;
  const double J = 0.2 + 0.001 + 3 * 0.25 * 0.25;
  const double V = 4 * std::sqrt(J / M);
  const double k = 3 * 0.25 * V / J;
  const double energy = rig.value("energy.kinetic");
  EXPECT_NEAR(energy, 0.5 * J * 16, 1e-9);
  const double within = second_order() ? 1e-5 : 0.02;
  for (int n = 1; n <= 4000; ++n) {
    rig.step();
    if (n % 100 != 0) continue;
    const double t = n * h;
    EXPECT_NEAR(rig.value("ice.velocity[3]"), 4 / std::cosh(k * t), 4 * within) << n;
    EXPECT_NEAR(rig.vector("wheel.velocity").norm(), V * std::tanh(k * t), V * within) << n;
    EXPECT_NEAR(rig.value("energy.kinetic"), energy, energy * within) << n;
  }
}

// On a body that moves: a ball on a plank that is pulled away rolls back on it, and pushes it by 2/7 of its own mass.
TEST_P(Rolling, BallOnAPlankMovesIt) {
  Rig rig(model_from(head_of(GetParam(), "gravity = [0, 0, -9.81]", 0.001) + R"(
[[body]]
name = "plank"
mass = 3
inertia = [1, 1, 1]
[[body]]
name = "ball"
mass = 7
inertia = [0.028, 0.028, 0.028]
position = [0, 0, 0.1]
[[joint]]
name = "rail"
type = "slider"
bodies = ["world", "plank"]
axis = [1, 0, 0]
[[joint]]
name = "contact"
type = "rolling"
bodies = ["plank", "ball"]
anchor = [0, 0, 0.1]
normal = [0, 0, 1]
radius = 0.1
)"));
  rig.initialise();
  rig.set("rail.force", 10);
  rig.steps(500);
  const double a = 10 / (3 + 2.0 / 7 * 7);
  EXPECT_NEAR(rig.value("rail.velocity"), 0.5 * a, 1e-4);
  EXPECT_NEAR(rig.value("ball.velocity[1]"), 0.5 * a * 2 / 7, 1e-4);
  EXPECT_NEAR(rig.value("contact.reaction.force[1]"), 2 * a, 1e-4);
}

std::string body_at(const std::string& name, double mass, const Vec3& inertia, const Vec3& at) {
  return "[[body]]\nname = \"" + name + "\"\nmass = " + number(mass) + "\ninertia = [" + number(inertia.x()) + ", " +
         number(inertia.y()) + ", " + number(inertia.z()) + "]\nposition = [" + number(at.x()) + ", " + number(at.y()) +
         ", " + number(at.z()) + "]\n";
}

std::string rolls_at(const std::string& name, const std::string& body, const Vec3& at, const char* axis) {
  return "[[joint]]\nname = \"" + name + "\"\ntype = \"rolling\"\nbodies = [\"world\", \"" + body + "\"]\nanchor = [" +
         number(at.x()) + ", " + number(at.y()) + ", " + number(at.z()) +
         "]\nnormal = [0, 0, 1]\nradius = " + number(at.z()) + "\n" + axis;
}

// A driven wheel on the chassis; `axis`: of its hinge, the wheel's own lies the other way round on the right.
std::string driven_wheel(const std::string& name, const Vec3& at) {
  return body_at(name, 1, {0.003, 0.005, 0.003}, at) + "[[joint]]\nname = \"axle_" + name +
         "\"\ntype = \"hinge\"\nbodies = [\"chassis\", \"" + name + "\"]\nanchor = [" + number(at.x()) + ", " +
         number(at.y()) + ", 0.1]\naxis = [0, 1, 0]\ndrive = { mode = \"velocity\", max_torque = 5 }\n" +
         rolls_at("ground_" + name, name, at, at.y() > 0 ? "axis = [0, 1, 0]\n" : "axis = [0, -1, 0]\n");
}

std::string chassis(Scheme scheme, double h) {
  return head_of(scheme, "", h) + body_at("chassis", 10, {0.2, 0.3, 0.4}, {0, 0, 0.15});
}

// Two driven wheels on one axle and a caster, a light ball under the chassis.
std::string two_wheeler(Scheme scheme, double h) {
  return chassis(scheme, h) + body_at("caster", 0.3, {1e-4, 1e-4, 1e-4}, {-0.25, 0, 0.03}) + R"([[joint]]
name = "swivel"
type = "ball"
bodies = ["chassis", "caster"]
anchor = [-0.25, 0, 0.03]
)" + rolls_at("ground_caster", "caster", {-0.25, 0, 0.03}, "") +
         driven_wheel("left", {0, 0.2, 0.1}) + driven_wheel("right", {0, -0.2, 0.1});
}

// Along the axle both wheels hold the same. What drives a light caster is no load that bends.
TEST_P(Rolling, TwoWheelerDrivesAsItsWheelsTurn) {
  for (const double h : {1e-3, 1.0 / 60}) {
    Rig rig(model_from(two_wheeler(GetParam(), h)));
    rig.initialise();
    rig.set("axle_left.drive.velocity", 10);
    rig.set("axle_right.drive.velocity", 12);
    for (int k = 0; k * h < 4; ++k) {
      ASSERT_EQ(rig.step().status, StepStatus::solved) << h << ", step " << k;
      ASSERT_LT(std::fabs(rig.value("ground_left.reaction.force[2]")), 6) << h << ", step " << k;
    }
    EXPECT_NEAR(rig.vector("chassis.velocity").norm(), 1.1, 2e-4) << h;
    EXPECT_NEAR(rig.value("chassis.angularVelocity[3]"), 0.5, 1e-4) << h;
    // What holds it on its curve, half on each wheel; the frame's centre goes round at 1.1 m/s.
    const Vec3 v = rig.vector("chassis.velocity");
    const Vec3 across = Vec3(-v.y(), v.x(), 0).normalized();
    const Vec3 left = rig.vector("ground_left.reaction.force");
    const Vec3 right = rig.vector("ground_right.reaction.force");
    const Vec3 caster = rig.vector("ground_caster.reaction.force");
    EXPECT_NEAR((left + right + caster).dot(across), (10 + 1 + 1 + 0.3) * 1.1 * 0.5, 0.02) << h;
    EXPECT_NEAR(left.dot(across), right.dot(across), 0.01) << h;
  }
}

TEST_P(Rolling, FourWheelerKeepsItsLine) {
  for (const double h : {1e-3, 1.0 / 60}) {
    std::string text = chassis(GetParam(), h);
    for (const double x : {0.3, -0.3}) {
      for (const double y : {0.2, -0.2}) {
        text += driven_wheel(std::string(x > 0 ? "front_" : "rear_") + (y > 0 ? "left" : "right"), {x, y, 0.1});
      }
    }
    Rig rig(model_from(text));
    rig.initialise();
    for (const char* wheel : {"front_left", "front_right", "rear_left", "rear_right"}) {
      rig.set(std::string("axle_") + wheel + ".drive.velocity", 10);
    }
    rig.set("chassis.force[2]", 20);
    for (int k = 0; k * h < 4; ++k) ASSERT_EQ(rig.step().status, StepStatus::solved) << h << ", step " << k;
    EXPECT_NEAR(rig.value("chassis.velocity[1]"), 1, 1e-9);
    EXPECT_NEAR(rig.value("chassis.position[2]"), 0, 1e-7);
    for (const char* wheel : {"front_left", "front_right", "rear_left", "rear_right"}) {
      EXPECT_NEAR(rig.value(std::string("ground_") + wheel + ".reaction.force[2]"), -5, 0.02) << h << ", " << wheel;
    }
  }
}

// Two wheels that are one body, pulled along their axle.
TEST_P(Rolling, WheelsetSharesWhatHoldsItAlongItsAxle) {
  for (const double h : {1e-3, 1.0 / 60}) {
    Rig rig(model_from(head_of(GetParam(), "gravity = [0, 3, -9]", h) + body_at("set", 100, {20, 2, 20}, {0, 0, 0.4}) +
                       rolls_at("left", "set", {0, 0.7, 0.4}, "axis = [0, 1, 0]\n") +
                       rolls_at("right", "set", {0, -0.7, 0.4}, "axis = [0, 1, 0]\n")));
    rig.initialise();
    rig.set("set.torque[2]", 10);
    for (int k = 0; k * h < 2; ++k) ASSERT_EQ(rig.step().status, StepStatus::solved) << h << ", step " << k;
    EXPECT_NEAR(rig.value("set.position[2]"), 0, 1e-9);
    EXPECT_NEAR(rig.value("set.velocity[1]"), 10 / 0.4 / (100 + 2 / 0.16) * 2, 1e-2) << h;
    EXPECT_NEAR(rig.value("left.reaction.force[2]"), -150, 1e-6) << h;
    EXPECT_NEAR(rig.value("right.reaction.force[2]"), -150, 1e-6) << h;
    // The push along the axle is at its height, what holds it below: the wheels' loads differ.
    EXPECT_NEAR(rig.value("left.reaction.force[3]"), 450 + 300 * 0.4 / 1.4, 1e-3) << h;
    EXPECT_NEAR(rig.value("right.reaction.force[3]"), 450 - 300 * 0.4 / 1.4, 1e-3) << h;
    EXPECT_NEAR(rig.value("left.reaction.torque[1]"), -150 * 0.4, 0.1) << h;
  }
}

INSTANTIATE_TEST_SUITE_P(Schemes, Rolling, testing::ValuesIn(kSchemes), name_of_tested);

}  // namespace
}  // namespace stickslip
