// Bushings: stiffness and damping in all directions between two bodies.
#include <cmath>

#include "tests/model/build.h"
#include "tests/model/rig.h"
#include "tests/model/step/models.h"

namespace stickslip {
namespace {

class Bushings : public testing::TestWithParam<Scheme> {};

// With f the load as the frame feels it, x = K^-1 f but for O(x^2). K here couples across and about: that of a beam.
TEST_P(Bushings, GiveWayByTheirStiffness) {
  Rig rig(model_from(head_of(GetParam(), "gravity = [0, 0, 0]", 0.01) + R"(
[[body]]
name = "block"
mass = 2
inertia = [0.1, 0.2, 0.25]
position = [0.5, 0, 0]
[[bushing]]
name = "beam"
bodies = ["world", "block"]
anchor = [0.5, 0, 0]
stiffness = [
  [3e6, 0, 0, 0, 0, 0],
  [0, 1.2e5, 0, 0, 0, -6e4],
  [0, 0, 1.2e5, 0, 6e4, 0],
  [0, 0, 0, 5e4, 0, 0],
  [0, 0, 6e4, 0, 4e4, 0],
  [0, -6e4, 0, 0, 0, 4e4],
]
damping = [3e4, 3e3, 3e3, 1e3, 1e3, 1e3]
)"));
  rig.initialise();
  rig.set("block.force", Vec3(3, 0.2, -0.1));
  rig.set("block.torque", Vec3(0.05, 0, 0.02));
  rig.steps(4000);
  EXPECT_NEAR((rig.vector("beam.force") + Vec3(3, 0.2, -0.1)).norm(), 0, 1e-9);
  EXPECT_NEAR((rig.vector("beam.torque") + Vec3(0.05, 0, 0.02)).norm(), 0, 1e-6);  // times the displacement
  const double y = (4e4 * 0.2 + 6e4 * 0.02) / (1.2e5 * 4e4 - 6e4 * 6e4);
  const double about_z = (1.2e5 * 0.02 + 6e4 * 0.2) / (1.2e5 * 4e4 - 6e4 * 6e4);
  const double z = 4e4 * -0.1 / (1.2e5 * 4e4 - 6e4 * 6e4);
  const double about_y = -6e4 * -0.1 / (1.2e5 * 4e4 - 6e4 * 6e4);
  EXPECT_NEAR((rig.vector("beam.displacement") - Vec3(1e-6, y, z)).norm(), 0, 2e-10);
  EXPECT_NEAR((rig.vector("beam.turn") - Vec3(1e-6, about_y, about_z)).norm(), 0, 2e-10);
}

// The same bushing as six numbers and as a matrix, turned in the world.
TEST_P(Bushings, AreTheSameAsNumbersAndAsAMatrix) {
  const auto model = [&](const char* hardness) {
    return model_from(head_of(GetParam(), "gravity = [0, 0, -9.81]", 0.002) + R"(
[[body]]
name = "block"
mass = 2
inertia = [0.1, 0.2, 0.25]
velocity = [0.3, -0.2, 0.1]
angular_velocity = [1, 2, -1]
[[bushing]]
name = "mount"
bodies = ["world", "block"]
anchor = [0.1, 0, 0.2]
rotation = { axis = [1, 2, 3], angle = 1.1 }
)" + hardness);
  };
  Rig numbers(model("stiffness = [300, 100, 200, 20, 30, 40]\ndamping = [3, 1, 0, 0.1, 0, 0.2]\n"));
  Rig matrix(
      model("stiffness = [[300, 0, 0, 0, 0, 0], [0, 100, 0, 0, 0, 0], [0, 0, 200, 0, 0, 0], "
            "[0, 0, 0, 20, 0, 0], [0, 0, 0, 0, 30, 0], [0, 0, 0, 0, 0, 40]]\n"
            "damping = [3, 1, 0, 0.1, 0, 0.2]\n"));
  numbers.initialise();
  matrix.initialise();
  for (int k = 0; k < 500; ++k) {
    numbers.step();
    matrix.step();
  }
  for (const char* what : {"block.position", "mount.force", "mount.torque", "mount.turn"}) {
    EXPECT_NEAR((numbers.vector(what) - matrix.vector(what)).norm(), 0, 1e-9) << what;
  }
}

// Between two bodies it acts and reacts at one point: nothing else turns or moves them as a whole.
TEST_P(Bushings, KeepMomentumAndLoseEnergyToTheirDampersOnly) {
  Rig rig(model_from(head_of(GetParam(), "gravity = [0, 0, 0]", 0.001) + R"(
[[body]]
name = "a"
mass = 2
inertia = [0.1, 0.1, 0.1]
velocity = [0.3, -0.2, 0.1]
angular_velocity = [1, 0.3, -1]
[[body]]
name = "b"
mass = 1
inertia = [0.2, 0.2, 0.2]
position = [0.5, 0.2, 0]
[[bushing]]
name = "mount"
bodies = ["a", "b"]
anchor = [0.3, 0.1, 0.2]
stiffness = [[200, 30, 0, 5, 0, 0], [30, 100, 0, 0, 4, 0], [0, 0, 150, 0, 0, 3], [5, 0, 0, 10, 1, 0], [0, 4, 0, 1, 12, 0], [0, 0, 3, 0, 0, 9]]
damping = [[1, 0, 0, 0, 0, 0.1], [0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0], [0.1, 0, 0, 0, 0, 0.2]]
)"));
  rig.initialise();
  const auto momentum = [&] { return Vec3(2 * rig.vector("a.velocity") + rig.vector("b.velocity")); };
  const auto angular = [&] {
    return Vec3(2 * rig.vector("a.position").cross(rig.vector("a.velocity")) +
                rig.vector("b.position").cross(rig.vector("b.velocity")) + 0.1 * rig.vector("a.angularVelocity") +
                0.2 * rig.vector("b.angularVelocity"));
  };
  const Vec3 before = momentum();
  const Vec3 angular_before = angular();
  double energy = rig.energy();
  const double at_start = energy;
  const bool keeps = GetParam() == Scheme::trapezoidal || GetParam() == Scheme::spook;  // on average, not in every step
  for (int k = 0; k < 2000; ++k) {
    rig.step();
    EXPECT_LT(rig.energy(), energy + (keeps ? 1e-4 : 1e-9) * at_start);
    energy = rig.energy();
  }
  EXPECT_LT(energy, 0.9 * at_start);
  EXPECT_NEAR((momentum() - before).norm(), 0, 1e-12);
  const double h = 0.001;  // the first body turns within a step: what it is pushed back at has moved
  EXPECT_NEAR((angular() - angular_before).norm(), 0, 10 * (GetParam() == Scheme::trapezoidal ? h * h : h));
}

// Two modes of a plate on K = [[3, 1], [1, 3]] k: sqrt(2 k/m) and sqrt(4 k/m), and that of its turn.
TEST_P(Bushings, PlateOnOneSwingsInItsModes) {
  const double h = 1e-4;
  Rig rig(model_from(head_of(GetParam(), "dimension = 2\ngravity = [0, 0]", h) + R"(
[[body]]
name = "plate"
mass = 2
inertia = 0.1
velocity = [0.3, 0.1]
angular_velocity = 7
[[bushing]]
name = "mount"
bodies = ["world", "plate"]
anchor = [0, 0]
stiffness = [[60, 20, 0], [20, 60, 0], [0, 0, 0.4]]
)"));
  rig.initialise();
  rig.steps(10000);
  const double t = 10000 * h;
  const double sum = 0.4 / 2 / std::sqrt(40.0) * std::sin(std::sqrt(40.0) * t);
  const double difference = 0.2 / 2 / std::sqrt(20.0) * std::sin(std::sqrt(20.0) * t);
  const double order_one = GetParam() == Scheme::trapezoidal ? 1e-8 : 2e-4;
  EXPECT_NEAR(rig.value("plate.position[1]"), sum + difference, order_one);
  EXPECT_NEAR(rig.value("plate.position[2]"), sum - difference, order_one);
  EXPECT_NEAR(rig.value("mount.angle"), 3.5 * std::sin(2.0 * t), 20 * order_one);  // turns count
}

// About a hinge that carries its weight: the angle swings with sqrt(k/I), whatever closes the joint.
TEST_P(Bushings, SwingsAnArmAboutItsHinge) {
  const double h = 1e-4;
  Rig rig(model_from(head_of(GetParam(), "dimension = 2\ngravity = [0, 0]", h) + R"(
[[body]]
name = "arm"
mass = 2
inertia = 0.5
position = [0.5, 0]
[[joint]]
name = "pin"
type = "hinge"
bodies = ["world", "arm"]
anchor = [0, 0]
start = { angle = 0.7 }
[[bushing]]
name = "mount"
bodies = ["world", "arm"]
anchor = [0, 0]
stiffness = [0, 0, 16]
)"));
  rig.initialise();
  rig.steps(10000);
  EXPECT_NEAR(rig.value("pin.angle"), 0.7 * std::cos(4.0), GetParam() == Scheme::trapezoidal ? 1e-7 : 2e-3);
  EXPECT_NEAR(rig.energy(), 8 * 0.49, GetParam() == Scheme::trapezoidal ? 1e-6 : 1e-2);
}

INSTANTIATE_TEST_SUITE_P(Schemes, Bushings, testing::ValuesIn(kSchemes), name_of_tested);

// A bushing that is much stiffer than the step resolves is a joint: two links on such ones swing, and fly nowhere.
// The trapezoidal rule damps nothing and has to resolve them.
TEST(Bushings, StiffOnesAreJoints) {
  for (const Scheme scheme : {Scheme::euler, Scheme::stabilised, Scheme::spook}) {
    Rig rig(model_from(head_of(scheme, "dimension = 2", 0.01) + R"(
[[body]]
name = "upper"
mass = 2
inertia = 0.01
position = [1, 0]
[[body]]
name = "lower"
mass = 5
inertia = 0.05
position = [2, 0]
[[bushing]]
name = "pin"
bodies = ["world", "upper"]
anchor = [0, 0]
stiffness = [1e9, 1e9, 0]
[[bushing]]
name = "knee"
bodies = ["upper", "lower"]
anchor = [1.5, 0]
stiffness = [1e9, 1e9, 0]
)"));
    rig.initialise();
    const auto energy = [&] {
      return rig.value("energy.kinetic") +
             9.81 * (2 * rig.value("upper.position[2]") + 5 * rig.value("lower.position[2]"));
    };
    double lowest = 0;
    for (int k = 0; k < 10000; ++k) {
      rig.step();
      EXPECT_LT(energy(), 0.03 * 7 * 9.81) << name_of(scheme);
      EXPECT_LT(rig.vector("knee.displacement").norm(), 0.02) << name_of(scheme);
      lowest = std::min(lowest, rig.value("lower.position[2]"));
    }
    EXPECT_NEAR(lowest, -2, 0.1) << name_of(scheme);
  }
}

}  // namespace
}  // namespace stickslip
