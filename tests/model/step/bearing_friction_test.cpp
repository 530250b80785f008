#include "tests/model/eigen.h"
#include "tests/model/rig.h"
#include "tests/model/step/models.h"

namespace stickslip {
namespace {

// Joints whose friction is a part of the force that they carry.
class BearingFriction : public testing::TestWithParam<Scheme> {
 protected:
  /// Of forces and speeds. Joints of spook give way first, and carry a load to 1e-6 until they have.
  double exact() const { return GetParam() == Scheme::spook ? 1e-6 : 1e-9; }
};

INSTANTIATE_TEST_SUITE_P(Schemes, BearingFriction,
                         testing::Values(Scheme::euler, Scheme::stabilised, Scheme::trapezoidal, Scheme::spook),
                         name_of_tested);

std::string joint_of(const std::string& type, const std::string& axis, const std::string& more) {
  return "[[body]]\nname = \"body\"\nmass = 3\ninertia = [0.2, 0.2, 0.2]\n[[joint]]\nname = \"j\"\ntype = \"" + type +
         "\"\nbodies = [\"world\", \"body\"]\nanchor = [0, 0, 0]\naxis = " + axis + "\n" + more;
}

Model slide(Scheme scheme, double tangent, double mu) {
  const double theta = std::atan(tangent);
  const std::string down = number(9.81 * std::sin(theta)) + ", 0, " + number(-9.81 * std::cos(theta));
  return model_from(head_of(scheme, "gravity = [" + down + "]", 0.001) +
                    joint_of("slider", "[1, 0, 0]", "friction = { coefficient = " + number(mu) + " }\n"));
}

TEST_P(BearingFriction, HoldsASliderUpToItsCoefficientAndNotBeyond) {
  Rig holds(slide(GetParam(), 0.3 * (1 - 1e-6), 0.3));
  holds.initialise();
  EXPECT_NEAR(holds.value("j.frictionForce"), -3 * 9.81 * std::sin(std::atan(0.3 * (1 - 1e-6))), exact());
  holds.steps(1000);
  EXPECT_NEAR(holds.value("j.position"), 0, 1e-12);

  Rig slides(slide(GetParam(), 0.4, 0.3));
  slides.initialise();
  slides.steps(1000);
  EXPECT_NEAR(slides.value("j.velocity"), 9.81 * std::cos(std::atan(0.4)) * (0.4 - 0.3), exact());
  slides.set("j.frictionCoefficient", 0.5);
  slides.steps(2000);
  EXPECT_NEAR(slides.value("j.velocity"), 0, 1e-12);
  EXPECT_EQ(slides.report.status, StepStatus::solved);
}

// A wheel with mass m on a bearing of radius r loses mu r m g / I of its speed in a second, and what it has without
// load besides.
TEST_P(BearingFriction, BrakesAWheelByItsWeight) {
  Rig rig(model_from(head_of(GetParam(), "gravity = [0, 0, -9.81]", 0.001) +
                     joint_of("hinge", "[0, 1, 0]",
                              "start = { velocity = 20 }\n"
                              "friction = { coefficient = 0.2, radius = \"20 mm\", torque = 0.05 }\n")));
  rig.initialise();
  const double brakes = 0.2 * 0.02 * 3 * 9.81 + 0.05;
  EXPECT_NEAR(rig.value("j.frictionTorque"), -brakes, exact());
  rig.steps(10000);
  EXPECT_NEAR(rig.value("j.velocity"), 20 - 10 * brakes / 0.2, 1e-7);
  rig.steps(20000);
  EXPECT_EQ(rig.value("j.velocity"), 0);
}

// A screw under a load along its axis holds by itself where mu r is more than its lead.
TEST_P(BearingFriction, LocksAScrew) {
  for (const double over : {0.99, 1.01}) {
    const double lead = 0.005 / (2 * std::acos(-1.0));
    Rig rig(model_from(
        head_of(GetParam(), "gravity = [0, 0, -9.81]", 0.001) +
        joint_of("screw", "[0, 0, 1]",
                 "pitch = 0.005\nfriction = { coefficient = 0.1, radius = " + number(over * lead / 0.1) + " }\n")));
    rig.initialise();
    rig.steps(1000);
    const double rate = rig.value("j.velocity");
    // What turns it is the load less the friction of what of the load the thread carries.
    const double free = 3 * lead * (1 - over) * 9.81 / (0.2 + 3 * lead * lead * (1 - over));
    EXPECT_NEAR(rate, over > 1 ? 0 : -free, 1e-6 * std::abs(free)) << over;
  }
}

// What a blow loads a bearing with brakes it as much: a rod that is struck in its bearing loses mu r of the blow.
TEST_P(BearingFriction, BrakesByBlows) {
  Rig rig(model_from(
      head_of(GetParam(), "gravity = [0, 0, 0]", 0.001) +
      joint_of("hinge", "[0, 1, 0]", "start = { velocity = 20 }\nfriction = { coefficient = 0.2, radius = 0.02 }\n")));
  rig.initialise();
  rig.steps(10);
  EXPECT_NEAR(rig.value("j.velocity"), 20, 1e-9);
  rig.set("body.force[1]", 5000);
  rig.step();
  rig.set("body.force[1]", 0);
  rig.steps(10);
  EXPECT_NEAR(rig.value("j.velocity"), 20 - 0.2 * 0.02 * 5 / 0.2, exact());
}

}  // namespace
}  // namespace stickslip
