#include "tests/benchmark/orders.h"
#include "tests/model/rig.h"
#include "tests/model/runge_kutta.h"
#include "tests/model/step/models.h"

namespace stickslip {
namespace {

// More is luck: the error of an impact that is not located depends on where the grid meets it.
TEST(Order, IsAtLeastThePromisedOneForEverySchemeAndMotion) {
  for (const Experiment& experiment : experiments()) {
    for (const Promise& promise : kPromises) {
      const Measured measured = measure(experiment, promise.scheme, 4);
      if (measured.error < kExact) continue;
      EXPECT_GT(measured.order, promise.order - 0.25) << experiment.name << " under " << promise.name;
    }
  }
}

// A beam on three parallel rods in space: two closed loops, of whose 30 joint equations only 23 are independent. It is
// a pendulum: three rods turn, the beam moves along.
Model swing_on_three_rods(Scheme scheme) {
  std::string text = R"(
[model]
name = "loops"
[[body]]
name = "beam"
mass = 4
inertia = [0.01, 1, 1]
position = [1, 0, -0.6]
)";
  for (int k = 0; k < 3; ++k) {
    const std::string n = std::to_string(k);
    text += "[[body]]\nname = \"rod" + n + "\"\nmass = 1\ninertia = [0.03, 0.03, 0.001]\nposition = [" + n +
            ", 0, -0.3]\n[[joint]]\nname = \"upper" + n + "\"\ntype = \"hinge\"\nbodies = [\"world\", \"rod" + n +
            "\"]\nanchor = [" + n + ", 0, 0]\naxis = [0, 1, 0]\n" + (k == 0 ? "start = { velocity = 4 }\n" : "") +
            "[[joint]]\nname = \"lower" + n + "\"\ntype = \"hinge\"\nbodies = [\"rod" + n +
            "\", \"beam\"]\nanchor = [" + n + ", 0, -0.6]\naxis = [0, 1, 0]\n";
  }
  Model model = model_from(text);
  model.step.scheme = scheme;
  return model;
}

double swing_angle(double T) {
  const double ratio = (3 * 0.3 + 4 * 0.6) / (3 * (0.03 + 0.09) + 4 * 0.36) * 9.81;
  return turned([ratio](double angle) { return -ratio * std::sin(angle); }, 0, 4, T);
}

TEST(Projection, OfRedundantLoopsKeepsTheOrderAndGainsNoEnergy) {
  const double exact = swing_angle(0.9);
  for (const Scheme scheme : {Scheme::euler, Scheme::trapezoidal}) {
    double errors[2] = {0, 0};
    for (int k = 0; k < 2; ++k) {
      const int steps = 100 << (2 * k);
      Rig rig(swing_on_three_rods(scheme));
      rig.initialise();
      double energy = rig.energy();
      double joint_error = 0;
      for (int n = 0; n < steps; ++n) {
        rig.step(0.9 / steps);
        EXPECT_EQ(rig.report.status, StepStatus::solved);
        EXPECT_LE(rig.energy(), energy + 1e-12) << static_cast<int>(scheme) << ", step " << n;
        energy = rig.energy();
        joint_error = std::max(joint_error, rig.report.joint_error);
      }
      EXPECT_LT(joint_error, 1e-12);
      errors[k] = std::fabs(rig.value("upper0.angle") - exact);
    }
    const double promised = scheme == Scheme::trapezoidal ? 2 : 1;
    EXPECT_GT(std::log2(errors[0] / errors[1]) / 2, promised - 0.25) << static_cast<int>(scheme);
  }
}

// What a pendulum's drift costs is paid by the pendulum.
TEST(Projection, LeavesTheSpeedOfWhatHangsOnNothingAlone) {
  for (const Scheme scheme : {Scheme::euler, Scheme::trapezoidal}) {
    Model model = model_from(R"(
[model]
name = "apart"
[[body]]
name = "bob"
mass = 1
inertia = [0.01, 0.01, 0.01]
[[joint]]
name = "pivot"
type = "hinge"
bodies = ["world", "bob"]
anchor = [0, 0, 1]
axis = [0, 1, 0]
start = { angle = 1 }
[[body]]
name = "flier"
mass = 1
inertia = [0.1, 0.2, 0.3]
position = [0, 5, 0]
velocity = [2, 0, 0]
)");
    model.step.scheme = scheme;
    Rig rig(model);
    rig.initialise();
    for (int n = 0; n < 100; ++n) rig.step(0.01);
    EXPECT_LT(rig.report.joint_error, 1e-12);
    EXPECT_EQ(rig.value("flier.velocity[1]"), 2.0) << static_cast<int>(scheme);
  }
}

}  // namespace
}  // namespace stickslip
