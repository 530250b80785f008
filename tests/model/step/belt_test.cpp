#include <cmath>

#include "tests/model/rig.h"
#include "tests/model/step/models.h"

/// Belts, rules of materials, and what sensors say of pressure, by closed forms.
namespace stickslip {
namespace {

std::string world(const std::string& model, const std::string& scheme, double friction) {
  return "[model]\nname = \"t\"\n" + model + "[step]\nsize = 0.001\nscheme = \"" + scheme +
         "\"\n[[material]]\nname = \"m\"\nfriction = " + number(friction) +
         "\n[[material]]\nname = \"n\"\nfriction = " + number(0.1) + "\n";
}

std::string belt(const std::string& motion) {
  return "[[body]]\nname = \"belt\"\nfixed = true\n" + motion +
         "shapes = [{ type = \"box\", size = [10, 1, 0.2], position = [0, 0, -0.1], material = \"m\" }]\n";
}

std::string block(const std::string& material = "m", const std::string& motion = "") {
  return "[[body]]\nname = \"block\"\nmass = 2\nposition = [0, 0, 0.05]\n" + motion +
         "shapes = [{ type = \"box\", size = [0.2, 0.2, 0.1], material = \"" + material +
         "\" }]\n[[contact]]\nname = \"s\"\nbodies = [\"block\"]\n";
}

// It slides at mu g until it has the belt's speed, and keeps that.
TEST(Belt, TakesABlockAlongAtItsSpeed) {
  for (const char* scheme : {"stabilised", "euler", "spook"}) {
    SCOPED_TRACE(scheme);
    Rig rig(model_from(world("", scheme, 0.4) + belt("surface_velocity = [0.8, 0, 0]\n") + block()));
    rig.initialise();
    rig.steps(100);
    EXPECT_NEAR(rig.value("block.velocity[1]"), 0.4 * 9.81 * 0.1, 1e-6);
    EXPECT_NEAR(rig.value("s.slip"), 0.8 - 0.4 * 9.81 * 0.1, 1e-3);
    rig.steps(300);
    EXPECT_NEAR(rig.value("block.velocity[1]"), 0.8, 1e-6);
    EXPECT_NEAR(rig.value("s.slip"), 0, 1e-6);
    EXPECT_EQ(rig.whole("s.sticking"), 1);
    const double x = rig.value("block.position[1]");
    rig.steps(1000);
    EXPECT_NEAR(rig.value("block.position[1]") - x, 0.8, 1e-5);
    // What the belt gave is the motion, and the heat of sliding: as much again.
    EXPECT_NEAR(rig.value("energy.dissipated"), 0.5 * 2 * 0.8 * 0.8, 0.02);
    rig.set("belt.surfaceVelocity[1]", -0.2);
    rig.steps(500);
    EXPECT_NEAR(rig.value("block.velocity[1]"), -0.2, 1e-6);
  }
}

TEST(Belt, MovesWithItsBody) {
  Rig rig(model_from(world("", "stabilised", 0.4) +
                     belt("rotation = { axis = [0, 0, 1], angle = \"90 deg\" }\nsurface_velocity = [0.3, 0, 0]\n") +
                     block()));
  rig.initialise();
  rig.steps(500);
  EXPECT_NEAR(rig.value("block.velocity[2]"), 0.3, 1e-9);
  EXPECT_NEAR(rig.value("block.velocity[1]"), 0, 1e-9);
}

TEST(Rules, OfMaterialsSayWhatTwoMakeTogether) {
  const std::pair<const char*, double> rules[] = {
      {"geometric mean", std::sqrt(0.4 * 0.1)}, {"mean", 0.25}, {"least", 0.1}, {"largest", 0.4}, {"product", 0.04}};
  for (const auto& [rule, friction] : rules) {
    Rig rig(model_from(world("friction_rule = \"" + std::string(rule) + "\"\n", "stabilised", 0.4) + belt("") +
                       block("n", "velocity = [2, 0, 0]\n")));
    rig.initialise();
    rig.steps(100);
    EXPECT_NEAR(rig.value("s.frictionForce"), friction * 2 * 9.81, 1e-9) << rule;
  }
}

// A couple of forces moves the centre of pressure by torque over force.
TEST(Sensor, KnowsTheCentreOfPressure) {
  Rig rig(model_from(world("", "stabilised", 0.4) + belt("") + block()));
  rig.initialise();
  rig.set("block.torque[2]", 0.3);
  rig.steps(200);
  EXPECT_NEAR(rig.value("s.centre[1]"), rig.value("block.position[1]") + 0.3 / (2 * 9.81), 1e-9);
  EXPECT_NEAR(rig.value("s.centre[2]"), rig.value("block.position[2]"), 1e-9);
  EXPECT_NEAR(rig.value("s.centre[3]"), 0, 1e-9);
  EXPECT_NEAR(rig.value("s.peakImpulse"), 2 * 9.81 * 0.001, 1e-9);
}

// Four legs of one body share its weight evenly, and go on doing so.
TEST(Table, StandsOnFourLegsWithAQuarterOnEach) {
  std::string text = world("", "stabilised", 0.4) + belt("") +
                     "[[body]]\nname = \"table\"\nmass = 12\nposition = [0, 0, 0.5]\nshapes = [";
  for (const char* leg : {"[-0.4, -0.3, -0.25]", "[0.4, -0.3, -0.25]", "[-0.4, 0.3, -0.25]", "[0.4, 0.3, -0.25]"}) {
    text +=
        "{ type = \"capsule\", radius = 0.02, length = 0.46, position = " + std::string(leg) + ", material = \"m\" }, ";
  }
  Rig rig(model_from(text + "]\n"));
  rig.initialise();
  for (int k = 0; k < 300; ++k) {
    rig.step();
    std::vector<double> loaded;
    for (const double force : rig.normal_forces(0.001)) {
      if (force > 1e-6) loaded.push_back(force);
    }
    ASSERT_EQ(loaded.size(), 4U);
    for (const double force : loaded) ASSERT_NEAR(force, 3 * 9.81, 1e-9 * 12 * 9.81);
  }
}

}  // namespace
}  // namespace stickslip
