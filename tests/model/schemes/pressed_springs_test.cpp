// Contacts and limits that give way under `trapezoidal`, against closed forms.
#include <algorithm>
#include <cmath>

#include "tests/model/rig.h"
#include "tests/model/step/models.h"

namespace stickslip {
namespace {

constexpr Scheme kScheme = Scheme::trapezoidal;

std::string material(const std::string& name, double restitution, double compliance, double friction = 0) {
  const std::string gives = compliance > 0 ? "\ncompliance = " + number(compliance / 2) : "";
  return "[[material]]\nname = \"" + name + "\"\nfriction = " + number(friction) +
         "\nrestitution = " + number(restitution) + gives + "\n";
}

std::string floor_and_ball(double restitution, double compliance, double height, double speed) {
  return material("m", restitution, compliance) +
         "[[body]]\nname = \"floor\"\nfixed = true\nshapes = [{ type = \"plane\", material = \"m\" }]\n"
         "[[body]]\nname = \"ball\"\nmass = 2\nposition = [0, 0, " +
         number(0.1 + height) + "]\nvelocity = [0, 0, " + number(speed) +
         "]\nshapes = [{ type = \"sphere\", material = \"m\", radius = 0.1 }]\n"
         "[[contact]]\nname = \"s\"\nbodies = [\"ball\"]\n";
}

// The worst of several heights, that is of several times within a step at which the ball touches.
template <class Error>
double worst_of_phases(double h, Error&& error) {
  constexpr int kPhases = 8;
  double worst = 0;
  for (int phase = 0; phase < kPhases; ++phase) {
    worst = std::max(worst, std::fabs(error(h, static_cast<double>(phase) / kPhases)));
  }
  return worst;
}

// Dropped from z it comes back there after two falls and, on the spring, 2 (pi - atan(w u/g))/w, w^2 = 1/(m C).
TEST(PressedSprings, PeriodAndHeightOfBouncesAreOfOrderTwo) {
  constexpr double kCompliance = 1e-4;
  constexpr double kGravity = 9.81;
  const double w = std::sqrt(1 / (2 * kCompliance));
  const auto error = [&](double h, double phase) {
    const double height = 0.02 + 0.6 * h * phase;
    const double u = std::sqrt(2 * kGravity * height);
    const double period = 2 * u / kGravity + 2 * (std::acos(-1.0) - std::atan(w * u / kGravity)) / w;
    const int steps = static_cast<int>(2.3 * period / h);
    Rig rig(model_from(head_of(kScheme, "gravity = [0, 0, -9.81]", h) + floor_and_ball(1, kCompliance, height, 0)));
    rig.initialise();
    const double start = rig.energy();
    for (int k = 0; k < steps; ++k) {
      rig.step();
      EXPECT_LT(rig.report.energy_gain, 1e-14 * start);
    }
    const double since = steps * h - 2 * period;  // the last top
    return rig.value("ball.position[3]") - 0.1 - (height - 0.5 * kGravity * since * since);
  };
  const double coarse = worst_of_phases(1e-3, error);
  const double fine = worst_of_phases(2.5e-4, error);
  EXPECT_LT(coarse, 1e-4);
  EXPECT_NEAR(std::log2(coarse / fine), 4, 0.5);
}

// With damping nothing pushes any more at the depth 2 z e v/w, after the angle atan2(2 z w, 2 z^2 - 1) of w t.
TEST(PressedSprings, DampedBlowsAreOfOrderTwo) {
  constexpr double kCompliance = 1e-4;
  const double w = std::sqrt(1 / (2 * kCompliance));
  for (const double damping : {0.2, 0.6}) {
    const double turn = std::sqrt(1 - damping * damping);
    const double angle = std::atan2(2 * damping * turn, 2 * damping * damping - 1) / turn;
    const double e = std::exp(-damping * angle);
    const auto error = [&](double h, double phase) {
      const double v = 2;
      const double height = 0.1 + v * h * phase;
      const double end = 0.15;
      Rig rig(model_from(head_of(kScheme, "gravity = [0, 0, 0]", h) + floor_and_ball(e, kCompliance, height, -v)));
      rig.initialise();
      rig.steps(static_cast<int>(std::lround(end / h)));
      const double expected = e * v * (end - height / v - angle / w) - 2 * damping * e * v / w;
      return rig.value("ball.position[3]") - 0.1 - expected;
    };
    // The engine has the damping to 1e-4 of the critical one, which moves the ball by 1e-5 m.
    const double coarse = worst_of_phases(2e-3, error);
    const double fine = worst_of_phases(1e-3, error);
    EXPECT_LT(coarse, 2e-3) << damping;
    EXPECT_NEAR(std::log2(coarse / fine), 2, 0.5) << damping;
  }
}

// What no step resolves bounces, comes to rest and lies as what is hard. A force that rings would be off by m u/h, a
// hundred times as much and more; it is off by what the sag moves in the rest of a step.
TEST(PressedSprings, StiffOnesAreHardContacts) {
  for (const double e : {0.0, 0.5}) {
    for (const double h : {1e-4, 1e-3, 1.0 / 60}) {
      const auto rig_of = [&](double compliance) {
        return model_from(head_of(kScheme, "gravity = [0, 0, -9.81]", h) + floor_and_ball(e, compliance, 0.05, 0));
      };
      Rig soft(rig_of(1e-13));
      Rig hard(rig_of(0));
      soft.initialise();
      hard.initialise();
      for (int k = 0; k < static_cast<int>(0.6 / h); ++k) {
        soft.step();
        hard.step();
        ASSERT_NEAR(soft.value("ball.position[3]"), hard.value("ball.position[3]"), 1e-8) << e << " " << h << " " << k;
        if (e > 0 && k * h < 0.5) continue;  // within a step its last bounce may end sooner or later
        const double force = hard.value("s.force[3]");
        ASSERT_NEAR(soft.value("s.force[3]"), force, 1e-3 * (1 + force)) << e << " " << h << " " << k;
      }
      EXPECT_EQ(soft.report.status, StepStatus::solved);
    }
  }
}

// From soft to stiff: at rest F C deep to 1e-9, with a force that stays, and the same after another load.
TEST(PressedSprings, AnyStiffnessHoldsAnyLoadAtItsDepth) {
  for (const double compliance : {1e-3, 1e-4, 1e-5, 1e-6, 1e-8, 1e-10}) {
    for (const double h : {1e-3, 1.0 / 60}) {
      Rig rig(model_from(head_of(kScheme, "gravity = [0, 0, -9.81]", h) + floor_and_ball(0, compliance, 0.01, 0)));
      rig.initialise();
      for (const double push : {0.0, 50.0, 5.0}) {
        const double load = 2 * 9.81 + push;
        rig.set("ball.force[3]", -push);
        rig.steps(static_cast<int>(2 / h));
        EXPECT_NEAR(rig.value("ball.position[3]"), 0.1 - load * compliance, 1e-9 * load * compliance + 1e-16)
            << compliance << " " << h;
        for (int k = 0; k < 20; ++k) {
          rig.step();
          EXPECT_NEAR(rig.value("s.force[3]"), load, 1e-9 * load) << compliance << " " << h;
        }
      }
    }
  }
}

// A sled on a slope comes to rest at a limit that gives way: stiff ones stop it, soft ones swing until its damper has
// taken that.
TEST(PressedSprings, LimitsHoldTheirLoadAtTheirDepth) {
  for (const double compliance : {1e-2, 1e-4, 1e-6, 1e-9}) {
    for (const double h : {1e-3, 1.0 / 60}) {
      Rig rig(model_from(head_of(kScheme, "gravity = [10, 0, 0]", h) +
                         "[[body]]\nname = \"sled\"\nmass = 2\ninertia = [1, 1, 1]\n"
                         "[[joint]]\nname = \"rail\"\ntype = \"slider\"\nbodies = [\"world\", \"sled\"]\n"
                         "axis = [1, 0, 0]\ndamping = 20\nlimits = { upper = 0.1, compliance = " +
                         number(compliance) + " }\n"));
      rig.initialise();
      const double start = rig.energy();
      for (int k = 0; k < static_cast<int>(8 / h); ++k) {
        rig.step();
        ASSERT_LT(rig.report.energy_gain, 1e-13 * std::fabs(start) + 1e-14) << compliance << " " << h << " " << k;
      }
      EXPECT_NEAR(rig.value("rail.position"), 0.1 + 20 * compliance, 1e-9 * 20 * compliance + 1e-15) << h;
      EXPECT_NEAR(rig.value("rail.limit.force"), -20, 20e-9) << compliance << " " << h;
    }
  }
}

// A plank of 3 kg on a hard support at one end and a soft one at the other.
TEST(PressedSprings, SoftAndHardSupportsShareALoad) {
  for (const double compliance : {1e-4, 1e-7}) {
    for (const double h : {1e-3, 1.0 / 60}) {
      const std::string ball = "\"\nfixed = true\nposition = ";
      Rig rig(model_from(
          head_of(kScheme, "dimension = 2\ngravity = [0, -10]", h) + material("hard", 0, 0) +
          material("soft", 0, compliance) + material("wood", 0, 0) +
          "[[material_pair]]\nmaterials = [\"soft\", \"wood\"]\nfriction = 0.5\nrestitution = 0\ncompliance = " +
          number(compliance) +
          "\n[[material_pair]]\nmaterials = [\"hard\", \"wood\"]\nfriction = 0.5\nrestitution = 0\n"
          "[[body]]\nname = \"left" +
          ball +
          "[-1, -0.1]\nshapes = [{ type = \"disk\", material = \"hard\", radius = 0.1 }]\n[[body]]\nname = \"right" +
          ball +
          "[0.5, -0.1]\nshapes = [{ type = \"disk\", material = \"soft\", radius = 0.1 }]\n"
          "[[body]]\nname = \"plank\"\nmass = 3\ninertia = 1\nposition = [0, 0.05]\n"
          "shapes = [{ type = \"box\", material = \"wood\", size = [4, 0.1] }]\n"
          "[[contact]]\nname = \"l\"\nbodies = [\"plank\", \"left\"]\n"
          "[[contact]]\nname = \"r\"\nbodies = [\"plank\", \"right\"]\n"));
      rig.initialise();
      rig.steps(static_cast<int>(5 / h));
      EXPECT_NEAR(rig.value("l.force[2]"), 10, 2e-3) << compliance << " " << h;
      EXPECT_NEAR(rig.value("r.force[2]"), 20, 2e-3) << compliance << " " << h;
      EXPECT_NEAR(rig.value("r.gap"), -20 * compliance, 5e-4 * 20 * compliance) << compliance << " " << h;
      EXPECT_NEAR(rig.value("l.gap"), 0, 1e-12) << compliance << " " << h;
      EXPECT_LT(rig.vector("plank.velocity").norm(), 1e-9) << compliance << " " << h;
    }
  }
}

// Rows lie at q + h/2 v: angular momentum is kept to the square of the step, momentum to round-off.
TEST(PressedSprings, BallsThatRubKeepMomentum) {
  const auto turned = [](double h) {
    const auto ball = [](const std::string& name, const std::string& motion) {
      return "[[body]]\nname = \"" + name + "\"\nmass = 1\ninertia = [4e-3, 4e-3, 4e-3]\n" + motion +
             "shapes = [{ type = \"sphere\", material = \"m\", radius = 0.1 }]\n";
    };
    Rig rig(model_from(head_of(kScheme, "gravity = [0, 0, 0]", h) + material("m", 0.5, 1e-4, 0.4) +
                       ball("a", "position = [-0.15, 0, 0]\nvelocity = [2, 0.3, 0]\nangular_velocity = [5, 1, 30]\n") +
                       ball("b", "position = [0.15, 0.03, 0.02]\nvelocity = [-1, 0, 0.2]\n")));
    rig.initialise();
    const auto turning = [&] {
      Vec3 sum = Vec3::Zero();
      for (const std::string name : {"a", "b"}) {
        sum += rig.vector(name + ".position").cross(rig.vector(name + ".velocity"));
        sum += 4e-3 * rig.vector(name + ".angularVelocity");
      }
      return sum;
    };
    const Vec3 angular = turning();
    rig.steps(static_cast<int>(0.3 / h));
    EXPECT_GT(rig.vector("b.velocity")[0], 0);
    EXPECT_LT((rig.vector("a.velocity") + rig.vector("b.velocity") - Vec3(1, 0.3, 0.2)).norm(), 1e-14);
    return (turning() - angular).norm();
  };
  EXPECT_LT(turned(1e-3), 1e-5);
  EXPECT_LT(turned(1e-4), 1e-7);
}

}  // namespace
}  // namespace stickslip
