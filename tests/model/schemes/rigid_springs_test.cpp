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
    EXPECT_EQ(rig.report.status, StepStatus::solved);
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

TEST(RigidSprings, AlongASliderBecomeAFixedJoint) {
  const Model fixed = model_from(links("type = \"fixed\"\n"));
  const Model sprung = model_from(
      links("type = \"slider\"\naxis = [0.6, 0, 0.8]\n[[spring]]\nname = \"k\"\njoint = \"elbow\"\nstiffness = 1\n"));
  expect_limit(fixed, sprung, 0, 1e-4);
}

TEST(RigidSprings, AboutABallBecomeAFixedJoint) {
  const Model fixed = model_from(links("type = \"fixed\"\n"));
  const std::string ball = "type = \"ball\"\n[[spring]]\nname = \"k\"\n";
  const Model sprung = model_from(links(ball + "joint = \"elbow\"\nstiffness = 1\n"));
  expect_limit(fixed, sprung, 0, 1e-5);
  // The same between the bodies, with a damper as stiff as the spring.
  const Model damped = model_from(links(ball + "torsional = true\nbodies = [\"upper\", \"lower\"]\nstiffness = 1\n"));
  expect_limit(fixed, damped, 0.01, 1e-5);
}

// Two links in the plane.
Model planar_links(const std::string& elbow) {
  return model_from(R"(
[model]
name = "links"
dimension = 2
[[body]]
name = "upper"
mass = 2
inertia = 0.2
position = [0, -0.5]
[[body]]
name = "lower"
mass = 1
inertia = 0.1
position = [0.3, -1.4]
[[joint]]
name = "shoulder"
type = "hinge"
bodies = ["world", "upper"]
anchor = [0, 0]
start = { angle = 0.7 }
[[joint]]
name = "elbow"
bodies = ["upper", "lower"]
anchor = [0, -1]
)" + elbow);
}

