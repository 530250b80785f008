#include <algorithm>
#include <cmath>
#include <cstdio>

#include "tests/fmu/load/texts.h"
#include "tests/model/eigen.h"

namespace stickslip::load {
namespace {

constexpr double kPi = 3.14159265358979323846;

Mat3 tensor(const Body& body) {
  const Mat3 R = body.q_BI.toRotationMatrix();
  return R * body.inertia.asDiagonal() * R.transpose();
}

TEST(Mass, SixMomentsBecomePrincipalOnes) {
  // Moments 1, 2, 2.5 along axes turned by rpy = (0.2, 0.4, 0.6).
  const Mat3 R = (angle_axis(0.6, Vec3::UnitZ()) * angle_axis(0.4, Vec3::UnitY()) * angle_axis(0.2, Vec3::UnitX()))
                     .toRotationMatrix();
  const Mat3 I = R * Vec3(1, 2, 2.5).asDiagonal() * R.transpose();
  std::string list;
  for (const double x : {I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2)}) {
    char digits[40];
    std::snprintf(digits, sizeof digits, "%s%.17g", list.empty() ? "" : ", ", x);
    list += digits;
  }
  const Body body = loaded("[[body]]\nname = \"a\"\nmass = 1\ninertia = [" + list + "]").bodies[0];
  EXPECT_LT((tensor(body) - I).norm(), 1e-14);
  Vec3 sorted = body.inertia;
  std::sort(sorted.data(), sorted.data() + 3);
  EXPECT_LT((sorted - Vec3(1, 2, 2.5)).norm(), 1e-14);
}

TEST(Mass, ThreeMomentsKeepTheBodyAxes) {
  const Body body = loaded("[[body]]\nname = \"a\"\nmass = 1\ninertia = [3, 2, 4]").bodies[0];
  EXPECT_EQ(body.inertia, Vec3(3, 2, 4));
  EXPECT_EQ(body.q_BI, Quat::Identity());
}

TEST(Mass, TakesMassAndInertiaFromABox) {
  const Body body = loaded(std::string(kSteel) +
                           "[[body]]\nname = \"a\"\ndensity = 1000\nshapes = [{ type = \"box\", size = [1, 2, 3], "
                           "material = \"steel\" }]")
                        .bodies[0];
  EXPECT_DOUBLE_EQ(body.mass, 6000);
  EXPECT_LT((body.inertia - Vec3(6500, 5000, 2500)).norm(), 1e-9);
}

/// Volume, centre and inertia of a capsule by summing slices across its axis, against the closed form in use.
TEST(Mass, TheCapsuleAgreesWithItsSlices) {
  const double r = 0.3;
  const double a = 0.5;
  const int n = 200000;
  double volume = 0;
  double along = 0;
  double across = 0;
  double area = 0;
  double polar = 0;
  const double dz = 2 * (a + r) / n;
  for (int i = 0; i < n; ++i) {
    const double z = -(a + r) + (i + 0.5) * dz;
    const double beyond = std::max(0.0, std::fabs(z) - a);
    const double s2 = r * r - beyond * beyond;
    volume += kPi * s2 * dz;
    along += kPi * s2 * s2 / 2 * dz;
    across += kPi * s2 * (s2 / 4 + z * z) * dz;
    const double s = std::sqrt(s2);
    area += 2 * s * dz;
    polar += (2 * s * z * z + 2 * s * s2 / 3) * dz;
  }
  const std::string shape = "shapes = [{ type = \"capsule\", radius = 0.3, length = 1, material = \"steel\" }]";
  const std::string text = std::string(kSteel) + "[[body]]\nname = \"a\"\ndensity = 100\n" + shape;
  const Body solid = loaded(text).bodies[0];
  EXPECT_NEAR(solid.mass, 100 * volume, 1e-7 * solid.mass);
  EXPECT_NEAR(solid.inertia.z(), 100 * along, 1e-7 * solid.inertia.z());
  EXPECT_NEAR(solid.inertia.x(), 100 * across, 1e-7 * solid.inertia.x());
  const Body flat = loaded(text, kPlanar).bodies[0];
  EXPECT_NEAR(flat.mass, 100 * area, 1e-6 * flat.mass);
  EXPECT_NEAR(flat.inertia.z(), 100 * polar, 1e-6 * flat.inertia.z());
}

TEST(Mass, ACompositeHasItsOwnCentreAndAxes) {
  // A dumbbell along the diagonal of x and y: two balls of volume V, centres 2 apart, off the origin by (1, 0, 0).
  const Body body = loaded(std::string(kSteel) + R"(
[[body]]
name = "a"
mass = 2
com = [1, 0, 0]
rotation = { axis = [0, 0, 1], angle = 0.3 }
shapes = [{ type = "sphere", radius = 0.1, position = [1.70710678118654752, 0.70710678118654752, 0], material = "steel" },
          { type = "sphere", radius = 0.1, position = [0.29289321881345248, -0.70710678118654752, 0], material = "steel" }]
)")
                        .bodies[0];
  EXPECT_LT((body.p_BI - Vec3(1, 0, 0)).norm(), 1e-15);
  const Vec3 u(std::sqrt(0.5), std::sqrt(0.5), 0);
  const double ball = 0.4 * 0.01;
  const Mat3 expected = 2 * (Mat3::Identity() - u * u.transpose()) + 2 * ball * Mat3::Identity();
  EXPECT_LT((tensor(body) - expected).norm(), 1e-14);
}

TEST(Mass, TheCentreOfMassIsTheOriginAndAWarningSaysWhereThatOfTheShapesIs) {
  for (const char* mass : {"mass = 4", "density = 1000"}) {
    const std::string text = std::string("[model]\nname = \"t\"\n") + kSteel + "[[body]]\nname = \"a\"\n" + mass +
                             "\nshapes = [{ type = \"sphere\", radius = 0.1, position = [0, 0, 0.5], material = "
                             "\"steel\" }]";
    const auto lines = said(text);
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0],
              "t:6:1: warning: body \"a\": the centre of mass is at the origin, the shapes' own is not; if that is "
              "meant to be it, write com = [0, 0, 0.5], else com = [0, 0, 0]");
    const Body body = loaded(text.substr(text.find("[[material]]"))).bodies[0];
    EXPECT_EQ(body.p_BI, Vec3(0, 0, 0));
    const double ball = 0.4 * 0.01;
    EXPECT_LT((body.inertia / body.mass - Vec3(ball + 0.25, ball + 0.25, ball)).norm(), 1e-14);
  }
}

TEST(Mass, AGivenCentreOfMassCarriesTheInertiaOfTheShapes) {
  const std::string text = std::string(kSteel) +
                           "[[body]]\nname = \"a\"\nmass = 3\ncom = [0, 0, 1]\nshapes = [{ type = \"sphere\", radius = "
                           "0.5, material = \"steel\" }]";
  const Body body = loaded(text).bodies[0];
  EXPECT_EQ(body.p_BI, Vec3(0, 0, 1));
  EXPECT_LT((body.inertia - Vec3(3.3, 3.3, 0.3)).norm(), 1e-14);
}

}  // namespace
}  // namespace stickslip::load
