#include "tests/model/eigen.h"
#include "tests/model/rig.h"
#include "tests/model/step/models.h"

namespace stickslip {
namespace {

// One body on one joint to the world or to a fixed body, either way round.
std::string on_joint(const std::string& type, const std::string& bodies, const std::string& extra) {
  return "[model]\nname = \"held\"\n[[body]]\nname = \"post\"\nfixed = true\nposition = [0.3, 0, 0]\n"
         "[[body]]\nname = \"arm\"\nmass = 2\ninertia = [0.1, 0.2, 0.25]\nposition = [1, 0, 0]\n"
         "rotation = { axis = [1, 2, 3], angle = 0.5 }\ncom = [0.1, -0.05, 0.2]\n"
         "[[joint]]\nname = \"j\"\ntype = \"" +
         type + "\"\nbodies = " + bodies + "\nanchor = [0.2, 0.1, -0.1]\n" + extra;
}

// The centre of mass of the arm, from the definition of the keys.
Vec3 centre() {
  const Quat q = angle_axis(0.5, Vec3(1, 2, 3).normalized());
  return Vec3(1, 0, 0) + q * Vec3(0.1, -0.05, 0.2);
}

TEST(Reaction, OfACantileverIsWeightAndMoment) {
  for (const std::string parent : {"world", "post"}) {
    Rig rig(model_from(on_joint("fixed", "[\"" + parent + "\", \"arm\"]", "")));
    rig.initialise();
    for (int k = 0; k < 3; ++k) {
      const Vec3 weight(0, 0, -2 * 9.81);
      const Vec3 moment = (centre() - Vec3(0.2, 0.1, -0.1)).cross(weight);
      EXPECT_NEAR((rig.vector("j.reaction.force") + weight).norm(), 0, 1e-10) << parent;
      EXPECT_NEAR((rig.vector("j.reaction.torque") + moment).norm(), 0, 1e-10) << parent;
      rig.step();
    }
  }
}

TEST(Reaction, ActsOnTheChildEvenWhenThatIsTheWorld) {
  for (const std::string child : {"world", "post"}) {
    Rig rig(model_from(on_joint("fixed", "[\"arm\", \"" + child + "\"]", "")));
    rig.initialise();
    rig.step();
    const Vec3 weight(0, 0, -2 * 9.81);
    const Vec3 moment = (centre() - Vec3(0.2, 0.1, -0.1)).cross(weight);
    EXPECT_NEAR((rig.vector("j.reaction.force") - weight).norm(), 0, 1e-10) << child;
    EXPECT_NEAR((rig.vector("j.reaction.torque") - moment).norm(), 0, 1e-10) << child;
  }
}

TEST(Reaction, OfASliderCarriesWhatIsAcrossAndTheDrive) {
  Rig rig(model_from(on_joint("slider", "[\"world\", \"arm\"]", "axis = [1, 0, 0]\n")));
  rig.set("j.force", 7.0);
  rig.initialise();
  EXPECT_NEAR(rig.value("j.acceleration"), 3.5, 1e-10);
  for (int k = 0; k < 100; ++k) rig.step();
  EXPECT_NEAR(rig.value("j.velocity"), 0.35, 1e-10);
  EXPECT_NEAR(rig.value("j.position"), 3.5 * 1e-6 * 100 * 101 / 2, 1e-10);
  EXPECT_NEAR((rig.vector("j.reaction.force") - Vec3(7, 0, 2 * 9.81)).norm(), 0, 1e-9);
  // About the child's anchor, which has moved with it: lever and weight are those of the start.
  const Vec3 moment = (centre() - Vec3(0.2, 0.1, -0.1)).cross(Vec3(0, 0, -2 * 9.81) - 2 * Vec3(3.5, 0, 0));
  EXPECT_NEAR((rig.vector("j.reaction.torque") + moment).norm(), 0, 1e-8);
}

TEST(Reaction, OfADrivenHingeTurnsItsRotor) {
  const std::string text =
      "[model]\nname = \"rotor\"\n[[body]]\nname = \"rotor\"\nmass = 2\ninertia = [0.1, 0.2, 0.25]\n"
      "[[joint]]\nname = \"j\"\ntype = \"hinge\"\nbodies = [\"world\", \"rotor\"]\nanchor = [0, 0, 0]\naxis = [0, 1, "
      "0]\n";
  Rig rig(model_from(text));
  rig.set("j.torque", 0.4);
  rig.initialise();
  EXPECT_NEAR(rig.value("j.acceleration"), 2, 1e-11);
  EXPECT_NEAR((rig.vector("j.reaction.torque") - Vec3(0, 0.4, 0)).norm(), 0, 1e-12);
  EXPECT_NEAR((rig.vector("j.reaction.force") - Vec3(0, 0, 2 * 9.81)).norm(), 0, 1e-10);
  rig.steps(1000);
  EXPECT_NEAR(rig.value("j.velocity"), 2, 1e-10);
  EXPECT_NEAR(rig.value("j.angle"), 1.001, 1e-9);
  EXPECT_NEAR(rig.value("rotor.angularVelocity[2]"), 2, 1e-10);
}

// At the bottom of its swing a bob of mass m on a rod L needs m (g + w^2 L), and a torque turns it by tau/(J + m L^2).
TEST(Reaction, OfASwingHoldsItOnItsCircleFromTheFirstOutputOn) {
  for (const char* scheme : {"stabilised", "euler", "trapezoidal", "spook"}) {
    const std::string text = std::string("[model]\nname = \"swing\"\n[step]\nsize = 1e-4\nscheme = \"") + scheme +
                             "\"\n[[body]]\nname = \"bob\"\nmass = 2\ninertia = [0.1, 0.5, 0.25]\n"
                             "position = [0, 0, -1]\n[[frame]]\nname = \"centre\"\nbody = \"bob\"\n"
                             "[[joint]]\nname = \"j\"\ntype = \"hinge\"\nbodies = [\"world\", \"bob\"]\n"
                             "anchor = [0, 0, 0]\naxis = [0, 1, 0]\nstart = { velocity = 5 }\n";
    Rig rig(model_from(text));
    rig.set("j.torque", 10.0);
    rig.initialise();
    const bool locates = scheme == std::string("euler") || scheme == std::string("trapezoidal");
    for (int k = 0; k < (locates ? 4 : 1); ++k) {  // the others' rods take it up in their first steps
      EXPECT_NEAR(rig.value("j.reaction.force[3]"), 2 * (9.81 + 25), 0.1) << scheme << " step " << k;
      EXPECT_NEAR(rig.value("centre.acceleration[3]"), 25, 0.05) << scheme << " step " << k;
      EXPECT_NEAR(rig.value("j.acceleration"), 4, 0.05) << scheme << " step " << k;
      EXPECT_NEAR(rig.value("centre.acceleration[1]"), -4, 0.1) << scheme << " step " << k;
      rig.step();
    }
  }
}

TEST(Reaction, PassesThroughAChain) {
  for (const bool planar : {false, true}) {
    const std::string a = planar ? "[0, 0]" : "[0, 0, 0]";
    const std::string p = planar ? "[0, -1]" : "[0, 0, -1]";
    const std::string q = planar ? "[0, -2]" : "[0, 0, -2]";
    const std::string inertia = planar ? "0.1" : "[0.1, 0.1, 0.1]";
    const std::string axis = planar ? "" : "axis = [0, 1, 0]\n";
    const std::string text =
        std::string("[model]\nname = \"chain\"\n") + (planar ? "dimension = 2\ngravity = [0, -9.81]\n" : "") +
        "[[body]]\nname = \"a\"\nmass = 1\ninertia = " + inertia + "\nposition = " + p +
        "\n[[body]]\nname = \"b\"\nmass = 3\ninertia = " + inertia + "\nposition = " + q +
        "\n[[joint]]\nname = \"top\"\ntype = \"hinge\"\nbodies = [\"world\", \"a\"]\nanchor = " + a + "\n" + axis +
        "[[joint]]\nname = \"low\"\ntype = \"hinge\"\nbodies = [\"b\", \"a\"]\nanchor = " + p + "\n" + axis;
    Rig rig(model_from(text));
    rig.initialise();
    rig.step();
    const Vec3 up = planar ? Vec3(0, 9.81, 0) : Vec3(0, 0, 9.81);
    EXPECT_NEAR((rig.vector("top.reaction.force") - 4 * up).norm(), 0, 1e-10);
    EXPECT_NEAR((rig.vector("low.reaction.force") + 3 * up).norm(), 0, 1e-10);  // the lower body is the parent
  }
}

}  // namespace
}  // namespace stickslip
