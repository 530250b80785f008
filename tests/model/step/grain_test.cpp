// Friction with a grain, by closed forms.
#include <cmath>

#include "tests/model/rig.h"
#include "tests/model/step/models.h"

namespace stickslip {
namespace {

constexpr double kWeight = 9.81;
constexpr double kAlong = 0.2;
constexpr double kAcross = 0.6;
constexpr double kGrainStep = 0.001;

std::string vector_text(const Vec3& v) {
  return "[" + number(v.x()) + ", " + number(v.y()) + ", " + number(v.z()) + "]";
}

// A block on a slope, in the slope's axes: it leans towards +x. The grain of the slope is turned by `phi` from there.
std::string slope_text(double tilt, double phi, const std::string& more = "") {
  const Vec3 gravity(kWeight * std::sin(tilt), 0, -kWeight * std::cos(tilt));
  return "gravity = " + vector_text(gravity) + "\n" + more + "\nSTEP[[material]]\nname = \"wood\"\nfriction = [" +
         number(kAlong) + ", " + number(kAcross) +
         "]\n[[material]]\nname = \"plain\"\nfriction = 0.4\n[[material_pair]]\nmaterials = [\"plain\", \"plain\"]\n"
         "friction = 0.4\nrestitution = 0\n[[body]]\nname = \"slope\"\nfixed = true\nBELTshapes = [{ type = \"plane\", "
         "material = \"wood\", grain = " +
         vector_text({std::cos(phi), std::sin(phi), 0}) +
         " }]\n[[body]]\nname = \"block\"\nmass = 2\nposition = [0, 0, 0.05]\nMOTIONshapes = [{ type = \"sphere\", "
         "radius = 0.05, material = \"plain\" }]\nrotates = false\n[[contact]]\nname = \"s\"\nbodies = [\"block\"]\n";
}

std::string filled(std::string text, const std::string& what, const std::string& with) {
  text.replace(text.find(what), what.size(), with);
  return text;
}

Model grained(Scheme scheme, const std::string& cone, const std::string& text, const std::string& motion = "",
              const std::string& belt = "") {
  const std::string step =
      "[step]\nsize = " + number(kGrainStep) + "\nscheme = \"" + name_of(scheme) + "\"\ncone = " + cone + "\n";
  return model_from("[model]\nname = \"m\"\n" +
                    filled(filled(filled(text, "STEP", step), "MOTION", motion), "BELT", belt));
}

// What the rule of friction makes of both materials, in the grain's axes.
double along() {
  return std::sqrt(0.4 * kAlong);
}
double across() {
  return std::sqrt(0.4 * kAcross);
}

class Grained : public testing::TestWithParam<Scheme> {};

// It holds while the load lies in the ellipse: tan(tilt) sqrt(cos^2/mu1^2 + sin^2/mu2^2) <= 1.
TEST_P(Grained, SlopeHoldsUpToTheEllipse) {
  for (const char* cone : {"\"round\"", "8"}) {
    for (const double phi : {0.0, 0.4, 1.0, M_PI / 2, 2.3}) {
      const double x = std::cos(phi) / along();
      const double y = std::sin(phi) / across();
      const double threshold = std::atan(1 / std::sqrt(x * x + y * y));
      for (const double share : {0.995, 1.005}) {
        SCOPED_TRACE(std::string(cone) + ", phi " + number(phi) + ", share " + number(share));
        Rig rig(grained(GetParam(), cone, slope_text(share * threshold, phi)));
        rig.initialise();
        rig.steps(400);
        const double speed = rig.vector("block.velocity").norm();
        if (share < 1) {
          EXPECT_LT(speed, 1e-7);
        } else {
          EXPECT_GT(speed, 1e-3);
        }
      }
    }
  }
}

// From rest it goes in one direction u: m g_t - c M^2 u/|M u| is along u, M the two frictions.
TEST_P(Grained, SlopeTurnsWhatSlidesOutOfTheLineOfFall) {
  const double tilt = 0.9;
  const double phi = 0.7;
  const Vec3 e1(std::cos(phi), std::sin(phi), 0);
  const Vec3 e2(-std::sin(phi), std::cos(phi), 0);
  const double g1 = kWeight * std::sin(tilt) * std::cos(phi);
  const double g2 = -kWeight * std::sin(tilt) * std::sin(phi);
  const double c = kWeight * std::cos(tilt);
  // The angle of u from e1 where the acceleration is along u, by bisection.
  const auto turns = [&](double angle) {
    const double u1 = std::cos(angle);
    const double u2 = std::sin(angle);
    const double size = std::hypot(along() * u1, across() * u2);
    const double a1 = g1 - c * along() * along() * u1 / size;
    const double a2 = g2 - c * across() * across() * u2 / size;
    return a1 * u2 - a2 * u1;
  };
  double low = -M_PI / 2 + 1e-9;
  double high = 0;
  for (int k = 0; k < 200; ++k) (turns(0.5 * (low + high)) < 0 ? low : high) = 0.5 * (low + high);
  const Vec3 u = std::cos(low) * e1 + std::sin(low) * e2;
  const double size = std::hypot(along() * u.dot(e1), across() * u.dot(e2));
  const double a = (g1 - c * along() * along() * u.dot(e1) / size) / u.dot(e1);
  EXPECT_GT(std::fabs(u.y()), 0.1);
  for (const char* cone : {"\"round\"", "8"}) {
    SCOPED_TRACE(cone);
    Rig rig(grained(GetParam(), cone, slope_text(tilt, phi)));
    rig.initialise();
    rig.steps(500);
    const Vec3 v = rig.vector("block.velocity");
    const double near = cone[0] == '8' ? 2e-3 : 2e-5;
    const double late = GetParam() == Scheme::trapezoidal ? 0.5 * kGrainStep * a : 0.0;  // it says w, of mid-step
    EXPECT_NEAR((v - (0.5 * a - late) * u).norm(), 0, near * 0.5 * a);
    const Vec3 friction = rig.vector("s.force") - rig.value("s.normalForce") * Vec3::UnitZ();
    const Vec3 expected = -2 * c / size * (along() * along() * u.dot(e1) * e1 + across() * across() * u.dot(e2) * e2);
    EXPECT_NEAR((friction - expected).norm(), 0, near * 2 * c);
    EXPECT_NEAR(rig.value("s.slip"), v.norm(), 1e-9);
  }
}

// A belt with a grain takes what lies on it along at its own speed, and meanwhile pulls as the ellipse says.
TEST_P(Grained, BeltTakesABlockAlong) {
  if (GetParam() == Scheme::trapezoidal) return;  // has no belts
  Rig rig(grained(GetParam(), "\"round\"", slope_text(0, 0.5), "", "surface_velocity = [0.3, 0.2, 0]\n"));
  rig.initialise();
  rig.steps(20);
  const Vec3 u = rig.vector("block.velocity") - Vec3(0.3, 0.2, 0);
  EXPECT_NEAR(rig.value("s.slip"), u.norm(), 1e-9);
  const Vec3 e1(std::cos(0.5), std::sin(0.5), 0);
  const Vec3 e2(-std::sin(0.5), std::cos(0.5), 0);
  const double size = std::hypot(along() * u.dot(e1), across() * u.dot(e2));
  const Vec3 expected =
      -2 * kWeight / size * (along() * along() * u.dot(e1) * e1 + across() * across() * u.dot(e2) * e2);
  EXPECT_NEAR((rig.vector("s.force") - 2 * kWeight * Vec3::UnitZ() - expected).norm(), 0, 1e-4);
  rig.steps(600);
  EXPECT_NEAR((rig.vector("block.velocity") - Vec3(0.3, 0.2, 0)).norm(), 0, 1e-7);
}

// The grain belongs to the body: a skate turned by an angle glides along itself. Both surfaces have one here; the more
// uneven one says where the directions are.
TEST_P(Grained, SkateGlidesAlongItself) {
  const double heading = 0.6;
  const std::string text =
      "[model]\nname = \"m\"\n[step]\nsize = 0.001\nscheme = \"" + name_of(GetParam()) +
      "\"\ncone = \"round\"\n[[material]]\nname = \"ice\"\nfriction = [0.02, 0.03]\n[[material]]\nname = \"blade\"\n"
      "friction = [0.01, 0.9]\n[[body]]\nname = \"rink\"\nfixed = true\nshapes = [{ type = \"plane\", material = "
      "\"ice\", grain = [1, 0, 0] }]\n[[body]]\nname = \"skate\"\nmass = 3\nposition = [0, 0, 0.05]\nrotation = { axis "
      "= [0, 0, 1], angle = " +
      number(heading) + " }\nvelocity = " + vector_text({std::cos(heading), std::sin(heading), 0}) +
      "\nshapes = [{ type = \"box\", size = [0.3, 0.2, 0.1], material = \"blade\", grain = [1, 0, 0] }]\n"
      "[[contact]]\nname = \"s\"\nbodies = [\"skate\"]\n";
  Rig rig(model_from(text));
  rig.initialise();
  rig.steps(200);
  const Vec3 v = rig.vector("skate.velocity");
  const double ice = 1 / std::hypot(std::cos(heading) / 0.02, std::sin(heading) / 0.03);
  EXPECT_NEAR(v.norm(), 1 - std::sqrt(0.01 * ice) * kWeight * 0.2, 1e-4);
  EXPECT_NEAR(v.x() * std::sin(heading) - v.y() * std::cos(heading), 0, 1e-6);
}

INSTANTIATE_TEST_SUITE_P(Schemes, Grained, testing::ValuesIn(kSchemes), name_of_tested);

// resources/sledge.toml: the way across its runners is lost, then it slows by what the rule makes of steel along its
// grain and ice, and stands where these point.
TEST(Sledge, GlidesOnToWhereItsRunnersPoint) {
  Rig rig(resource("sledge"));
  rig.initialise();
  rig.steps(1250);
  EXPECT_NEAR(rig.value("sledge.velocity[2]"), 0, 1e-5);
  const double speed = rig.value("sledge.velocity[1]");
  rig.steps(100);
  EXPECT_NEAR(rig.value("sledge.velocity[1]"), speed - 0.2 * std::sqrt(0.04 * 0.1) * kWeight, 1e-7);
  rig.steps(650);
  EXPECT_EQ(rig.vector("sledge.velocity").norm(), 0);
  EXPECT_LT(rig.value("runners.frictionForce"), 1e-9);
}

}  // namespace
}  // namespace stickslip
