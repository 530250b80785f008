#include <algorithm>

#include "tests/model/rig.h"
#include "tests/model/step/models.h"

/// Springs against what they become as their stiffness grows, under every scheme.
namespace stickslip {
namespace {

struct Named {
  const char* name;
  Scheme scheme;
};
constexpr Named kNamedSchemes[] = {{"euler", Scheme::euler},
                                   {"stabilised", Scheme::stabilised},
                                   {"trapezoidal", Scheme::trapezoidal},
                                   {"spook", Scheme::spook}};

// Two links that hang from a hinge and swing; `elbow` holds them together.
std::string links(const std::string& elbow) {
  return R"(
[model]
name = "links"
[[body]]
name = "upper"
mass = 2
inertia = [0.2, 0.2, 0.01]
position = [0, 0, -0.5]
[[body]]
name = "lower"
mass = 1
inertia = [0.1, 0.1, 0.02]
position = [0.3, 0, -1.4]
[[joint]]
name = "shoulder"
type = "hinge"
bodies = ["world", "upper"]
anchor = [0, 0, 0]
axis = [0, 1, 0]
start = { angle = 0.7 }
[[joint]]
name = "elbow"
bodies = ["upper", "lower"]
anchor = [0, 0, -1]
)" + elbow;
}

// A bob on a string, in three dimensions.
std::string bob(const std::string& string) {
  return R"(
[model]
name = "bob"
[[body]]
name = "lower"
mass = 3
inertia = [0.1, 0.2, 0.15]
position = [0.6, 0, -0.8]
velocity = [0, 1.5, 0]
)" + string;
}

Vec3 place(Model model, Scheme scheme, double h, int steps) {
  model.step.scheme = scheme;
  Rig rig(model);
  rig.initialise();
  for (int k = 0; k < steps; ++k) {
    rig.step(h);
    EXPECT_EQ(rig.report.status, 0);
  }
  return rig.vector("lower.position");
}

void expect_limit(Model with_joint, Model with_spring, double damping_share, double within) {
  for (const Named& which : kNamedSchemes) {
    const double h = 0.002;
    const Vec3 rigid = place(with_joint, which.scheme, h, 400);
    double before = 1e300;
    for (const double k : {1e4, 1e6, 1e8, 1e11}) {
      with_spring.springs[0].stiffness = k;
      with_spring.springs[0].damping = damping_share * k;
      const double difference = (place(with_spring, which.scheme, h, 400) - rigid).norm();
      EXPECT_LT(difference, std::max(before, within)) << which.name << ", k = " << k;
      before = difference;
    }
    // The limit under euler is the joint without its projection, which is an effect of order h.
    EXPECT_LT(before, which.scheme == Scheme::euler ? 2 * h : within) << which.name;
  }
}

TEST(RigidSprings, AboutAHingeBecomeAFixedJoint) {
  const Model fixed = model_from(links("type = \"fixed\"\n"));
  const Model sprung = model_from(
      links("type = \"hinge\"\naxis = [0, 1, 0]\n[[spring]]\nname = \"k\"\njoint = \"elbow\"\nstiffness = 1\n"));
  expect_limit(fixed, sprung, 0, 1e-5);
}

TEST(RigidSprings, BetweenPointsBecomeADistance) {
  const Model joint = model_from(
      bob("[[joint]]\nname = \"j\"\ntype = \"distance\"\nbodies = [\"world\", \"lower\"]\nanchors = [[0, 0, 0], [0.6, "
          "0.1, -0.8]]\n"));
  const Model sprung = model_from(
      bob("[[spring]]\nname = \"j\"\nbodies = [\"world\", \"lower\"]\nanchors = [[0, 0, 0], [0.6, 0.1, -0.8]]\n"
          "stiffness = 1\n"));
  expect_limit(joint, sprung, 0, 2e-4);
}

// Pretension: a spring about a hinge with a rest angle holds a weight where the moments balance.
TEST(RigidSprings, HoldAWeightWhereMomentsBalance) {
  for (const Named& which : kNamedSchemes) {
    Model model = model_from(R"(
[model]
name = "arm"
[[body]]
name = "arm"
mass = 2
inertia = [0.1, 0.2, 0.2]
position = [0.5, 0, 0]
[[joint]]
name = "hinge"
type = "hinge"
bodies = ["world", "arm"]
anchor = [0, 0, 0]
axis = [0, -1, 0]
damping = 4
[[spring]]
name = "coil"
joint = "hinge"
stiffness = 30
rest_angle = "20 deg"
)");
    model.step.scheme = which.scheme;
    Rig rig(model);
    rig.initialise();
    EXPECT_NEAR(rig.value("coil.restAngle"), std::acos(-1.0) / 9, 1e-15);
    for (int k = 0; k < 10000; ++k) rig.step(0.002);
    const double angle = rig.value("coil.angle");
    EXPECT_NEAR(30 * (std::acos(-1.0) / 9 - angle), 2 * 9.81 * 0.5 * std::cos(angle), 1e-4) << which.name;
    EXPECT_NEAR(rig.value("coil.torque"), 30 * (angle - std::acos(-1.0) / 9), 1e-6) << which.name;
    EXPECT_EQ(rig.value("hinge.angle"), angle);
  }
}

}  // namespace
}  // namespace stickslip
