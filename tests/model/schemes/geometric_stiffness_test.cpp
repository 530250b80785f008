#include "model/schemes/geometric_stiffness.h"

#include <Eigen/Eigenvalues>
#include <algorithm>

#include "tests/model/build.h"
#include "tests/model/eigen.h"
#include "tests/model/rig.h"
#include "tests/model/step/models.h"

namespace stickslip {
namespace {

// H+ is H without its negative part.
TEST(GeometricStiffness, IsThePositivePartOfTheHessian) {
  Numbers numbers(1);
  for (int k = 0; k < 200; ++k) {
    const Vec3 l = 10 * numbers.vector(false);
    Vec3 p = numbers.vector(false);
    if (k % 10 == 0) p = 0.3 * l;
    if (k % 10 == 1) p = -0.3 * l;
    const Mat3 H = l.dot(p) * Mat3::Identity() - 0.5 * (p * l.transpose() + l * p.transpose());
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> parts(eigen(H));
    const Eigen::Matrix3d positive =
        parts.eigenvectors() * parts.eigenvalues().cwiseMax(0).asDiagonal() * parts.eigenvectors().transpose();
    EXPECT_NEAR((eigen(geometric_stiffness(l, p)) - positive).norm(), 0, 1e-12 * (1 + H.norm())) << k;
  }
}

struct Chain {
  Scheme scheme = Scheme::stabilised;
  double end_mass = 1;
  bool rods = false;  // massless rods between points, in place of links on ball joints
  double relaxation_time = -1;
  GeometricStiffness stiffness = GeometricStiffness::whole;
};

// Scene S5 of the comparison with other engines: 100 links of 0.2 m, released 20 degrees below the horizontal.
Model long_chain(const Chain& chain) {
  constexpr int kLinks = 100;
  Model model;
  model.name = "chain";
  model.gravity = Vec3(0, 0, -9.81);
  model.step.scheme = chain.scheme;
  model.step.size = 1.0 / 60;
  model.step.geometric_stiffness = chain.stiffness;
  model.step.spook.softness.relaxation_time = chain.relaxation_time;
  model.step.max_contacts = 1;
  const double slope = std::acos(-1.0) / 9;
  const Vec3 along(std::cos(slope), 0, -std::sin(slope));
  for (int k = 0; k < kLinks; ++k) {
    const double mass = k + 1 == kLinks ? chain.end_mass : 1.0;
    Body link = make_body(mass, chain.rods ? Vec3(Vec3::Zero()) : Vec3(Vec3(0.005, 1.0 / 300, 1.0 / 300) * mass));
    link.name = "link_" + std::to_string(k);
    link.rotates = !chain.rods;
    link.q_WB = angle_axis(slope, Vec3::UnitY());
    link.p_WB = (0.2 * k + (chain.rods ? 0.2 : 0.1)) * along;
    model.bodies.push_back(link);
    Joint joint;
    joint.name = "joint_" + std::to_string(k);
    joint.parent = k - 1;
    joint.child = k;
    if (chain.rods) {
      joint.type = JointType::distance;
      joint.length = 0.2;
    } else {
      joint.type = JointType::ball;
      joint.p_IP = k == 0 ? Vec3(Vec3::Zero()) : Vec3(0.1, 0, 0);
      joint.p_IC = Vec3(-0.1, 0, 0);
    }
    model.joints.push_back(joint);
  }
  return model;
}

// One solve a step of 1/60 s for 5 s; energy never rises, with what dampers hold of it, but by what is reported.
double worst_joint(const Chain& chain) {
  Rig rig(long_chain(chain));
  rig.initialise();
  double worst = 0;
  double energy = rig.energy();
  const double scale = std::fabs(energy);
  const bool undoes = chain.stiffness == GeometricStiffness::automatic && chain.scheme != Scheme::euler &&
                      chain.scheme != Scheme::trapezoidal;
  for (int k = 0; k < 300; ++k) {
    rig.step();
    worst = std::max(worst, rig.report.joint_error);
    const double next = rig.energy() + rig.value("energy.rebound");
    EXPECT_LE(next, energy + (undoes ? rig.report.energy_gain : 0.0) + 1e-9 * scale) << "step " << k;
    EXPECT_EQ(rig.report.lcps, 1);
    EXPECT_EQ(rig.report.status, StepStatus::solved);
    energy = next;
  }
  return worst;
}

TEST(GeometricStiffness, HoldsALongChainTogetherAtLargeSteps) {
  EXPECT_LT(worst_joint({Scheme::stabilised, 1, false}), 0.01);
  EXPECT_LT(worst_joint({Scheme::stabilised, 1000, false}), 0.001);
}

// Rows of euler lie ahead, its projection closes the joints, in the metric of M~: in that of M, with a weight of 1000
// links at the end, it would fold the chain. Joints of spook are off by (1 + phi)/(8 phi) h^2 of their acceleration
// (L11), phi = 1/(1 + 4 tau/h): 1.25 h^2 for the default of tau = 2 h, 0.75 h^2 for h.
TEST(GeometricStiffness, HoldsTheChainUnderTheOtherSchemesOfOrderOne) {
  EXPECT_LT(worst_joint({Scheme::euler, 1, false}), 1e-10);
  EXPECT_LT(worst_joint({Scheme::euler, 1000, false}), 1e-10);
  EXPECT_LT(worst_joint({Scheme::spook, 1, false}), 0.011);
  EXPECT_LT(worst_joint({Scheme::spook, 1, false, 1.0 / 60}), 0.008);
  EXPECT_LT(worst_joint({Scheme::spook, 1000, false}), 0.001);
}

TEST(GeometricStiffness, HoldsAChainOfRods) {
  EXPECT_LT(worst_joint({Scheme::stabilised, 1, true}), 0.01);
  EXPECT_LT(worst_joint({Scheme::stabilised, 1000, true}), 0.001);
  EXPECT_LT(worst_joint({Scheme::euler, 1000, true}), 1e-10);
  EXPECT_LT(worst_joint({Scheme::spook, 1000, true}), 0.001);
}

// Left to the engine: dampers between the links hold the whip as well as all of the stiffness, and the swing better.
TEST(GeometricStiffness, LeftToTheEngineHoldsTheChainUnderEveryScheme) {
  const auto worst = [](Scheme scheme, double end_mass, bool rods) {
    return worst_joint({scheme, end_mass, rods, -1, GeometricStiffness::automatic});
  };
  EXPECT_LT(worst(Scheme::stabilised, 1, false), 0.0077);
  EXPECT_LT(worst(Scheme::stabilised, 1000, false), 3.4e-5);
  EXPECT_LT(worst(Scheme::spook, 1, false), 0.0156);
  EXPECT_LT(worst(Scheme::spook, 1000, false), 1.5e-4);
  EXPECT_LT(worst(Scheme::euler, 1, false), 1e-10);
  EXPECT_LT(worst(Scheme::euler, 1000, false), 2e-5);
  EXPECT_LT(worst(Scheme::trapezoidal, 1, false), 1e-10);
  EXPECT_LT(worst(Scheme::trapezoidal, 1000, false), 1e-10);
}

// A body between two stretched springs whose anchors are off its centre turns on them: h^2 |l||p|/I up to 8e4.
TEST(GeometricStiffness, OfSpringsHoldsWhatHangsOnThemByLevers) {
  for (const Scheme scheme : kSchemes) {
    for (const double k : {1e3, 1e4, 1e6, 1e8}) {
      Model model = model_from(R"(
[model]
name = "lever"
gravity = [0, 0, 0]
[step]
size = 0.01
[[body]]
name = "body"
mass = 1
inertia = [0.01, 0.01, 0.01]
angular_velocity = [0, 0.2, 0.1]
[[spring]]
name = "left"
bodies = ["world", "body"]
anchors = [[-1, 0, 0], [-0.2, 0, 0]]
stiffness = 1
rest_length = 0.4
[[spring]]
name = "right"
bodies = ["world", "body"]
anchors = [[1, 0, 0], [0.2, 0, 0]]
stiffness = 1
rest_length = 0.4
)");
      model.step.scheme = scheme;
      for (Spring& spring : model.springs) spring.stiffness = k;
      Rig rig(model);
      rig.initialise();
      const double kinetic = rig.value("energy.kinetic");
      double highest = 0;
      for (int n = 0; n < 1000; ++n) {
        rig.step();
        highest = std::max(highest, rig.value("energy.kinetic"));
      }
      EXPECT_LT(highest, 2 * kinetic) << static_cast<int>(scheme) << ", k = " << k;
      EXPECT_LT(rig.vector("body.position").norm(), 1e-9);
    }
  }
}

struct Cable {
  int links = 0;
  double link_mass = 0;
  double load = 0;
  double h = 0;
};

// Links of 0.1 m on ball joints, 0.1 degrees off the vertical, with a load at the end: nothing is asked of the model.
Model hanging(const Cable& cable, Scheme scheme, JointType type) {
  Model model;
  model.name = "cable";
  model.gravity = Vec3(0, 0, -9.81);
  model.step.scheme = scheme;
  model.step.size = cable.h;
  model.step.max_contacts = 1;
  const double tilt = std::acos(-1.0) / 1800;
  const Vec3 along(std::sin(tilt), 0, -std::cos(tilt));
  const bool rods = type == JointType::distance;
  for (int k = 0; k <= cable.links; ++k) {
    const bool end = k == cable.links;
    const double mass = end ? cable.load : cable.link_mass;
    const double across = end ? 0.01 * mass : mass * 0.01 / 12;
    Body body = make_body(mass, rods ? Vec3(Vec3::Zero()) : Vec3(across, across, end ? across : 1e-4 * mass));
    body.name = "link_" + std::to_string(k);
    body.rotates = !rods;
    body.q_WB = angle_axis(std::acos(-1.0) - tilt, Vec3::UnitY());
    body.p_WB = (rods ? 0.1 * (k + 1) : 0.1 * k + 0.05) * along;
    model.bodies.push_back(body);
    Joint joint;
    joint.name = "joint_" + std::to_string(k);
    joint.parent = k - 1;
    joint.child = k;
    joint.type = type;
    if (rods) {
      joint.length = 0.1;
    } else {
      joint.p_IP = k == 0 ? Vec3(Vec3::Zero()) : Vec3(0, 0, 0.05);
      joint.p_IC = Vec3(0, 0, -0.05);
    }
    model.joints.push_back(joint);
  }
  return model;
}

class Cables : public testing::TestWithParam<Scheme> {};

TEST_P(Cables, HoldWithoutAnOption) {
  for (const JointType type : {JointType::ball, JointType::distance}) {
    for (const Cable& cable :
         {Cable{50, 0.1, 1000, 0.001}, Cable{30, 0.02, 400, 0.001}, Cable{20, 0.2, 500, 1.0 / 60}}) {
      Rig rig(hanging(cable, GetParam(), type));
      rig.initialise();
      const double start = rig.energy();
      double worst = 0;
      double highest = start;
      const int steps = static_cast<int>(0.3 / cable.h);
      for (int k = 0; k < steps; ++k) {
        worst = std::max(worst, rig.step().joint_error);
        highest = std::max(highest, rig.energy());
      }
      const double weight = 9.81 * (cable.load + cable.links * cable.link_mass);
      EXPECT_LT(worst, 1e-4) << cable.links << (type == JointType::ball ? " links" : " rods");
      EXPECT_LT(highest - start, 1e-6 * weight * 0.1 * cable.links) << cable.links;
      EXPECT_NEAR(rig.vector("joint_0.reaction.force").norm(), weight, 0.01 * weight) << cable.links;
      // It swings as a pendulum.
      const double omega = std::sqrt(9.81 / (0.1 * cable.links + 0.05));
      const double swing = -std::acos(-1.0) / 1800 * 9.81 / omega * std::sin(omega * steps * cable.h);
      EXPECT_NEAR(rig.vector("link_" + std::to_string(cable.links) + ".velocity").x(), swing, -0.05 * swing)
          << cable.links;
    }
  }
}

// A light link that is pushed while all is at rest would move as if nothing pulled at it, and closing it lift the load.
TEST_P(Cables, HoldFromTheFirstStepOn) {
  Rig rig(hanging({4, 0.6, 1300, 1.0 / 60}, GetParam(), JointType::ball));
  *rig.at("link_3.torque[2]") = 0.3;
  rig.initialise();
  for (int k = 0; k < 3; ++k) {
    rig.step();
    EXPECT_LT(rig.value("solver.energyGain"), 1e-5) << k;
  }
}

INSTANTIATE_TEST_SUITE_P(Every, Cables, testing::ValuesIn(kSchemes));

// What holds a cable is in the reactions of its joints: forces at the anchors and torques that its links give each
// other explain how each link turns. Schemes that take their rows where the step begins have the arms of that moment.
TEST(GeometricStiffness, IsInTheReactionsOfJoints) {
  for (const Scheme scheme : {Scheme::stabilised, Scheme::spook}) {
    Rig rig(hanging({20, 0.2, 500, 1.0 / 60}, scheme, JointType::ball));
    rig.initialise();
    const Model& model = rig.simulation.model();
    const int bodies = static_cast<int>(model.bodies.size());
    const auto rate = [&](int b) { return rig.simulation.state().motion.velocity[6 * b + 4]; };
    double helped = 0;
    for (int k = 0; k < 100; ++k) {
      std::vector<double> rates;
      std::vector<Vec3> along;
      for (int b = 0; b < bodies; ++b) {
        rates.push_back(rate(b));
        along.push_back(pose_at(false, rig.simulation.state().motion, b).R.col(2));
      }
      rig.step();
      for (int b = 0; b < bodies; ++b) {
        const bool end = b + 1 == bodies;
        const Vec3 arm = 0.05 * along[static_cast<std::size_t>(b)];
        const auto reaction = [&](const char* what) { return "joint_" + std::to_string(b) + ".reaction." + what; };
        const Vec3 force = rig.vector(reaction("force"));
        Vec3 torque = rig.vector(reaction("torque")) + (-arm).cross(force);
        double size = arm.norm() * force.norm();
        helped = std::max(helped, rig.vector(reaction("torque")).norm());
        if (!end) {
          const std::string below = "joint_" + std::to_string(b + 1) + ".reaction.";
          torque += -rig.vector(below + "torque") - arm.cross(rig.vector(below + "force"));
          size += arm.norm() * rig.vector(below + "force").norm();
        }
        const double inertia = body_at(model, b).inertia.y();
        const double turned = inertia * (rate(b) - rates[static_cast<std::size_t>(b)]) * 60;
        ASSERT_LE(std::fabs(turned - torque.y()), 1e-11 * size) << "link " << b << " in step " << k;
      }
    }
    EXPECT_GT(helped, 1e-3) << "a cable that needs no help shows nothing";
  }
}

// Boxes that hang on each other by rods at their rims: what bends a rod against a box is in its reaction, of which the
// box above feels the opposite at the same place.
TEST(GeometricStiffness, OfRodsIsInTheirReactions) {
  for (const Scheme scheme : {Scheme::stabilised, Scheme::spook}) {
    Model model;
    model.name = "rods";
    model.gravity = Vec3(0, 0, -9.81);
    model.step.scheme = scheme;
    model.step.size = 1.0 / 60;
    model.step.max_contacts = 1;
    const Vec3 rim(0.02, 0.01, 0.05);
    for (int k = 0; k < 4; ++k) {
      Body body = make_body(k == 3 ? 300 : 0.1, Vec3(1e-4, 2e-4, 1.5e-4) * (k == 3 ? 1e4 : 1));
      body.name = "box_" + std::to_string(k);
      body.p_WB = Vec3(0.05 * k, 0, -0.3 * (k + 1));
      model.bodies.push_back(body);
      Joint rod;
      rod.name = "rod_" + std::to_string(k);
      rod.type = JointType::distance;
      rod.parent = k - 1;
      rod.child = k;
      rod.p_IP = k == 0 ? Vec3(Vec3::Zero()) : Vec3(-rim);
      rod.p_IC = rim;
      rod.length = (body.p_WB + rod.p_IC - (k == 0 ? Vec3(0, 0, 0) : model.bodies[size(k - 1)].p_WB) - rod.p_IP).norm();
      model.joints.push_back(rod);
    }
    Rig rig(model);
    rig.initialise();
    const auto pose = [&](int b) { return pose_at(false, rig.simulation.state().motion, b); };
    double bent = 0;
    for (int k = 0; k < 200; ++k) {
      std::vector<BodyPose> before;
      std::vector<Vec3> momentum;
      for (int b = 0; b < 4; ++b) {
        before.push_back(pose(b));
        const Vec3 rate = get3(&rig.simulation.state().motion.velocity[6 * b + 3]);
        momentum.push_back(pose(b).R * body_at(model, b).inertia.cwiseProduct(rate));
      }
      rig.step();
      for (int b = 0; b < 3; ++b) {
        const auto reaction = [&](int j, const char* what) {
          return rig.vector("rod_" + std::to_string(j) + ".reaction." + what);
        };
        const Vec3 above = before[size(b)].R * rim;
        const Vec3 below = before[size(b + 1)].p + before[size(b + 1)].R * rim - before[size(b)].p;
        const Vec3 torque = above.cross(reaction(b, "force")) + reaction(b, "torque") -
                            below.cross(reaction(b + 1, "force")) - reaction(b + 1, "torque");
        const Vec3 rate = get3(&rig.simulation.state().motion.velocity[6 * b + 3]);
        // In the axes that the step began with; the gyroscopic torque is that of the implicit midpoint.
        const Vec3 I = body_at(model, b).inertia;
        const Vec3 w = before[size(b)].R.transpose() * momentum[size(b)];
        const Vec3 turned = before[size(b)].R * (I.cwiseProduct(rate) - w) * 60;
        const Vec3 half = 0.5 * (w.cwiseQuotient(I) + rate);
        const double gyroscopic = I.maxCoeff() * (half.squaredNorm() + rate.squaredNorm());
        const double size_of = above.norm() * (reaction(b, "force").norm() + reaction(b + 1, "force").norm());
        ASSERT_LE((turned - torque).norm(), 1e-10 * size_of + 4 * gyroscopic) << "box " << b << " in step " << k;
        bent = std::max(bent, reaction(b, "torque").norm() / (gyroscopic + 1e-300));
      }
    }
    EXPECT_GT(bent, 100) << "nothing bends";
  }
}

// A pendulum of 2 kg on 10 g that cannot turn about its axis, or on what holds its anchor.
Model pendulum_on(const std::string& holder, Scheme scheme, double h) {
  const auto light = [](const std::string& name) {
    return "[[body]]\nname = \"" + name + "\"\nmass = 0.01\ninertia = [4e-6, 4e-6, 4e-6]\n";
  };
  const auto hinge = [](const std::string& on, const std::string& what, const std::string& axis) {
    return "[[joint]]\nname = \"j_" + what + "\"\ntype = \"hinge\"\nbodies = [\"" + on + "\", \"" + what +
           "\"]\nanchor = [0, 0, 0]\naxis = " + axis + "\n";
  };
  std::string text = head_of(scheme, "gravity = [0, 0, -9.81]", h) +
                     "[[body]]\nname = \"bob\"\nmass = 2\ninertia = [0.05, 0.05, 0.01]\nposition = [0, 0, -0.4]\n";
  if (holder != "world") text += light("b");
  if (holder == "bracket") text += "[[joint]]\nname = \"weld\"\ntype = \"fixed\"\nbodies = [\"b\", \"world\"]\n";
  if (holder == "cross") text += hinge("world", "b", "[1, 0, 0]");
  if (holder == "two crosses") text += light("a") + hinge("world", "a", "[0, 0, 1]") + hinge("a", "b", "[1, 0, 0]");
  if (holder == "lock") text += hinge("world", "b", "[0, 1, 0]") + "drive = { mode = \"locked\" }\n";
  return model_from(text + hinge(holder == "world" ? "world" : "b", "bob", "[0, 1, 0]") + "start = { angle = 1 }\n");
}

TEST(GeometricStiffness, SlowsNothingWhoseAnchorOtherJointsHold) {
  for (const Scheme scheme : kSchemes) {
    for (const double h : {1.0 / 60, 1e-3}) {
      const auto swung = [&](const std::string& holder) {
        Rig rig(pendulum_on(holder, scheme, h));
        rig.initialise();
        rig.steps(static_cast<int>(3 / h));
        return rig.value("j_bob.angle");
      };
      const double alone = swung("world");
      const double give = scheme == Scheme::spook ? 0.01 * h : 1e-9;  // its joints give way, one after another
      for (const char* holder : {"bracket", "cross", "two crosses", "lock"}) {
        EXPECT_NEAR(swung(holder), alone, give) << holder << " " << name_of(scheme);
      }
    }
  }
}

// Two bodies of 2 kg in free flight, one turning on a hinge whose other half is 0.2 g welded to the other body.
TEST(GeometricStiffness, SlowsNothingOnALightBodyThatIsWeldedToAHeavyOne) {
  for (const Scheme scheme : kSchemes) {
    if (scheme == Scheme::euler) continue;  // loses by itself
    Rig rig(model_from(head_of(scheme, "gravity = [0, 0, 0]", 1e-3) + R"(
[[body]]
name = "base"
mass = 2
inertia = [0.05, 0.05, 0.01]
position = [0, 0, -0.3]
[[body]]
name = "flange"
mass = 2e-4
inertia = [8e-8, 8e-8, 8e-8]
position = [0, 0, -0.62]
[[body]]
name = "arm"
mass = 2
inertia = [0.05, 0.05, 0.01]
position = [0, 0, -0.9]
[[joint]]
name = "weld"
type = "fixed"
bodies = ["base", "flange"]
[[joint]]
name = "hinge"
type = "hinge"
bodies = ["flange", "arm"]
anchor = [0, 0, -0.64]
axis = [0, 1, 0]
start = { angle = 0.5, velocity = 10 }
)"));
    rig.initialise();
    const double start = rig.energy();
    rig.steps(3000);
    EXPECT_NEAR(rig.energy(), start, 2e-3 * start) << name_of(scheme);
  }
}

// A swing that an explicit step carries has the same bits with and without.
TEST(GeometricStiffness, AddsNothingBelowTheThreshold) {
  for (const Scheme scheme : kSchemes) {
    const auto swing = [&](GeometricStiffness stiffness) {
      Model model = resource("double_pendulum");
      model.step.scheme = scheme;
      model.step.geometric_stiffness = stiffness;
      Rig rig(model);
      rig.initialise();
      rig.steps(500);
      return rig.real;
    };
    EXPECT_EQ(swing(GeometricStiffness::automatic), swing(GeometricStiffness::none)) << static_cast<int>(scheme);
  }
}

}  // namespace
}  // namespace stickslip
