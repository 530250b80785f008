#include <algorithm>

#include "tests/model/rig.h"
#include "tests/model/step/models.h"

namespace stickslip {
namespace {

// A block on a rail along x between the world and a spring that is 0.5 m long without force.
Model oscillator(double stiffness, double damping, double rest, double start) {
  Model model = resource("spring_mass");
  model.springs[0].stiffness = stiffness;
  model.springs[0].damping = damping;
  model.springs[0].rest_length = rest;
  model.joints[0].coordinates[0].start_position = start;
  return model;
}

// What decays below the smallest numbers is at rest, not an error.
TEST(Spring, DecaysToNothing) {
  for (const Scheme scheme : kSchemes) {
    Model model = oscillator(1e9, 0, 0.5, 0.1);
    model.step.scheme = scheme;
    Rig rig(model);
    rig.initialise();
    for (int n = 0; n < 400; ++n) {
      rig.step(0.002);
      ASSERT_EQ(rig.report.status, StepStatus::solved) << static_cast<int>(scheme) << ", step " << n;
      ASSERT_TRUE(std::isfinite(rig.report.residual)) << static_cast<int>(scheme) << ", step " << n;
    }
  }
}

// v+ = (v - h k x / m) / (1 + h d / m + h^2 k / m), x+ = x + h v+.
TEST(Spring, FollowsTheImplicitRecursion) {
  const double h = 0.001;
  for (const double k : {1.0, 100.0, 1e6, 1e12}) {
    for (const double d : {0.0, 0.4, 1e5}) {
      Rig rig(oscillator(k, d, 0.5, 0.1));
      rig.initialise();
      double x = 0.1;
      double v = 0;
      for (int n = 0; n < 300; ++n) {
        v = (v - h * k * x) / (1 + h * d + h * h * k);
        x += h * v;
        rig.step(h);
        ASSERT_NEAR(rig.value("rail.position"), x, 1e-12) << "k = " << k << ", d = " << d << ", step " << n;
      }
    }
  }
}

TEST(Spring, ReportsItsForceAndLength) {
  Rig rig(oscillator(100, 0, 0.5, 0.1));
  rig.initialise();
  const double h = 0.001;
  const double v = -h * 100 * 0.1 / (1 + h * h * 100);
  EXPECT_NEAR(rig.value("spring.length"), 0.6, 1e-15);
  EXPECT_NEAR(rig.value("spring.force"), -v / h, 1e-11);  // tension: what slowed the block
  EXPECT_NEAR(rig.value("energy.potential"), 0.5 * 100 * 0.01, 1e-14);
}

TEST(Spring, WithoutLengthPullsToOnePoint) {
  for (const bool planar : {false, true}) {
    std::string text = "[model]\nname = \"s\"\n";
    text += planar ? "dimension = 2\ngravity = [0, 0]\n" : "gravity = [0, 0, 0]\n";
    text += std::string("[[body]]\nname = \"b\"\nmass = 2\nrotates = false\nposition = ") +
            (planar ? "[0.3, 0.4]" : "[0.3, 0.4, -0.1]") +
            "\n[[spring]]\nname = \"s\"\nbodies = [\"world\", \"b\"]\nanchors = [" +
            (planar ? "[0, 0], [0.3, 0.4]" : "[0, 0, 0], [0.3, 0.4, -0.1]") +
            "]\nstiffness = 50\ndamping = 0.5\nrest_length = 0\n";
    Rig rig(model_from(text));
    rig.initialise();
    Vec3 x = rig.vector("b.position");
    Vec3 v = Vec3::Zero();
    const double h = 0.001;
    for (int n = 0; n < 500; ++n) {
      v = (v - h * 25 * x) / (1 + h * 0.25 + h * h * 25);
      x += h * v;
      rig.step(h);
    }
    EXPECT_NEAR((rig.vector("b.position") - x).norm(), 0, 1e-12);
  }
}

// A stiff spring is a distance joint.
TEST(Spring, BecomesTheJointAsItsStiffnessGrows) {
  Model with_joint = resource("conical_pendulum");
  with_joint.bodies.resize(1);
  with_joint.joints.resize(1);
  Model with_spring = with_joint;
  Spring spring;
  spring.name = "spring";
  spring.first = with_joint.joints[0].parent;
  spring.second = with_joint.joints[0].child;
  spring.p_IA = with_joint.joints[0].p_IP;
  spring.p_IB = with_joint.joints[0].p_IC;
  spring.rest_length = with_joint.joints[0].length;
  with_spring.joints.clear();
  double before = 1e300;
  for (const double k : {1e4, 1e6, 1e8, 1e10}) {
    spring.stiffness = k;
    with_spring.springs = {spring};
    Rig a(with_joint);
    Rig b(with_spring);
    a.initialise();
    b.initialise();
    a.steps(1000);
    b.steps(1000);
    const double difference = (a.vector("bob.position") - b.vector("bob.position")).norm();
    EXPECT_LT(difference, before);
    before = difference;
  }
  EXPECT_LT(before, 1e-3);
}

// Under `trapezoidal` the block passes its rest at hundreds of metres per second, and the anchor with it in a look
// ahead.
TEST(Spring, NeverGainsEnergyHoweverStiff) {
  for (const Scheme scheme : {Scheme::euler, Scheme::stabilised, Scheme::trapezoidal}) {
    for (const double h : {0.001, 0.002, 0.1}) {
      for (const double k : {1.0, 1e3, 1e6, 1e9, 1e15}) {
        Model model = oscillator(k, 0, 0.5, 0.1);
        model.step.scheme = scheme;
        Rig rig(model);
        rig.initialise();
        const double energy = 0.5 * k * 0.01;
        for (int n = 0; n < 1000; ++n) {
          rig.step(h);
          ASSERT_EQ(rig.report.status, StepStatus::solved);
          ASSERT_LE(rig.energy(), energy * (1 + 1e-9))
              << name_of(scheme) << ", h = " << h << ", k = " << k << ", step " << n;
        }
      }
    }
  }
}

// A point between stretched springs is plucked sideways: h^2 sum(f/len)/m is far above 4, where the axial rows alone
// blow up.
TEST(Spring, UnderTensionStaysStableAcrossItsLine) {
  for (const int count : {2, 4, 12}) {
    for (const double ratio : {0.3, 0.9, 3.0, 100.0}) {  // h^2 f / (len m) of one spring
      const double h = 0.01;
      std::string text =
          "[model]\nname = \"string\"\ngravity = [0, 0, 0]\n[[body]]\nname = \"b\"\nmass = 1\nrotates = false\n"
          "velocity = [0, 0, 1]\n";
      for (int k = 0; k < count; ++k) {
        const double angle = 2 * std::acos(-1.0) * k / count;
        text += "[[spring]]\nname = \"s" + std::to_string(k) + "\"\nbodies = [\"world\", \"b\"]\nanchors = [[" +
                std::to_string(std::cos(angle)) + ", " + std::to_string(std::sin(angle)) +
                ", 0], [0, 0, 0]]\nstiffness = " + std::to_string(2 * ratio / (h * h)) + "\nrest_length = 0.5\n";
      }
      Rig rig(model_from(text));
      rig.initialise();
      const double energy = rig.energy();
      // The explicit part keeps the energy of the pluck, 0.5 J, to a factor, not to the last digit.
      double highest = 0;
      for (int n = 0; n < 2000; ++n) {
        rig.step(h);
        highest = std::max(highest, rig.energy() - energy);
      }
      EXPECT_LT(highest, 0.5) << count << " springs, ratio " << ratio;
      EXPECT_LT(rig.vector("b.position").norm(), 1) << count << " springs, ratio " << ratio;
    }
  }
}

}  // namespace
}  // namespace stickslip
