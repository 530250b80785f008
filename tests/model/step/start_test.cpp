#include "tests/model/rig.h"
#include "tests/model/step/models.h"

namespace stickslip {
namespace {

constexpr double kPi = 3.14159265358979323846;

std::string arm(const std::string& shoulder, const std::string& elbow) {
  return "[model]\nname = \"arm\"\n"
         "[[body]]\nname = \"upper\"\nmass = 1\ninertia = [0.1, 0.1, "
         "0.1]\nposition = [0.5, 0, 0]\n"
         "[[body]]\nname = \"fore\"\nmass = 1\ninertia = [0.1, 0.1, "
         "0.1]\nposition = [1.5, 0, 0]\n"
         "[[joint]]\nname = \"shoulder\"\ntype = \"hinge\"\nbodies = "
         "[\"world\", \"upper\"]\nanchor = [0, 0, 0]\n"
         "axis = [0, 0, 1]\n" +
         shoulder +
         "[[joint]]\nname = \"elbow\"\ntype = \"hinge\"\nbodies = [\"upper\", "
         "\"fore\"]\nanchor = [1, 0, 0]\n"
         "axis = [0, 0, 1]\n" +
         elbow;
}

TEST(Start, OfAHingeMovesItsSubtree) {
  Rig rig(model_from(arm("start = { angle = 0.5, velocity = 2 }\n", "start = { angle = -0.3, velocity = 1 }\n")));
  rig.initialise();
  EXPECT_NEAR(rig.value("shoulder.angle"), 0.5, 1e-15);
  EXPECT_NEAR(rig.value("elbow.angle"), -0.3, 1e-15);
  EXPECT_NEAR(rig.value("shoulder.velocity"), 2, 1e-14);
  EXPECT_NEAR(rig.value("elbow.velocity"), 1, 1e-14);
  const Vec3 joint(std::cos(0.5), std::sin(0.5), 0);
  const Vec3 tip = 0.5 * Vec3(std::cos(0.2), std::sin(0.2), 0);
  EXPECT_NEAR((rig.vector("upper.position") - 0.5 * joint).norm(), 0, 1e-15);
  EXPECT_NEAR((rig.vector("fore.position") - joint - tip).norm(), 0, 1e-15);
  const Vec3 z = Vec3::UnitZ();
  EXPECT_NEAR((rig.vector("fore.velocity") - 2 * z.cross(joint) - 3 * z.cross(tip)).norm(), 0, 1e-14);
  EXPECT_NEAR((rig.vector("fore.angularVelocity") - 3 * z).norm(), 0, 1e-14);
  EXPECT_LT(rig.value("solver.jointError"), 1e-14);
}

TEST(Start, CanBeChangedByItsParameter) {
  Rig rig(model_from(arm("", "")));
  rig.set("shoulder.start.angle", kPi / 2);
  rig.set("elbow.start.velocity", -1.0);
  rig.initialise();
  EXPECT_NEAR((rig.vector("fore.position") - Vec3(0, 1.5, 0)).norm(), 0, 1e-15);
  EXPECT_NEAR((rig.vector("fore.velocity") - Vec3(0.5, 0, 0)).norm(), 0, 1e-15);
}

TEST(Start, OfASliderAndABallMoveTheirChild) {
  const std::string text =
      "[model]\nname = \"two\"\n"
      "[[body]]\nname = \"cart\"\nmass = 1\ninertia = [0.1, 0.1, 0.1]\n"
      "[[body]]\nname = \"bob\"\nmass = 1\ninertia = [0.1, 0.1, 0.1]\nposition "
      "= [0, 0, -1]\n"
      "[[joint]]\nname = \"rail\"\ntype = \"slider\"\nbodies = [\"world\", "
      "\"cart\"]\naxis = [0, 1, 0]\n"
      "start = { position = 0.25, velocity = 3 }\n"
      "[[joint]]\nname = \"tip\"\ntype = \"ball\"\nbodies = [\"cart\", "
      "\"bob\"]\nanchor = [0, 0, 0]\n"
      "start = { orientation = { axis = [1, 0, 0], angle = \"90 deg\" }, "
      "angular_velocity = [0, 0, 2] }\n";
  Rig rig(model_from(text));
  rig.initialise();
  EXPECT_NEAR((rig.vector("cart.position") - Vec3(0, 0.25, 0)).norm(), 0, 1e-15);
  EXPECT_NEAR((rig.vector("bob.position") - Vec3(0, 1.25, 0)).norm(), 0, 1e-15);
  EXPECT_NEAR((rig.vector("bob.velocity") - Vec3(-2, 3, 0)).norm(), 0, 1e-14);
  EXPECT_NEAR(rig.value("rail.position"), 0.25, 1e-15);
  EXPECT_NEAR(rig.value("rail.velocity"), 3, 1e-14);
  EXPECT_NEAR(rig.value("tip.orientation[1]"), std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(rig.value("tip.orientation[2]"), std::sqrt(0.5), 1e-15);
}

// A parallelogram: the crank is held at its start, the rest follows and moves
// with it.
TEST(Start, ClosesALoopAndKeepsTheCrank) {
  const std::string text =
      "[model]\nname = \"four_bar\"\ndimension = 2\ngravity = [0, 0]\n"
      "[[body]]\nname = \"crank\"\nmass = 1\ninertia = 0.1\nposition = [0, "
      "0.5]\n"
      "[[body]]\nname = \"coupler\"\nmass = 1\ninertia = 0.1\nposition = [1, "
      "1]\n"
      "[[body]]\nname = \"rocker\"\nmass = 1\ninertia = 0.1\nposition = [2, "
      "0.5]\n"
      "[[joint]]\nname = \"a\"\ntype = \"hinge\"\nbodies = [\"world\", "
      "\"crank\"]\nanchor = [0, 0]\n"
      "start = { angle = 0.4, velocity = 1.5 }\n"
      "[[joint]]\nname = \"b\"\ntype = \"hinge\"\nbodies = [\"crank\", "
      "\"coupler\"]\nanchor = [0, 1]\n"
      "[[joint]]\nname = \"c\"\ntype = \"hinge\"\nbodies = [\"coupler\", "
      "\"rocker\"]\nanchor = [2, 1]\n"
      "[[joint]]\nname = \"d\"\ntype = \"hinge\"\nbodies = [\"world\", "
      "\"rocker\"]\nanchor = [2, 0]\n";
  Rig rig(model_from(text));
  rig.initialise();
  EXPECT_NEAR(rig.value("a.angle"), 0.4, 1e-12);
  EXPECT_NEAR(rig.value("d.angle"), 0.4, 1e-11);
  EXPECT_NEAR(rig.value("coupler.angle"), 0, 1e-11);
  EXPECT_NEAR((rig.vector("coupler.position") - Vec3(1 - std::sin(0.4), std::cos(0.4), 0)).norm(), 0, 1e-11);
  EXPECT_NEAR(rig.value("a.velocity"), 1.5, 1e-11);
  EXPECT_NEAR(rig.value("d.velocity"), 1.5, 1e-11);
  EXPECT_NEAR(rig.value("coupler.angularVelocity"), 0, 1e-11);
  EXPECT_LT(rig.value("solver.jointError"), 1e-11);
}

// A slider-crank whose ram is a point mass: it follows the crank and does not turn with it.
TEST(Start, MovesAPointMassWithoutTurningIt) {
  Rig rig(model_from(R"(
[model]
name = "press"
dimension = 2
gravity = [0, 0]
[[body]]
name = "crank"
mass = 0.5
inertia = 0.002
[[body]]
name = "rod"
mass = 0.3
inertia = 0.004
position = [0.25, 0]
[[body]]
name = "ram"
mass = 1
rotates = false
position = [0.4, 0]
[[joint]]
name = "motor"
type = "hinge"
bodies = ["world", "crank"]
anchor = [0, 0]
start = { angle = 1.9, velocity = 2 }
[[joint]]
name = "pin"
type = "hinge"
bodies = ["crank", "rod"]
anchor = [0.1, 0]
[[joint]]
name = "wrist"
type = "hinge"
bodies = ["rod", "ram"]
anchor = [0.4, 0]
[[joint]]
name = "guide"
type = "slider"
bodies = ["world", "ram"]
anchor = [0.4, 0]
axis = [1, 0]
)"));
  rig.initialise();
  const double across = 0.1 * std::sin(1.9);
  const double along = std::sqrt(0.09 - across * across);
  EXPECT_NEAR(rig.value("ram.position[1]"), 0.1 * std::cos(1.9) + along, 1e-11);
  EXPECT_NEAR(rig.value("ram.position[2]"), 0, 1e-11);
  EXPECT_NEAR(rig.value("guide.velocity"), -2 * (across + across * 0.1 * std::cos(1.9) / along), 1e-11);
  EXPECT_LT(rig.value("solver.jointError"), 1e-11);
}

// Four gears of 56 : 1, the slow wheel first.
std::string gear_train(const std::string& first, const std::string& last) {
  std::string text = "[model]\nname = \"train\"\n";
  for (int k = 0; k < 5; ++k) {
    const std::string name = std::to_string(k);
    text += "[[body]]\nname = \"wheel" + name + "\"\nmass = 1\ninertia = [0.1, 0.1, 0.1]\n[[joint]]\nname = \"axle" +
            name + "\"\ntype = \"hinge\"\nbodies = [\"world\", \"wheel" + name +
            "\"]\nanchor = [0, 0, 0]\naxis = [0, 0, 1]\n" +
            (k == 0   ? first
             : k == 4 ? last
                      : "");
    if (k > 0) {
      text += "[[gear]]\nname = \"gear" + name + "\"\njoints = [\"axle" + std::to_string(k - 1) + "\", \"axle" + name +
              "\"]\nratio = [56, -1]\n";
    }
  }
  return text;
}

// What the fast wheel makes of it is 1e7 times as much.
TEST(Start, OfTheSlowWheelOfATrainTakesAllOthersAlong) {
  for (const double rate : {1e-4, 5.0}) {
    Rig rig(model_from(gear_train("start = { angle = 0.3, velocity = " + number(rate) + " }\n", "")));
    rig.initialise();
    double ratio = 1;
    for (int k = 0; k < 5; ++k, ratio *= 56) {
      EXPECT_NEAR(rig.value("axle" + std::to_string(k) + ".angle"), 0.3 * ratio, 1e-14 * ratio);
      EXPECT_NEAR(rig.value("axle" + std::to_string(k) + ".velocity"), rate * ratio, 1e-14 * rate * ratio);
    }
  }
}

TEST(Start, OfBothEndsOfATrainHasToFit) {
  const double ratio = 56.0 * 56 * 56 * 56;
  Rig rig(
      model_from(gear_train("start = { velocity = 0.01 }\n", "start = { velocity = " + number(0.01 * ratio) + " }\n")));
  rig.initialise();
  EXPECT_NEAR(rig.value("axle2.velocity"), 0.01 * 56 * 56, 1e-12);
  rig.set("axle4.start.velocity", 0.0101 * ratio);
  const Error error = rig.simulation.initialise(rig.starts, rig.parameters, rig.inputs, rig.outputs());
  ASSERT_TRUE(error);
  EXPECT_NE(error.text.find("contradict each other"), std::string::npos) << error.text;
  EXPECT_NE(error.text.find("axle"), std::string::npos) << error.text;
}

// A rod leads from the long end of each lever to the short end of the next: 56 times as fast, twice.
TEST(Start, OfALeverTakesThoseAlongThatItMovesManyTimesAsFast) {
  std::string text = "[model]\nname = \"levers\"\ndimension = 2\n";
  for (int k = 0; k < 3; ++k) {
    const std::string name = std::to_string(k);
    const std::string at = number(0.5 * k);
    text += "[[body]]\nname = \"lever" + name + "\"\nmass = 1\ninertia = 0.1\nposition = [0, " + at +
            "]\n[[joint]]\nname = \"pin" + name + "\"\ntype = \"hinge\"\nbodies = [\"world\", \"lever" + name +
            "\"]\nanchor = [0, " + at + "]\n";
    if (k == 0) text += "start = { velocity = 0.01 }\n";
    if (k == 0) continue;
    text += "[[joint]]\nname = \"rod" + name + "\"\ntype = \"distance\"\nbodies = [\"lever" + std::to_string(k - 1) +
            "\", \"lever" + name + "\"]\nanchors = [[0.56, " + number(0.5 * k - 0.5) + "], [0.01, " + at + "]]\n";
  }
  Rig rig(model_from(text));
  rig.initialise();
  EXPECT_NEAR(rig.value("pin0.velocity"), 0.01, 1e-9);
  EXPECT_NEAR(rig.value("pin1.velocity"), 0.56, 1e-8);
  EXPECT_NEAR(rig.value("pin2.velocity"), 31.36, 1e-7);
}

// Ring, sun and planets: no gear of its own says where they go, both together do.
TEST(Start, OfASunTakesPlanetAndCarrierAlong) {
  const auto turning = [](const std::string& name, const std::string& on, const std::string& at) {
    return "[[body]]\nname = \"b_" + name + "\"\nmass = 1\ninertia = [0.1, 0.1, 0.1]\nposition = " + at +
           "\n[[joint]]\nname = \"" + name + "\"\ntype = \"hinge\"\nbodies = [\"" + on + "\", \"b_" + name +
           "\"]\nanchor = " + at + "\naxis = [0, 0, 1]\n";
  };
  Rig rig(model_from("[model]\nname = \"planetary\"\n" + turning("sun", "world", "[0, 0, 0]") +
                     "start = { angle = 2, velocity = 10 }\n" + turning("carrier", "world", "[0, 0, 0]") +
                     turning("planet", "b_carrier", "[0.05, 0, 0]") +
                     "[[gear]]\nname = \"inner\"\njoints = [\"sun\", \"carrier\", \"planet\"]\nratio = [3, -3, 2]\n"
                     "[[gear]]\nname = \"outer\"\njoints = [\"carrier\", \"planet\"]\nratio = [7, 2]\n"));
  rig.initialise();
  EXPECT_NEAR(rig.value("carrier.angle"), 0.6, 1e-14);
  EXPECT_NEAR(rig.value("planet.angle"), -2.1, 1e-14);
  EXPECT_NEAR(rig.value("carrier.velocity"), 3, 1e-14);
  EXPECT_NEAR(rig.value("planet.velocity"), -10.5, 1e-13);
  EXPECT_NEAR((rig.vector("b_planet.velocity") - 0.15 * Vec3(-std::sin(0.6), std::cos(0.6), 0)).norm(), 0, 1e-14);
}

std::string geared_four_bar(const std::string& motor, const std::string& crank) {
  return R"([model]
name = "geared"
dimension = 2
[[body]]
name = "rotor"
mass = 0.5
inertia = 1e-4
[[body]]
name = "crank"
mass = 0.3
inertia = 2e-3
position = [0, 0.1]
[[body]]
name = "coupler"
mass = 0.8
inertia = 3e-2
position = [0.3, 0.3]
[[body]]
name = "rocker"
mass = 0.6
inertia = 1.5e-2
position = [0.6, 0.2]
[[joint]]
name = "motor"
type = "hinge"
bodies = ["world", "rotor"]
anchor = [0, 0]
)" + motor +
         R"([[joint]]
name = "bearing"
type = "hinge"
bodies = ["world", "crank"]
anchor = [0, 0]
)" + crank +
         R"([[joint]]
name = "crank_pin"
type = "hinge"
bodies = ["crank", "coupler"]
anchor = [0, 0.2]
[[joint]]
name = "rocker_pin"
type = "hinge"
bodies = ["coupler", "rocker"]
anchor = [0.6, 0.4]
[[joint]]
name = "pivot"
type = "hinge"
bodies = ["world", "rocker"]
anchor = [0.6, 0]
[[gear]]
name = "reducer"
joints = ["motor", "bearing"]
ratio = [1, -100]
)";
}

// The motor is not told where to start: it follows by eight turns, and the rest of the loop with it.
TEST(Start, OfACrankTakesItsGearedMotorAlong) {
  Rig rig(model_from(geared_four_bar("", "")));
  rig.set("bearing.start.angle", 0.5);
  rig.set("bearing.start.velocity", 3.0);
  rig.initialise();
  EXPECT_NEAR(rig.value("bearing.angle"), 0.5, 1e-12);
  EXPECT_NEAR(rig.value("motor.angle"), 50, 1e-10);
  EXPECT_NEAR(rig.value("bearing.velocity"), 3, 1e-11);
  EXPECT_NEAR(rig.value("motor.velocity"), 300, 1e-9);
  EXPECT_LT(rig.value("solver.jointError"), 1e-10);
}

TEST(Start, OfAnAngleAloneLeavesTheVelocityToTheRest) {
  Rig rig(model_from(geared_four_bar("start = { velocity = 200 }\n", "start = { angle = 0.5 }\n")));
  rig.initialise();
  EXPECT_NEAR(rig.value("motor.angle"), 50, 1e-10);
  EXPECT_NEAR(rig.value("bearing.velocity"), 2, 1e-11);
}

TEST(Start, ThatCannotBeReachedIsAnErrorThatNamesTheJoint) {
  const std::string text =
      "[model]\nname = \"rope\"\ndimension = 2\n"
      "[[body]]\nname = \"b\"\nmass = 1\ninertia = 0.1\nposition = [1, 0]\n"
      "[[joint]]\nname = \"pin\"\ntype = \"hinge\"\nbodies = [\"world\", "
      "\"b\"]\nanchor = [0, 0]\n"
      "[[joint]]\nname = \"rod\"\ntype = \"distance\"\nbodies = [\"world\", "
      "\"b\"]\nanchors = [[5, 0], [1, 0]]\n";
  Model model = model_from(text);
  model.joints[1].length = 1;  // the body stays within 1 m of the pin, the rod
                               // wants it 1 m from 5 m away
  Rig rig(model);
  const Error error = rig.simulation.initialise(rig.starts, rig.parameters, rig.inputs, rig.outputs());
  ASSERT_TRUE(error);
  EXPECT_TRUE(error.text.find("rod") != std::string::npos || error.text.find("pin") != std::string::npos) << error.text;
}

}  // namespace
}  // namespace stickslip
