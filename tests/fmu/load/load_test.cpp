#include "fmu/load/load.h"

#include <gtest/gtest.h>

#include <cmath>

#include "model/core/codec.h"
#include "model/core/validate.h"

namespace stickslip::load {
namespace {

constexpr double kPi = 3.14159265358979323846;

Model loaded(const std::string& body, const std::string& world = "name = \"test\"") {
  const Loaded result = load_text("[model]\n" + world + "\n" + body, "test.toml");
  for (const Diagnostic& d : result.diagnostics) {
    if (d.severity == Severity::error) ADD_FAILURE() << to_string(d);
  }
  return result.model.value_or(Model{});
}

std::vector<std::string> said(const std::string& text) {
  std::vector<std::string> lines;
  for (const Diagnostic& d : load_text(text, "t").diagnostics) lines.push_back(to_string(d));
  return lines;
}

const char* const kPlanar = "name = \"test\"\ndimension = 2";

const Mat3 tensor(const Body& body) {
  const Mat3 R = body.q_BI.toRotationMatrix();
  return R * body.inertia.asDiagonal() * R.transpose();
}

TEST(Load, TakesDefaultsThatTheReferenceStates) {
  const Model model = loaded("[[body]]\nname = \"a\"\nmass = 1\ninertia = [1, 1, 1]");
  EXPECT_EQ(model.gravity, Vec3(0, 0, -9.81));
  EXPECT_EQ(model.step.size, 0.001);
  EXPECT_EQ(model.step.scheme, Scheme::stabilised);
  EXPECT_EQ(model.step.solver, Solver::automatic);
  EXPECT_EQ(model.step.cone_edges, 8);
  EXPECT_EQ(model.stop, 1.0);
  EXPECT_FALSE(model.planar);
  EXPECT_FALSE(model.interface.inputs.given);
  EXPECT_EQ(model.bodies[0].p_BI, Vec3::Zero());
}

TEST(Load, KeepsTheTextForTheRecord) {
  EXPECT_EQ(load_text("nonsense", "x").text, "nonsense");
}

TEST(Load, ReadsLengthsAndAnglesWithUnits) {
  const Model model = loaded(R"(
[[body]]
name = "a"
mass = 1
inertia = [1, 1, 1]
position = ["200 mm", "-1.5 cm", "1 km"]
rotation = { rpy = [0, 0, "90 deg"] }
[[body]]
name = "b"
mass = 1
inertia = [1, 1, 1]
position = ["10in", " 3 m ", "250um"]
rotation = { axis = [0, 0, 2], angle = "0.25 turn" }
)");
  EXPECT_EQ(model.bodies[0].p_WB, Vec3(0.2, -0.015, 1000));
  EXPECT_EQ(model.bodies[1].p_WB, Vec3(0.254, 3, 0.00025));
  const Quat quarter(std::sqrt(0.5), 0, 0, std::sqrt(0.5));
  EXPECT_LT((model.bodies[0].q_WB.coeffs() - quarter.coeffs()).norm(), 1e-15);
  EXPECT_EQ(model.bodies[0].q_WB.coeffs(), model.bodies[1].q_WB.coeffs());
}

TEST(Load, WhatSinesLeaveOfAZeroIsZero) {
  const Model model = loaded("[[body]]\nname = \"a\"\nmass = 1\ninertia = [1, 1, 1]\nposition = [1, -1.8e-33, 5e-324]");
  ASSERT_EQ(model.bodies.size(), 1U);
  EXPECT_EQ(model.bodies[0].p_WB, Vec3(1, 0, 0));
}

TEST(Load, ReadsEveryFormOfARotation) {
  const auto rotation = [](const std::string& form) {
    return loaded("[[body]]\nname = \"a\"\nmass = 1\ninertia = [1, 1, 1]\nrotation = " + form)
        .bodies[0]
        .q_WB.toRotationMatrix();
  };
  const double r = 0.3;
  const double p = -0.5;
  const double y = 1.1;
  const Mat3 expected =
      (Eigen::AngleAxisd(y, Vec3::UnitZ()) * Eigen::AngleAxisd(p, Vec3::UnitY()) * Eigen::AngleAxisd(r, Vec3::UnitX()))
          .toRotationMatrix();
  EXPECT_LT((rotation("{ rpy = [0.3, -0.5, 1.1] }") - expected).norm(), 1e-15);
  const Mat3 turned = Eigen::AngleAxisd(0.7, Vec3(1, 2, 2) / 3).toRotationMatrix();
  EXPECT_LT((rotation("{ axis = [1, 2, 2], angle = 0.7 }") - turned).norm(), 1e-15);
  const Mat3 half = Eigen::AngleAxisd(kPi, Vec3::UnitX()).toRotationMatrix();
  EXPECT_LT((rotation("{ quaternion = [0, 1, 0, 0] }") - half).norm(), 1e-15);
}

TEST(Load, APlanarAngleMayExceedATurn) {
  const Model model = loaded("[[body]]\nname = \"a\"\nmass = 1\ninertia = 1\nrotation = \"450 deg\"", kPlanar);
  EXPECT_DOUBLE_EQ(model.bodies[0].angle, 2.5 * kPi);
  EXPECT_NEAR(model.bodies[0].q_WB.toRotationMatrix()(1, 0), 1, 1e-15);
  EXPECT_EQ(model.gravity, Vec3(0, -9.81, 0));
}

TEST(Load, SixMomentsBecomePrincipalOnes) {
  // Moments 1, 2, 2.5 along axes turned by rpy = (0.2, 0.4, 0.6).
  const Mat3 R = (Eigen::AngleAxisd(0.6, Vec3::UnitZ()) * Eigen::AngleAxisd(0.4, Vec3::UnitY()) *
                  Eigen::AngleAxisd(0.2, Vec3::UnitX()))
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

TEST(Load, ThreeMomentsKeepTheBodyAxes) {
  const Body body = loaded("[[body]]\nname = \"a\"\nmass = 1\ninertia = [3, 2, 4]").bodies[0];
  EXPECT_EQ(body.inertia, Vec3(3, 2, 4));
  EXPECT_EQ(body.q_BI.coeffs(), Quat::Identity().coeffs());
}

const char* const kSteel = "[[material]]\nname = \"steel\"\nfriction = 0.5\n";

TEST(Load, TakesMassAndInertiaFromABox) {
  const Body body = loaded(std::string(kSteel) +
                           "[[body]]\nname = \"a\"\ndensity = 1000\nshapes = [{ type = \"box\", size = [1, 2, 3], "
                           "material = \"steel\" }]")
                        .bodies[0];
  EXPECT_DOUBLE_EQ(body.mass, 6000);
  EXPECT_LT((body.inertia - Vec3(6500, 5000, 2500)).norm(), 1e-9);
}

/// Volume, centre and inertia of a capsule by summing slices across its axis, against the closed form in use.
TEST(Load, TheCapsuleAgreesWithItsSlices) {
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

TEST(Load, ACompositeHasItsOwnCentreAndAxes) {
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

TEST(Load, TheCentreOfMassIsTheOriginAndAWarningSaysWhereThatOfTheShapesIs) {
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

TEST(Load, AGivenCentreOfMassCarriesTheInertiaOfTheShapes) {
  const std::string text = std::string(kSteel) +
                           "[[body]]\nname = \"a\"\nmass = 3\ncom = [0, 0, 1]\nshapes = [{ type = \"sphere\", radius = "
                           "0.5, material = \"steel\" }]";
  const Body body = loaded(text).bodies[0];
  EXPECT_EQ(body.p_BI, Vec3(0, 0, 1));
  EXPECT_LT((body.inertia - Vec3(3.3, 3.3, 0.3)).norm(), 1e-14);
}

TEST(Load, ShapesAndFramesAreStoredInTheInertialFrame) {
  const Model model = loaded(std::string(kSteel) + R"(
[[body]]
name = "a"
mass = 2
inertia = [2, 2, 2.5, 0.5, 0, 0]
com = [1, 2, 3]
shapes = [{ type = "sphere", radius = 0.1, position = [1, 0, 0], material = "steel" }]
[[frame]]
name = "tip"
body = "a"
position = [0, 1, 0]
rotation = { axis = [1, 0, 0], angle = 0.4 }
)");
  const Body& body = model.bodies[0];
  EXPECT_LT((body.p_BI + body.q_BI * model.shapes[0].p_IS - Vec3(1, 0, 0)).norm(), 1e-15);
  EXPECT_LT((body.p_BI + body.q_BI * model.frames[0].p_IF - Vec3(0, 1, 0)).norm(), 1e-15);
  const Mat3 expected = Eigen::AngleAxisd(0.4, Vec3::UnitX()).toRotationMatrix();
  EXPECT_LT(((body.q_BI * model.frames[0].q_IF).toRotationMatrix() - expected).norm(), 1e-15);
}

TEST(Load, JointFramesCoincideInTheReferenceConfiguration) {
  const Model model = loaded(R"(
[[body]]
name = "a"
mass = 1
inertia = [2, 2, 2.5, 0.5, 0, 0]
com = [0.1, 0.2, 0.3]
position = [1, 2, 3]
rotation = { rpy = [0.1, 0.2, 0.3] }
[[body]]
name = "b"
mass = 1
inertia = [1, 1, 1]
position = [-1, 0, 1]
rotation = { rpy = [1, 2, 3] }
[[joint]]
name = "j"
type = "hinge"
bodies = ["a", "b"]
anchor = [0.5, 0.6, 0.7]
axis = [1, -2, 2]
start = { angle = "30 deg", velocity = 2 }
damping = 0.5
)");
  const Joint& joint = model.joints[0];
  const auto in_world = [&](int index, const Vec3& p, const Quat& q) {
    const Body& b = model.bodies[static_cast<std::size_t>(index)];
    const Vec3 p_WI = b.p_WB + b.q_WB * b.p_BI;
    return std::pair<Vec3, Mat3>(p_WI + b.q_WB * (b.q_BI * p), (b.q_WB * b.q_BI * q).toRotationMatrix());
  };
  const auto [p_P, R_P] = in_world(0, joint.p_IP, joint.q_IP);
  const auto [p_C, R_C] = in_world(1, joint.p_IC, joint.q_IC);
  EXPECT_LT((p_P - Vec3(0.5, 0.6, 0.7)).norm(), 1e-15);
  EXPECT_LT((p_P - p_C).norm(), 1e-15);
  EXPECT_LT((R_P - R_C).norm(), 1e-14);
  EXPECT_LT((R_P.col(0) - Vec3(1, -2, 2) / 3).norm(), 1e-15);
  EXPECT_DOUBLE_EQ(joint.start_position, kPi / 6);
  EXPECT_EQ(joint.start_velocity, 2);
  EXPECT_EQ(joint.damping, 0.5);
  EXPECT_TRUE(joint.has_start);
}

TEST(Load, AxesThatPointBackwardsWork) {
  const Model model = loaded(R"(
[[body]]
name = "a"
mass = 1
inertia = [1, 1, 1]
[[joint]]
name = "j"
type = "slider"
bodies = ["world", "a"]
axis = [-1, 1e-9, 0]
[[joint]]
name = "k"
type = "slider"
bodies = ["world", "a"]
axis = [-1, 0, 0]
)");
  EXPECT_LT((model.joints[0].q_IP.toRotationMatrix().col(0) - Vec3(-1, 1e-9, 0)).norm(), 1e-15);
  EXPECT_LT((model.joints[1].q_IP.toRotationMatrix().col(0) - Vec3(-1, 0, 0)).norm(), 1e-15);
}

TEST(Load, PlanesTurnTheirAxisToTheNormal) {
  const Model spatial =
      loaded(std::string(kSteel) +
             "[[body]]\nname = \"a\"\nfixed = true\nshapes = [{ type = \"plane\", normal = [1, 2, 2], "
             "material = \"steel\" }]");
  EXPECT_LT((spatial.shapes[0].q_IS * Vec3::UnitZ() - Vec3(1, 2, 2) / 3).norm(), 1e-15);
  const Model planar =
      loaded(std::string(kSteel) +
                 "[[body]]\nname = \"a\"\nfixed = true\nshapes = [{ type = \"plane\", normal = [0, -1], "
                 "material = \"steel\" }, { type = \"plane\", normal = [3, 4], material = \"steel\" }]",
             kPlanar);
  EXPECT_LT((planar.shapes[0].q_IS * Vec3::UnitY() - Vec3(0, -1, 0)).norm(), 1e-15);
  EXPECT_EQ(planar.shapes[0].q_IS.x(), 0);
  EXPECT_LT((planar.shapes[1].q_IS * Vec3::UnitY() - Vec3(0.6, 0.8, 0)).norm(), 1e-15);
}

TEST(Load, SpringsRestAtTheirReferenceLength) {
  const Model model = loaded(R"(
[[body]]
name = "a"
mass = 1
inertia = [1, 1, 1]
position = [0, 0, 1]
[[spring]]
name = "s"
bodies = ["world", "a"]
anchors = [[0, 3, 0], [0, 0, 4]]
stiffness = 10
)");
  EXPECT_EQ(model.springs[0].rest_length, 5);
  EXPECT_EQ(model.springs[0].p_IB, Vec3(0, 0, 3));
}

const char* const kFour = R"(
[[material]]
name = "m"
friction = 0.5
[[material]]
name = "n"
friction = 0.5
[[material_pair]]
materials = ["n", "m"]
friction = 0.9
restitution = 0
[[body]]
name = "floor"
fixed = true
shapes = [{ type = "plane", material = "n" }]
[[body]]
name = "wall"
fixed = true
shapes = [{ type = "box", size = [1, 1, 1], position = [9, 0, 0], material = "m" }]
[[body]]
name = "a"
mass = 100
position = [0, 0, 2]
shapes = [{ type = "sphere", radius = 0.1, material = "m" }, { type = "sphere", radius = 0.1, position = [0, 0, 0.1], material = "m" }]
com = [0, 0, 0]
[[body]]
name = "b"
mass = 100
position = [0, 0, 3]
shapes = [{ type = "sphere", radius = 0.1, material = "n" }]
)";

std::vector<std::pair<int, int>> pairs(const Model& model) {
  std::vector<std::pair<int, int>> list;
  for (const ShapePair& pair : model.pairs) list.emplace_back(pair.first, pair.second);
  return list;
}

TEST(Load, PairsAllShapesThatMayTouch) {
  using List = std::vector<std::pair<int, int>>;
  const Model model = loaded(kFour);  // shapes: 0 floor, 1 wall, 2 and 3 on a, 4 on b
  EXPECT_EQ(pairs(model), (List{{0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 4}, {3, 4}}));
  EXPECT_EQ(model.pairs[0].material_pair, 0);
  EXPECT_EQ(model.pairs[2].material_pair, -1);
  EXPECT_EQ(model.pairs[6].material_pair, 0);
  EXPECT_EQ(model.step.max_contacts, 8);
}

TEST(Load, JointsAndNoContactKeepBodiesApart) {
  using List = std::vector<std::pair<int, int>>;
  const std::string hinge = "axis = [1, 0, 0]\nanchor = [0, 0, 0]\ntype = \"hinge\"\n";
  EXPECT_EQ(pairs(loaded(std::string(kFour) + "[[joint]]\nname = \"j\"\nbodies = [\"a\", \"b\"]\n" + hinge)),
            (List{{0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}}));
  EXPECT_EQ(pairs(loaded(std::string(kFour) + "[[joint]]\nname = \"j\"\nbodies = [\"world\", \"b\"]\n" + hinge)).size(),
            8U);
  EXPECT_EQ(pairs(loaded(std::string(kFour) + "[[joint]]\nname = \"j\"\nbodies = [\"b\", \"floor\"]\n" + hinge)),
            (List{{0, 2}, {0, 3}, {1, 2}, {1, 3}, {1, 4}, {2, 4}, {3, 4}}));
  EXPECT_EQ(pairs(loaded(std::string(kFour) + "[[no_contact]]\nbodies = [\"b\", \"a\"]")),
            (List{{0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}}));
}

TEST(Load, AShapeWithoutMaterialGetsTheDefaultOneAndAWarning) {
  const std::string text =
      "[model]\nname = \"t\"\n[[body]]\nname = \"a\"\nfixed = true\nshapes = [{ type = \"plane\" }]";
  const Loaded result = load_text(text, "t");
  ASSERT_TRUE(result.model);
  EXPECT_EQ(result.model->materials[0].name, "default");
  EXPECT_EQ(result.model->materials[0].friction, 0.5);
  EXPECT_EQ(result.model->materials[0].restitution, 0);
  ASSERT_EQ(result.diagnostics.size(), 1U);
  EXPECT_EQ(to_string(result.diagnostics[0]),
            "t:6:11: warning: body \"a\": shape 1: material is missing; it becomes \"default\" with friction 0.5 and "
            "restitution 0");
}

TEST(Load, ReadsTheOptionsOfAScheme) {
  const Model model = loaded(R"(
[step]
size = 0.01
scheme = { name = "stabilised", stabilisation = 0.5, push_out_speed = 2, threshold_speed = 0.01 }
solver = "lemke"
cone = 16
max_contacts = 12
[experiment]
stop = 7
[[body]]
name = "a"
mass = 1
rotates = false
)");
  EXPECT_EQ(model.step.stabilised.stabilisation, 0.5);
  EXPECT_EQ(model.step.stabilised.push_out_speed, 2);
  EXPECT_EQ(model.step.stabilised.threshold_speed, 0.01);
  EXPECT_EQ(model.step.solver, Solver::lemke);
  EXPECT_EQ(model.step.cone_edges, 16);
  EXPECT_EQ(model.step.max_contacts, 12);
  EXPECT_EQ(model.stop, 7);
}

TEST(Load, TheRoundConeIsForSolversThatDoNotPivot) {
  const auto with = [](const std::string& solver) {
    return "[model]\nname = \"t\"\n[step]\ncone = \"round\"\nsolver = \"" + solver +
           "\"\n[[body]]\nname = \"a\"\nmass = 1\nrotates = false\n";
  };
  for (const char* solver : {"auto", "newton", "pgs", "split"}) {
    const Loaded result = load_text(with(solver), "t");
    ASSERT_TRUE(result.model) << solver;
    EXPECT_TRUE(result.model->step.round_cone) << solver;
  }
  for (const char* solver : {"lemke", "pivot"}) {
    ASSERT_EQ(said(with(solver)).size(), 1U);
    EXPECT_EQ(said(with(solver))[0],
              "t:4:8: step: cone \"round\" is not for solvers that pivot on polygons: take another solver, or edges");
  }
}

TEST(Load, ASmallOverlapWarnsAndALargeOneFails) {
  const auto ball_at = [](const std::string& z) {
    return "[model]\nname = \"t\"\n" + std::string(kSteel) +
           "[[body]]\nname = \"f\"\nfixed = true\nshapes = [{ type = \"plane\", material = \"steel\" }]\n" +
           "[[body]]\nname = \"b\"\nmass = 4\nposition = [0, 0, " + z +
           "]\nshapes = [{ type = \"sphere\", radius = 0.1, material = \"steel\" }]";
  };
  EXPECT_EQ(said(ball_at("0.1")).size(), 0U);
  EXPECT_EQ(said(ball_at("0.0999999999")).size(), 0U);
  ASSERT_EQ(said(ball_at("0.0999")).size(), 1U);
  EXPECT_NE(said(ball_at("0.0999"))[0].find("warning: shape 1 of body \"b\" starts 0.0001 m deep"), std::string::npos);
  ASSERT_EQ(said(ball_at("0.09")).size(), 1U);
  EXPECT_NE(said(ball_at("0.09"))[0].find("t:14:11: shape 1 of body \"b\" starts"), std::string::npos);
}

TEST(Load, TheOverlapIsThatOfTheStartNotOfTheReference) {
  const std::string text = "[model]\nname = \"t\"\n" + std::string(kSteel) + R"(
[[body]]
name = "f"
fixed = true
shapes = [{ type = "plane", material = "steel" }]
[[body]]
name = "b"
mass = 4
shapes = [{ type = "sphere", radius = 0.1, material = "steel" }]
[[joint]]
name = "j"
type = "slider"
bodies = ["world", "b"]
axis = [0, 0, 1]
)";
  EXPECT_EQ(said(text).size(), 1U);
  EXPECT_EQ(said(text + "start = { position = 0.2 }").size(), 0U);
}

TEST(Load, WarnsOfWhatIsPossibleButUnlikely) {
  const std::string head = "[model]\nname = \"t\"\n" + std::string(kSteel);
  const auto one = [&](const std::string& text, const std::string& part) {
    const auto lines = said(head + text);
    ASSERT_EQ(lines.size(), 1U) << text;
    EXPECT_NE(lines[0].find("warning"), std::string::npos) << lines[0];
    EXPECT_NE(lines[0].find(part), std::string::npos) << lines[0];
  };
  one("[[body]]\nname = \"a\"\nmass = 1\ninertia = [1, 1, 3]", "triangle inequality");
  one("[[body]]\nname = \"a\"\nmass = 1e6\nshapes = [{ type = \"sphere\", radius = 1, material = \"steel\" }]",
      "density is 2.387e+05");
  one("[[body]]\nname = \"a\"\ndensity = 9\nshapes = [{ type = \"sphere\", radius = 1, material = \"steel\" }]",
      "density is 9");
  one("[[body]]\nname = \"a\"\nmass = 1\ninertia = [1, 1, 1]\nrotation = { axis = [0, 0, 1], angle = 30 }",
      "write \"30 deg\" if degrees are meant");
  one("[[body]]\nname = \"a\"\nmass = 1\ninertia = [1, 1, 1]\nrotation = { quaternion = [2, 0, 0, 0] }",
      "quaternion has length 2");
  const std::string masses =
      "[[body]]\nname = \"p\"\nmass = 1\nrotates = false\nposition = [1, 0, 0]\n"
      "[[body]]\nname = \"b\"\nmass = 1\ninertia = [1, 1, 1]\n"
      "[[joint]]\nname = \"j\"\n";
  one(masses + "type = \"ball\"\nbodies = [\"world\", \"p\"]\nanchor = [0, 0, 0]",
      "body \"p\" does not rotate: it cannot swing about an anchor 1 m away");
  one(masses + "type = \"fixed\"\nbodies = [\"p\", \"b\"]", "fixed to it, body \"b\" cannot turn either");
  EXPECT_TRUE(said(head + masses + "type = \"ball\"\nbodies = [\"b\", \"p\"]\nanchor = [1, 0, 0]").empty());
}

TEST(Load, ADifferentOrderOfSectionsChangesNothing) {
  const std::string head = "[model]\nname = \"t\"\n";
  const std::string body =
      "[[body]]\nname = \"a\"\nmass = 100\nshapes = [{ type = \"sphere\", radius = 0.2, material = \"steel\" }]\n";
  const Loaded one = load_text(head + kSteel + body, "t");
  const Loaded two = load_text(body + kSteel + head, "t");
  ASSERT_TRUE(one.model && two.model);
  EXPECT_EQ(encode(*one.model), encode(*two.model));
}

TEST(Load, SaysWhichFileCannotBeRead) {
  const Loaded result = load_file("/nowhere/at/all.toml");
  EXPECT_FALSE(result.model);
  ASSERT_EQ(result.diagnostics.size(), 1U);
  EXPECT_EQ(to_string(result.diagnostics[0]), "/nowhere/at/all.toml: cannot be read: No such file or directory");
}

TEST(Load, WhatIsNoModelFileIsRefusedBeforeItFillsTheMemory) {
  const auto problem_of = [](const char* path) {
    const Loaded result = load_file(path);
    EXPECT_FALSE(result.model);
    return result.diagnostics.size() == 1 ? to_string(result.diagnostics[0]) : "not one message";
  };
  EXPECT_EQ(problem_of("/tmp"), "/tmp: is a folder, not a file");
  EXPECT_EQ(problem_of("/dev/zero"), "/dev/zero: is larger than 64 MiB; this is no model file");
}

}  // namespace
}  // namespace stickslip::load
