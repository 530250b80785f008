#include "fmu/load/load.h"

#include <cmath>

#include "model/core/codec.h"
#include "tests/fmu/load/texts.h"
#include "tests/model/eigen.h"

namespace stickslip::load {
namespace {

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
  EXPECT_LT((eigen(model.bodies[0].q_WB).coeffs() - eigen(quarter).coeffs()).norm(), 1e-15);
  EXPECT_EQ(model.bodies[0].q_WB, model.bodies[1].q_WB);
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
      (angle_axis(y, Vec3::UnitZ()) * angle_axis(p, Vec3::UnitY()) * angle_axis(r, Vec3::UnitX())).toRotationMatrix();
  EXPECT_LT((rotation("{ rpy = [0.3, -0.5, 1.1] }") - expected).norm(), 1e-15);
  const Mat3 turned = angle_axis(0.7, Vec3(1, 2, 2) / 3).toRotationMatrix();
  EXPECT_LT((rotation("{ axis = [1, 2, 2], angle = 0.7 }") - turned).norm(), 1e-15);
  const Mat3 half = angle_axis(std::acos(-1.0), Vec3::UnitX()).toRotationMatrix();
  EXPECT_LT((rotation("{ quaternion = [0, 1, 0, 0] }") - half).norm(), 1e-15);
}

TEST(Load, APlanarAngleMayExceedATurn) {
  const Model model = loaded("[[body]]\nname = \"a\"\nmass = 1\ninertia = 1\nrotation = \"450 deg\"", kPlanar);
  EXPECT_DOUBLE_EQ(model.bodies[0].angle, 2.5 * std::acos(-1.0));
  EXPECT_NEAR(model.bodies[0].q_WB.toRotationMatrix()(1, 0), 1, 1e-15);
  EXPECT_EQ(model.gravity, Vec3(0, -9.81, 0));
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
  const std::string rail = masses + "type = \"slider\"\nbodies = [\"world\", \"b\"]\naxis = [1, 0, 0]\n";
  const std::string velocity = "drive = { mode = \"velocity\", target = 1";
  one(rail + velocity + " }\nlimits = [0, 1]",
      "joint \"j\": drive: a velocity drive without max_force pushes without end where its coordinate meets a limit");
  EXPECT_TRUE(said(head + rail + velocity + ", max_force = 9 }\nlimits = [0, 1]").empty());
  EXPECT_TRUE(said(head + rail + velocity + " }\nlimits = { upper = 1, compliance = 1e-3 }").empty());
  EXPECT_TRUE(said(head + rail + velocity + " }").empty());
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