TEST(RigidSprings, InThePlaneBecomeAFixedJoint) {
  const Model fixed = planar_links("type = \"fixed\"\n");
  const std::string spring = "[[spring]]\nname = \"k\"\nstiffness = 1\n";
  const std::string bodies = "torsional = true\nbodies = [\"lower\", \"upper\"]\n";
  expect_limit(fixed, planar_links("type = \"hinge\"\n" + spring + "joint = \"elbow\"\n"), 0, 1e-4);
  expect_limit(fixed, planar_links("type = \"slider\"\naxis = [0.6, 0.8]\n" + spring + "joint = \"elbow\"\n"), 0, 2e-4);
  expect_limit(fixed, planar_links("type = \"hinge\"\n" + spring + bodies), 0, 1e-4);
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

// A pendulum on a spring that no step resolves, for 60 s of large steps: it swings on as on a rod.
TEST(RigidSprings, CarryAPendulumAtLargeSteps) {
  for (const double k : {1e4, 1e6, 1e7, 1e8, 1e10, 1e12}) {
    Model model = resource("papers/swing_penalty");
    model.step.scheme = Scheme::trapezoidal;
    model.springs[0].stiffness = k;
    Rig rig(model);
    rig.initialise();
    double late = 0;
    for (int n = 0; n < 3600; ++n) {
      rig.step();
      ASSERT_EQ(rig.report.status, StepStatus::solved) << "k = " << k;
      EXPECT_NEAR(rig.value("rod.length"), 1, 0.005) << "k = " << k;
      if (n > 3480) late = std::max(late, rig.value("bob.position[1]"));
    }
    EXPECT_NEAR(late, 1, 0.01) << "k = " << k;
  }
}

// h^2 k/m = 1000 to round-off, where springs begin to be taken for joints: tension is 3 m g sin(angle) all the same.
TEST(RigidSprings, CarryAPendulumEvenlyWhereTheyBeginToBeJoints) {
  Rig rig(model_from(R"(
[model]
name = "pendulum"
[step]
scheme = "trapezoidal"
[[body]]
name = "bob"
mass = 1000
inertia = [50, 50, 50]
position = [1, 0, 0]
[[spring]]
name = "rod"
bodies = ["world", "bob"]
anchors = [[0, 0, 0], [1, 0, 0]]
stiffness = 1e12
)"));
  rig.initialise();
  for (int n = 0; n < 1000; ++n) {
    rig.step();
    const double height = rig.value("bob.position[3]");
    EXPECT_NEAR(rig.value("rod.force"), -3 * 9810 * height, 100) << "step " << n;
  }
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

// A ball turned by 0.5 about one axis, held to the world by a spring of 20 N m/rad, with rest 0.3 beyond.
std::string turned_ball(const std::string& body, const std::string& spring) {
  return R"(
[model]
name = "ball"
gravity = [0, 0, 0]
[[body]]
name = "ball"
mass = 1
inertia = [0.5, 0.5, 0.5]
)" + body +
         R"(
[[spring]]
name = "coil"
torsional = true
stiffness = 20
)" + spring;
}

TEST(Torsion, SwingsABallAboutTheAxisOfItsTurn) {
  const Model model = model_from(turned_ball("rotation = { axis = [1, 2, 2], angle = 0.5 }\n",
                                             "bodies = [\"world\", \"ball\"]\n"
                                             "rest_rotation = { axis = [1, 2, 2], angle = 0.3 }\n"));
  const Vec3 axis = Vec3(1, 2, 2) / 3;
  const double omega = std::sqrt(20 / 0.5);
  for (const Named& which : kNamedSchemes) {
    Model run = model;
    run.step.scheme = which.scheme;
    Rig rig(run);
    rig.initialise();
    EXPECT_NEAR(rig.value("coil.angle"), 0.3, 1e-15);
    const double h = 1e-3;
    for (int k = 1; k <= 800; ++k) {
      rig.step(h);
      const double off = -0.3 * std::cos(omega * h * k);
      const double within = which.scheme == Scheme::trapezoidal ? 1e-5 : 0.02;
      EXPECT_NEAR(rig.value("coil.angle"), std::fabs(off), within) << which.name;
      const double middle = -0.3 * std::cos(omega * h * (k - 0.5));
      EXPECT_NEAR((rig.vector("coil.torque") + 20 * middle * axis).norm(), 0, 40 * within) << which.name;
    }
  }
}

// Action and reaction: two balls that turn each other keep their angular momentum, whatever the stiffness.
TEST(Torsion, ActsAndReacts) {
  for (const Named& which : kNamedSchemes) {
    for (const double k : {1.0, 1e4, 1e8, 1e12}) {
      Model model =
          model_from(turned_ball("angular_velocity = [1, -2, 3]\n[[body]]\nname = \"other\"\nmass = 2\n"
                                 "inertia = [0.2, 0.2, 0.2]\nposition = [5, 1, 0]\n",
                                 "bodies = [\"other\", \"ball\"]\n"));
      model.step.scheme = which.scheme;
      model.springs[0].stiffness = k;
      Rig rig(model);
      rig.initialise();
      const auto momentum = [&] {
        const Span<const double> v = rig.simulation.state().motion.velocity;
        const Span<const BodyPose> poses = rig.simulation.workspace().poses;
        return Vec3(poses[0].R * (0.5 * get3(&v[3])) + poses[1].R * (0.2 * get3(&v[9])));
      };
      const double energy = rig.energy();
      for (int n = 0; n < 500; ++n) {
        rig.step(0.002);
        EXPECT_EQ(rig.report.status, StepStatus::solved);
      }
      const double within = which.scheme == Scheme::trapezoidal ? 1e-4 : 1e-11;
      EXPECT_LT((momentum() - 0.5 * Vec3(1, -2, 3)).norm(), within) << which.name << ", k = " << k;
      // What spook keeps differs from the energy by a wave of up to h omega/2.
      EXPECT_LT(rig.energy(), (which.scheme == Scheme::spook ? 1.3 : 1.02) * energy) << which.name << ", k = " << k;
      EXPECT_LT(rig.vector("ball.position").norm(), 1e-15);
      // Rigid, both turn as one.
      if (k > 1e9) {
        EXPECT_NEAR(rig.vector("other.angularVelocity").norm(), 0.5 * std::sqrt(14.0) / 0.7, 1e-3);
      }
    }
  }
}

// Beyond half a turn the way round is shorter; in the plane turns count.
TEST(Torsion, CountsTurnsInThePlane) {
  Model model = planar_links(
      "type = \"hinge\"\n[[spring]]\nname = \"k\"\nstiffness = 3\ntorsional = true\n"
      "bodies = [\"world\", \"lower\"]\nrest_angle = \"2 turn\"\n");
  Rig rig(model);
  rig.initialise();
  EXPECT_NEAR(rig.value("k.restAngle"), 4 * std::acos(-1.0), 1e-12);
  EXPECT_NEAR(rig.value("k.angle"), 0.7, 1e-15);
  EXPECT_NEAR(rig.value("energy.potential"),
              1.5 * std::pow(0.7 - 4 * std::acos(-1.0), 2) +
                  9.81 * (2 * -0.5 * std::cos(0.7) + 0.3 * std::sin(0.7) - 1.4 * std::cos(0.7)),
              1e-9);
}

}  // namespace
}  // namespace stickslip
