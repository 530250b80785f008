#include <ostream>

#include "tests/model/eigen.h"
#include "tests/model/rig.h"
#include "tests/model/step/models.h"

namespace stickslip {
namespace {

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
    const Quat q = angle_axis(theta, Vec3::UnitY()) * angle_axis(yaw, Vec3::UnitZ());
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
      ASSERT_EQ(rig.report.status, StepStatus::solved) << "step " << k << ", residual " << rig.report.residual;
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

// A flat box thrown along a floor.
Model sled(Scheme scheme, double heading) {
  Model model = model_from("[model]\nname = \"sled\"\n[step]\nsize = 0.002\ncone = \"round\"\n" + floor_of(0.3) + R"(
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
        ASSERT_EQ(rig.report.status, StepStatus::solved)
            << static_cast<int>(scheme) << ", heading " << heading << ", step " << k;
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

}  // namespace
}  // namespace stickslip
