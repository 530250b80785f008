#include <cmath>

#include "tests/model/rig.h"
#include "tests/model/runge_kutta.h"
#include "tests/model/step/models.h"

namespace stickslip {
namespace {

// Painleve's rod: at tan(theta) = 2 and friction above 4/3 no acceleration exists; the step finds the impulse
// A_nt v/4 = 0.3 kg m/s that stops the end, without a collision and however small the step. Below, the force is finite.
TEST(PainleveRod, JamsByAnImpulseWithoutCollisionAndIsNoParadoxForTheStep) {
  for (const Scheme scheme : kSchemes) {
    for (const double mu : {1.2, 1.3, 1.4, 2.0}) {
      for (const double h : {1e-4, 1e-6}) {
        Model model = resource("papers/painleve_rod");
        model.step.scheme = scheme;
        model.step.size = h;
        model.materials[0].friction = mu;
        Rig rig(model);
        rig.initialise();
        const double energy = rig.value("energy.kinetic");
        rig.step();
        EXPECT_EQ(rig.report.status, StepStatus::solved);
        // The trapezoidal rule looks for the end of the slide before it takes it for an impulse.
        const bool jams = scheme == Scheme::trapezoidal && mu > 4.0 / 3;
        EXPECT_LE(rig.report.lcps, jams ? 10 : 1);
        const double impulse = h * rig.value("point.normalForce");
        if (mu < 4.0 / 3) {
          EXPECT_NEAR(impulse / (h * 9.81 / (1.6 - 1.2 * mu)), 1, 300 * h) << static_cast<int>(scheme);
        } else {
          EXPECT_NEAR(impulse, 0.3, 20 * h) << static_cast<int>(scheme);
          EXPECT_NEAR(rig.value("tip.velocity[1]"), 0, 20 * h);
        }
        EXPECT_LT(rig.value("energy.kinetic"), energy);
        rig.step();
        EXPECT_EQ(rig.report.status, StepStatus::solved);
        EXPECT_EQ(rig.report.lcps, 1) << static_cast<int>(scheme) << ", mu = " << mu << ", h = " << h;
      }
    }
  }
}

// A rod that leans on a tip that does not slide, or begins to: a pendulum standing on its pivot. Its angle by
// Runge-Kutta.
Model leaning_rod(Scheme scheme, double mu) {
  Model model = resource("papers/painleve_rod");
  model.step.scheme = scheme;
  model.materials[0].friction = mu;
  const double angle = 1.3;
  Body& rod = model.bodies[1];
  rod.p_WB = Vec3(std::cos(angle), std::sin(angle), 0);
  rod.angle = angle;
  rod.angular_velocity = Vec3(0, 0, -0.3);
  rod.velocity = Vec3(0.3 * std::sin(angle), -0.3 * std::cos(angle), 0);
  return model;
}

double falling_angle(double T) {
  return turned([](double angle) { return -9.81 * std::cos(angle) * 0.75; }, 1.3, -0.3, T);
}

// The tip is held while the rod turns about it: nothing happens, so that a step is one problem.
TEST(LeaningRod, TurnsAboutItsTipWithOneProblemAStep) {
  const double exact = falling_angle(0.24);
  for (const Scheme scheme : kSchemes) {
    double errors[2] = {0, 0};
    for (int k = 0; k < 2; ++k) {
      const int steps = 60 << k;
      Rig rig(leaning_rod(scheme, 2));
      rig.initialise();
      for (int n = 0; n < steps; ++n) {
        rig.step(0.24 / steps);
        EXPECT_EQ(rig.report.status, StepStatus::solved);
        ASSERT_EQ(rig.report.lcps, 1) << static_cast<int>(scheme) << ", step " << n;
      }
      errors[k] = std::fabs(rig.value("rod.angle") - exact);
    }
    EXPECT_GT(std::log2(errors[0] / errors[1]), scheme == Scheme::trapezoidal ? 1.9 : 0.9) << static_cast<int>(scheme);
    if (scheme == Scheme::trapezoidal) {
      EXPECT_LT(errors[1], 5e-6);
    }
  }
}

// With a friction of 0.3 the tip slips when the rod has fallen some way: one event, in up to four steps.
TEST(LeaningRod, SlipsOnceUnderTheTrapezoidalScheme) {
  double angles[2] = {0, 0};
  for (int k = 0; k < 2; ++k) {
    const int steps = k == 0 ? 100 : 6400;
    Rig rig(leaning_rod(Scheme::trapezoidal, 0.3));
    rig.initialise();
    int events = 0;
    for (int n = 0; n < steps; ++n) {
      rig.step(0.4 / steps);
      EXPECT_EQ(rig.report.status, StepStatus::solved);
      if (rig.report.lcps > 1) ++events;
    }
    EXPECT_LE(events, 4);
    EXPECT_GT(std::fabs(rig.value("tip.velocity[1]")), 0.1);
    angles[k] = rig.value("rod.angle");
  }
  EXPECT_NEAR(angles[0], angles[1], 1e-5);
}

// A rod that slides at 30 m/s towards the angle where no force is enough jams there or slides on, as the step decides;
// neither penetrates, gains energy or needs a fallback, and every jam has the impulse that its angle asks for.
void slide_into_jamming(Scheme scheme) {
  const double critical = std::atan(3 - std::sqrt(5.0));  // tan^2 - 3 mu tan + 4 = 0
  int jams = 0;
  for (int k = 0; k < 8; ++k) {
    Model model = resource("papers/painleve_rod");
    model.step.scheme = scheme;
    const double h = 1e-4 * std::pow(10, -k / 16.0);
    model.materials[0].friction = 2;
    const double angle = std::acos(-1.0) / 6;
    model.bodies[1].p_WB = Vec3(std::cos(angle), std::sin(angle), 0);
    model.bodies[1].angle = angle;
    model.bodies[1].velocity = Vec3(-30, 0, 0);
    Rig rig(model);
    rig.initialise();
    double energy = rig.energy();
    double before = rig.value("tip.velocity[1]");
    double at = rig.value("rod.angle");
    for (double t = 0; t < 0.18; t += h) {
      rig.step(h);
      ASSERT_EQ(rig.report.status, StepStatus::solved);
      EXPECT_LT(rig.report.penetration, 1e-10);
      const double next = rig.energy();
      EXPECT_LE(next, energy * (1 + 1e-6));
      energy = next;
      const double tip = rig.value("tip.velocity[1]");
      if (before < -5 && tip > -1) {
        ++jams;
        // What trapezoidal shows is w, half a step older.
        const double older = scheme == Scheme::trapezoidal ? 1.0 : 0.0;
        EXPECT_NEAR(at, critical, 1e-3 + 1e-3 * older);
        EXPECT_NEAR(h * rig.value("point.normalForce") / (-0.75 * std::sin(at) * std::cos(at) * before), 1,
                    2e-3 + 0.01 * older);
      }
      before = tip;
      at = rig.value("rod.angle");
    }
  }
  EXPECT_GE(jams, 2);
}

TEST(PainleveRod, SlidesIntoJamming) {
  for (const Scheme scheme : {Scheme::stabilised, Scheme::trapezoidal}) {
    SCOPED_TRACE(static_cast<int>(scheme));
    slide_into_jamming(scheme);
  }
}

}  // namespace
}  // namespace stickslip
