#include <algorithm>
#include <cstdio>
#include <ostream>

#include "tests/model/rig.h"
#include "tests/model/step/models.h"

namespace stickslip {
namespace {

std::string number(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}
std::string list(const Vec3& v, bool planar) {
  return "[" + number(v.x()) + ", " + number(v.y()) + (planar ? "" : ", " + number(v.z())) + "]";
}

// A flat box on a slope that goes down along x, turned about the normal by `yaw`.
Model slope(bool planar, double mu, double tangent, double yaw) {
  const double theta = std::atan(tangent);
  const Vec3 up = planar ? Vec3(std::sin(theta), std::cos(theta), 0) : Vec3(std::sin(theta), 0, std::cos(theta));
  std::string text = "[model]\nname = \"slope\"\n";
  text += planar ? "dimension = 2\ngravity = [0, -9.81]\n" : "";
  text += "[[material]]\nname = \"m\"\nfriction = " + number(mu) + "\n";
  text += "[[body]]\nname = \"ground\"\nfixed = true\n";
  text += "shapes = [{ type = \"plane\", material = \"m\", normal = " + list(up, planar) + " }]\n";
  text += "[[body]]\nname = \"box\"\nmass = 2\nposition = " + list(0.025 * up, planar) + "\n";
  if (planar) {
    text += "rotation = " + number(-theta) + "\n";
    text += "shapes = [{ type = \"box\", size = [0.4, 0.05], material = \"m\" }]\n";
  } else {
    const Quat q = Quat(Eigen::AngleAxisd(theta, Vec3::UnitY())) * Quat(Eigen::AngleAxisd(yaw, Vec3::UnitZ()));
    text += "rotation = { quaternion = [" + number(q.w()) + ", " + number(q.x()) + ", " + number(q.y()) + ", " +
            number(q.z()) + "] }\n";
    text += "shapes = [{ type = \"box\", size = [0.4, 0.4, 0.05], material = \"m\" }]\n";
  }
  return model_from(text);
}

Vec3 downhill(bool planar, double tangent) {
  const double theta = std::atan(tangent);
  return planar ? Vec3(std::cos(theta), -std::sin(theta), 0) : Vec3(std::cos(theta), 0, -std::sin(theta));
}

struct Slope {
  bool planar;
  double mu;
  double yaw;
};
void PrintTo(const Slope& s, std::ostream* out) {
  *out << (s.planar ? "planar" : "spatial") << ", friction " << s.mu << ", yaw " << s.yaw;
}

class Incline : public testing::TestWithParam<Slope> {};

TEST_P(Incline, HoldsTheBoxUpToTheConeAndNotBeyond) {
  const Slope& p = GetParam();
  {
    Rig rig(slope(p.planar, p.mu, (1 - 1e-6) * p.mu, p.yaw));
    rig.initialise();
    const Vec3 start = rig.vector("box.position");
    for (int k = 0; k < 10000; ++k) {
      rig.step();
      ASSERT_EQ(rig.report.status, 0) << "step " << k << ", residual " << rig.report.residual;
    }
    EXPECT_LT((rig.vector("box.position") - start).norm(), 1e-12);
    EXPECT_LT(rig.report.penetration, 1e-12);
  }
  {
    const double tangent = (1 + 1e-6) * p.mu;
    Rig rig(slope(p.planar, p.mu, tangent, p.yaw));
    rig.initialise();
    rig.steps(1000);
    const double a = 9.81 * std::cos(std::atan(tangent)) * (tangent - p.mu);
    EXPECT_NEAR(rig.vector("box.velocity").dot(downhill(p.planar, tangent)), a, 1e-4 * a);
  }
}

TEST_P(Incline, SlidesWithTheErrorOfTheScheme) {
  const Slope& p = GetParam();
  const double tangent = 1.2 * p.mu;
  Rig rig(slope(p.planar, p.mu, tangent, p.yaw));
  rig.initialise();
  const Vec3 start = rig.vector("box.position");
  const double T = 2;
  const double h = 0.001;
  rig.steps(2000);
  const double a = 9.81 * std::cos(std::atan(tangent)) * (tangent - p.mu);
  const double error = (rig.vector("box.position") - start).dot(downhill(p.planar, tangent)) - 0.5 * a * T * T;
  EXPECT_NEAR(error, 0.5 * a * h * T, 1e-6 * 0.5 * a * h * T);
}

INSTANTIATE_TEST_SUITE_P(Many, Incline,
                         testing::Values(Slope{false, 0.05, 0}, Slope{false, 0.2, 0.3}, Slope{false, 0.5, 0},
                                         Slope{false, 0.5, 1.234}, Slope{false, 0.9, 2.7}, Slope{false, 2, 0},
                                         Slope{false, 2, 0.77}, Slope{true, 0.05, 0}, Slope{true, 0.5, 0},
                                         Slope{true, 1, 0}, Slope{true, 2, 0}));

// Two fingers on horizontal rails squeeze a box that nothing else holds; the rails' carrier may be lifted.
Model squeeze(double acceleration) {
  std::string text = R"(
[model]
name = "squeeze"
[[material]]
name = "m"
friction = 0.6
[[body]]
name = "box"
mass = 0.5
shapes = [{ type = "box", size = [0.1, 0.1, 0.1], material = "m" }]
[[body]]
name = "hand"
mass = 1.0
inertia = [0.01, 0.01, 0.01]
position = [0, 0, 0.3]
[[body]]
name = "left"
mass = 0.1
position = [-0.06, 0, 0]
shapes = [{ type = "box", size = [0.02, 0.04, 0.04], material = "m" }]
[[body]]
name = "right"
mass = 0.1
position = [0.06, 0, 0]
shapes = [{ type = "box", size = [0.02, 0.04, 0.04], material = "m" }]
[[joint]]
name = "close_left"
type = "slider"
bodies = ["hand", "left"]
axis = [1, 0, 0]
[[joint]]
name = "close_right"
type = "slider"
bodies = ["hand", "right"]
axis = [-1, 0, 0]
[[contact]]
name = "grip"
bodies = ["box"]
[[joint]]
name = "lift"
)";
  text += acceleration == 0 ? "type = \"fixed\"\nbodies = [\"world\", \"hand\"]\n"
                            : "type = \"slider\"\nbodies = [\"world\", \"hand\"]\naxis = [0, 0, 1]\n";
  return model_from(text);
}

class Gripper : public testing::TestWithParam<double> {};

TEST_P(Gripper, HoldsWhileFrictionExceedsTheLoad) {
  const double a = GetParam();
  const double force = (1 + 1e-6) * 0.5 * (9.81 + a) / (2 * 0.6);
  Rig rig(squeeze(a));
  rig.set("close_left.force", force);
  rig.set("close_right.force", force);
  if (a != 0) rig.set("lift.force", 1.7 * (9.81 + a));
  rig.initialise();
  EXPECT_NEAR(rig.value("grip.normalForce"), 2 * force, 1e-12 * force);
  EXPECT_NEAR(rig.value("grip.frictionForce"), 0.5 * (9.81 + a), 1e-11);
  for (int k = 0; k < 2000; ++k) {
    rig.step();
    ASSERT_EQ(rig.report.status, 0) << "step " << k << ", residual " << rig.report.residual;
  }
  const double lifted = a == 0 ? 0 : rig.value("lift.position");
  if (a != 0) {
    EXPECT_NEAR(lifted, 0.5 * a * 2 * 2.001, 1e-9);
  }
  EXPECT_NEAR(rig.value("box.position[3]"), lifted, 1e-12);
  EXPECT_NEAR(rig.value("box.position[2]"), 0, 1e-12);
}

TEST_P(Gripper, DropsTheBoxBelow) {
  const double a = GetParam();
  const double force = (1 - 1e-6) * 0.5 * (9.81 + a) / (2 * 0.6);
  Rig rig(squeeze(a));
  rig.set("close_left.force", force);
  rig.set("close_right.force", force);
  // Friction alone carries the box: the hand gets what keeps its acceleration.
  if (a != 0) rig.set("lift.force", 1.2 * (9.81 + a) + 2 * 0.6 * force);
  rig.initialise();
  rig.steps(1000);
  const double lifted = a == 0 ? 0 : rig.value("lift.position");
  const double slipped = lifted - rig.value("box.position[3]");
  EXPECT_NEAR(slipped, 0.5 * 1e-6 * (9.81 + a) * 1.001, 1e-3 * 0.5 * 1e-6 * 9.81);
}

INSTANTIATE_TEST_SUITE_P(AtRestAndLifting, Gripper, testing::Values(0.0, 0.5, 3.0));

// A flat box thrown along a floor.
Model sled(Scheme scheme, double heading) {
  Model model = model_from(R"(
[model]
name = "sled"
[step]
size = 0.002
cone = "round"
[[material]]
name = "m"
friction = 0.3
[[body]]
name = "ground"
fixed = true
shapes = [{ type = "plane", material = "m" }]
[[body]]
name = "sled"
mass = 2
inertia = [0.02, 0.03, 0.04]
position = [0, 0, 0.02]
shapes = [{ type = "box", size = [0.3, 0.3, 0.04], material = "m" }]
)");
  model.step.scheme = scheme;
  model.bodies[1].velocity = 1.5 * Vec3(std::cos(heading), std::sin(heading), 0);
  return model;
}

// The round cone has no direction of its own: whatever the heading, the sled stops on its line after v^2/(2 mu g), as
// far as a step's v h, loses energy at every step and then rests.
TEST(RoundCone, StopsASledOnItsLineUnderEveryScheme) {
  const double way = 1.5 * 1.5 / (2 * 0.3 * 9.81);
  for (const Scheme scheme : kSchemes) {
    for (const double heading : {0.0, 0.4, 0.785, 2.0, -1.1}) {
      Rig rig(sled(scheme, heading));
      rig.initialise();
      double energy = rig.value("energy.kinetic");
      for (int k = 0; k < 300; ++k) {
        rig.step();
        ASSERT_EQ(rig.report.status, 0) << static_cast<int>(scheme) << ", heading " << heading << ", step " << k;
        const double next = rig.value("energy.kinetic");
        EXPECT_LE(next, energy + 1e-12) << static_cast<int>(scheme) << ", step " << k;
        energy = next;
      }
      const Vec3 p = rig.vector("sled.position");
      EXPECT_NEAR(p.x() * std::cos(heading) + p.y() * std::sin(heading), way, 1.5 * 0.002);
      EXPECT_NEAR(p.y() * std::cos(heading) - p.x() * std::sin(heading), 0, 1e-5) << static_cast<int>(scheme);
      EXPECT_NEAR(rig.vector("sled.velocity").norm(), 0, 1e-6) << static_cast<int>(scheme);
    }
  }
}

// Without gravity's help to align a polygon: on an incline the pull across and the motion combine as vectors.
TEST(RoundCone, HoldsOnAnInclineWhatItShallAndSlidesStraightDown) {
  for (const Scheme scheme : kSchemes) {
    for (const double yaw : {0.0, 0.6, 2.1}) {
      Model held = slope(false, 0.5, 0.4999, yaw);
      held.step.scheme = scheme;
      held.step.round_cone = true;
      Rig rig(held);
      rig.initialise();
      const Vec3 start = rig.vector("box.position");
      rig.steps(300);
      EXPECT_LT((rig.vector("box.position") - start).norm(), 1e-7) << static_cast<int>(scheme);
      Model sliding = slope(false, 0.5, 0.6, yaw);
      sliding.step.scheme = scheme;
      sliding.step.round_cone = true;
      Rig slider(sliding);
      slider.initialise();
      slider.steps(300);
      const double a = 9.81 * std::cos(std::atan(0.6)) * (0.6 - 0.5);
      EXPECT_NEAR((slider.vector("box.velocity") - 0.3 * a * downhill(false, 0.6)).norm(), 0, 0.01 * 0.3 * a)
          << static_cast<int>(scheme) << ", yaw " << yaw;
    }
  }
}

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
        EXPECT_EQ(rig.report.status, 0);
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
        EXPECT_EQ(rig.report.status, 0);
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
  constexpr int kSteps = 4000;
  const double h = T / kSteps;
  const auto acceleration = [](double angle) { return -9.81 * std::cos(angle) * 0.75; };
  double a = 1.3;
  double w = -0.3;
  for (int k = 0; k < kSteps; ++k) {
    const double k1 = acceleration(a);
    const double k2 = acceleration(a + h / 2 * w);
    const double k3 = acceleration(a + h / 2 * (w + h / 2 * k1));
    const double k4 = acceleration(a + h * (w + h / 2 * k2));
    a += h * (w + h / 6 * (k1 + k2 + k3));
    w += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return a;
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
        EXPECT_EQ(rig.report.status, 0);
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
      EXPECT_EQ(rig.report.status, 0);
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
      ASSERT_EQ(rig.report.status, 0);
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
