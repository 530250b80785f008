#include "fmu/urdf/import.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "fmu/archive/error.h"
#include "fmu/load/load.h"
#include "fmu/urdf/packages.h"
#include "model/math/size.h"
#include "tests/model/eigen.h"

namespace stickslip::urdf {
namespace {

namespace fs = std::filesystem;

constexpr const char* kHeavy = "<inertial><mass value=\"2\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"1\"/></inertial>";

std::string link(const std::string& name, const std::string& inside = kHeavy) {
  return "<link name=\"" + name + "\">" + inside + "</link>\n";
}

std::string joint(const std::string& type, const std::string& parent, const std::string& child,
                  const std::string& inside = "") {
  return "<joint name=\"" + parent + "_" + child + "\" type=\"" + type + "\"><parent link=\"" + parent +
         "\"/><child link=\"" + child + "\"/>" + inside + "</joint>\n";
}

Imported imported(const std::string& inside, const ImportOptions& options = {}) {
  return import_urdf("<robot name=\"r\">\n" + inside + "</robot>\n", "r.urdf", options);
}

Model model_of(const std::string& inside, const ImportOptions& options = {}) {
  const Imported made = imported(inside, options);
  const load::Loaded loaded = load::load_text(made.text, "r.toml");
  for (const load::Diagnostic& d : loaded.diagnostics) {
    if (d.severity == load::Severity::error) ADD_FAILURE() << to_string(d);
  }
  return loaded.model.value_or(Model{});
}

bool says(const Imported& made, const std::string& text) {
  const bool remarked = std::any_of(made.remarks.begin(), made.remarks.end(),
                                    [&](const Remark& r) { return r.text.find(text) != std::string::npos; });
  return remarked && made.text.find(text) != std::string::npos;  // to the user, and in a comment
}

TEST(Import, TheArmOfTheResourcesIsWhatStandsBesideIt) {
  const fs::path folder = STICKSLIP_SOURCE_DIR "/resources/robots";
  const auto read = [&](const char* name) {
    std::ifstream stream(folder / name, std::ios::binary);
    return std::string{std::istreambuf_iterator<char>(stream), {}};
  };
  EXPECT_EQ(import_urdf(read("arm.urdf"), (folder / "arm.urdf").string(), {}).text, read("arm.toml"));
}

TEST(Import, EveryKindOfJointHasItsPlace) {
  const Model model = model_of(
      link("world", "") + link("a") + link("b") + link("c") + link("d") + link("e") + link("f") + link("g") +
      joint("floating", "world", "a") +
      joint("revolute", "a", "b", "<origin xyz=\"1 0 0\" rpy=\"0 0 1.5707963267948966\"/><axis xyz=\"2 0 0\"/>") +
      joint("prismatic", "b", "c", "<origin xyz=\"1 0 0\"/><axis xyz=\"0 1 0\"/>") + joint("continuous", "c", "d") +
      joint("planar", "d", "e", "<axis xyz=\"0 0 1\"/>") + joint("spherical", "e", "f") + joint("fixed", "f", "g"));
  ASSERT_EQ(model.bodies.size(), 7U);
  ASSERT_EQ(model.joints.size(), 6U);
  const stickslip::JointType wanted[] = {stickslip::JointType::hinge, stickslip::JointType::slider,
                                         stickslip::JointType::hinge, stickslip::JointType::planar,
                                         stickslip::JointType::ball,  stickslip::JointType::fixed};
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(model.joints[i].type, wanted[i]) << i;
  EXPECT_LT((model.bodies[2].p_WB - Vec3(1, 1, 0)).norm(), 1e-15);  // one along the x that b has, the world's y
  EXPECT_LT((model.joints[0].q_IP * Vec3::UnitX() - Vec3::UnitY()).norm(), 1e-15);
  EXPECT_LT(
      (model.bodies[2].q_WB * model.bodies[2].q_BI * model.joints[1].q_IC * Vec3::UnitX() - Vec3(-1, 0, 0)).norm(),
      1e-15);
}

// 2e-5 kg m^2 that turn 100 times as fast; what ROS reduces is not what the rotor is geared by.
TEST(Import, ARotorIsFeltThroughItsGear) {
  const std::string pair = link("a") + link("b") + joint("continuous", "a", "b");
  const auto armature = [&](const std::string& actuator) {
    return model_of(pair + R"(<transmission name="t"><joint name="a_b"/><actuator name="m">)" + actuator +
                    "</actuator></transmission>")
        .joints[0]
        .coordinates[0]
        .armature;
  };
  const std::string rotor = "<drake:rotor_inertia value=\"2e-5\"/>";
  EXPECT_DOUBLE_EQ(armature(rotor + "<drake:gear_ratio value=\"100\"/>"), 0.2);
  EXPECT_DOUBLE_EQ(armature(rotor + "<mechanicalReduction>100</mechanicalReduction>"), 0.2);
  EXPECT_DOUBLE_EQ(armature("<mechanicalReduction>1</mechanicalReduction><drake:gear_ratio value=\"100\"/>" + rotor),
                   0.2);
  EXPECT_LT(armature("<mechanicalReduction>100</mechanicalReduction>"), 0);  // not given
}

TEST(Import, LinksWithoutMassAreWeldedAndStayNamedPoints) {
  const Model model = model_of(link("foot", "") + link("base") + link("sensor", "") + link("tip", "") + link("arm") +
                               joint("fixed", "foot", "base", "<origin xyz=\"0 0 1\"/>") +
                               joint("fixed", "base", "sensor", "<origin xyz=\"0.1 0 0\"/>") +
                               joint("fixed", "sensor", "tip", "<origin xyz=\"0.1 0 0\"/>") +
                               joint("continuous", "tip", "arm", "<origin xyz=\"0.1 0 0\"/><axis xyz=\"0 0 1\"/>"));
  ASSERT_EQ(model.bodies.size(), 2U);
  EXPECT_EQ(model.bodies[0].name, "base");
  EXPECT_FALSE(model.bodies[0].fixed);
  EXPECT_LT((model.bodies[1].p_WB - Vec3(0.3, 0, 1)).norm(), 1e-15);
  ASSERT_EQ(model.frames.size(), 3U);
  EXPECT_EQ(model.frames[2].name, "tip");
  EXPECT_LT((model.bodies[0].p_WB + model.bodies[0].p_BI + model.frames[2].p_IF - Vec3(0.2, 0, 1)).norm(), 1e-15);
}

TEST(Import, WeldedMassesAddUp) {
  // Two equal balls side by side, one as a welded link without inertia of its own.
  const Model model = model_of(link("a") + link("b", "<inertial><mass value=\"2\"/></inertial>") +
                               joint("fixed", "a", "b", "<origin xyz=\"1 0 0\"/>"));
  ASSERT_EQ(model.bodies.size(), 1U);
  EXPECT_EQ(model.bodies[0].mass, 4);
  EXPECT_LT((model.bodies[0].p_BI - Vec3(0.5, 0, 0)).norm(), 1e-15);
  EXPECT_LT((model.bodies[0].inertia - Vec3(1, 2, 2)).norm(), 1e-15);  // m d^2 = 2 kg (0.5 m)^2 twice
}

TEST(Import, FixedLinksAreOneBodyWhereTheUserSaysSo) {
  const std::string pair = link("a") + link("b") + joint("fixed", "a", "b", "<origin xyz=\"1 0 0\"/>");
  EXPECT_EQ(model_of(pair).joints.size(), 1U);
  ImportOptions weld;
  weld.weld = true;
  const Model one = model_of(pair, weld);
  ASSERT_EQ(one.bodies.size(), 1U);
  EXPECT_LT((one.bodies[0].inertia - Vec3(2, 3, 3)).norm(), 1e-15);
}

TEST(Import, InertiaIsTakenFromShapesWhereThereIsNone) {
  const std::string box = "<collision><geometry><box size=\"1 2 3\"/></geometry></collision>";
  const Imported made = imported(link("a", "<inertial><mass value=\"12\"/><inertia ixx=\"0\"/></inertial>" + box));
  EXPECT_TRUE(says(made, "its <inertia> is missing, zero or impossible; it is taken from the collision shapes"));
  const Model heavy = *load::load_text(made.text, "t").model;
  EXPECT_LT((heavy.bodies[0].inertia - Vec3(13, 10, 5)).norm(), 1e-12);
  const Imported without = imported(link("a", box));
  EXPECT_TRUE(says(without, "it has no mass; its collision shapes give it one, with 1000 kg/m^3"));
  EXPECT_EQ(load::load_text(without.text, "t").model->bodies[0].mass, 6000);
}

TEST(Import, WhoHasNoMassAtAllIsRefusedOrFilled) {
  const std::string chain = link("a") + link("b", "") + joint("continuous", "a", "b");
  EXPECT_THROW(imported(chain), host::Error);
  ImportOptions options;
  options.fill_mass = 0.01;
  const Imported made = imported(chain, options);
  EXPECT_TRUE(says(made, "it gets 0.01 kg"));
  EXPECT_EQ(load::load_text(made.text, "t").model->bodies[1].mass, 0.01);
}

TEST(Import, TheWorldIsTheWorldAndABaseCanBeFixed) {
  const std::string arm = link("base") + link("arm") + joint("continuous", "base", "arm");
  EXPECT_FALSE(model_of(arm).bodies[0].fixed);
  ImportOptions fixed;
  fixed.fixed_base = true;
  const Model bolted = model_of(arm, fixed);
  ASSERT_EQ(bolted.bodies.size(), 1U);  // a fixed base without shapes is the world
  EXPECT_EQ(bolted.joints[0].parent, kWorld);
  const Imported implied = imported(joint("fixed", "world", "base") + arm);
  EXPECT_TRUE(says(implied, "there is no link \"world\"; it is taken for the world"));
}

TEST(Import, AFollowerStartsWhereItsMasterPutsIt) {
  const Imported made =
      imported(link("palm") + link("left") + link("right") +
               joint("prismatic", "palm", "left", "<axis xyz=\"0 1 0\"/><limit lower=\"0.5\" upper=\"1\"/>") +
               joint("prismatic", "palm", "right",
                     "<axis xyz=\"0 -1 0\"/><limit lower=\"0.2\" upper=\"2\"/><mimic joint=\"palm_left\" "
                     "multiplier=\"2\" offset=\"0.25\"/>"));
  EXPECT_NE(made.text.find("start = { position = 0.5 }"), std::string::npos);
  EXPECT_NE(made.text.find("start = { position = 1.25 }"), std::string::npos);
}

TEST(Import, ARootOfMassZeroStandsStill) {
  const std::string floor =
      "<inertial><mass value=\"0\"/></inertial><collision><geometry><box size=\"9 9 1\"/></geometry></collision>";
  const Model model = model_of(link("floor", floor) + link("crane") + joint("continuous", "floor", "crane"));
  EXPECT_TRUE(model.bodies[0].fixed);
  EXPECT_FALSE(model.bodies[1].fixed);
}

TEST(Import, NamesBecomeThoseOfAModel) {
  const Imported made = imported(link("left-arm/1") + link("left arm 1") + link("1st") + link("time") +
                                 joint("continuous", "left-arm/1", "left arm 1") +
                                 joint("continuous", "left arm 1", "1st") + joint("continuous", "1st", "time"));
  const Model model = *load::load_text(made.text, "t").model;
  EXPECT_EQ(model.bodies[0].name, "left_arm_1");
  EXPECT_EQ(model.bodies[1].name, "left_arm_1_link");
  EXPECT_EQ(model.bodies[2].name, "link_1st");
  EXPECT_EQ(model.bodies[3].name, "time_link");
  EXPECT_NE(made.text.find("name = \"left_arm_1\"  # in the URDF \"left-arm/1\""), std::string::npos);
}

TEST(Import, BodiesThatBeginInsideEachOtherAreKeptApart) {
  const std::string ball = std::string(kHeavy) + "<collision><geometry><sphere radius=\"1\"/></geometry></collision>";
  const Imported made = imported(link("a", ball) + link("b", ball) + link("c", ball) +
                                 joint("continuous", "a", "b", "<origin xyz=\"1 0 0\"/>") +
                                 joint("continuous", "b", "c", "<origin xyz=\"0.5 0 0\"/>"));
  EXPECT_NE(made.text.find("[[no_contact]]  # they begin inside each other\nbodies = [\"a\", \"c\"]"),
            std::string::npos);
  EXPECT_TRUE(load::load_text(made.text, "t").overlaps.empty());
}

TEST(Import, NumbersThatAreNoneLimitNothing) {
  const Imported made = imported(
      link("a") + link("b") + link("c") +
      joint("revolute", "a", "b",
            "<limit lower=\"-1.79769e+308\" upper=\"1.79769e+308\" effort=\"1e99\" velocity=\"1.79769e+308\"/>") +
      joint("prismatic", "b", "c", "<limit lower=\"-0.5\" upper=\"inf\" effort=\"inf\"/>"));
  const Model model = *load::load_text(made.text, "t").model;
  EXPECT_FALSE(model.joints[0].coordinates[0].limits.has_lower());
  EXPECT_FALSE(model.joints[0].coordinates[0].limits.has_upper());
  EXPECT_TRUE(model.joints[0].coordinates[0].drive.given);
  EXPECT_EQ(model.joints[0].coordinates[0].drive.most, kUnlimited);
  EXPECT_NE(made.text.find("limits = { lower = -0.5 }\ndrive = { mode = \"locked\" }"), std::string::npos);
  EXPECT_EQ(made.text.find("no faster"), std::string::npos);
}

TEST(Import, ALimitOfManyTurnsIsNotTakenForDegrees) {
  const Imported made =
      imported(link("a") + link("b") +
               joint("revolute", "a", "b", "<limit lower=\"-1\" upper=\"6.5\" effort=\"1\" velocity=\"1\"/>"));
  const load::Loaded loaded = load::load_text(made.text, "t");
  EXPECT_TRUE(loaded.diagnostics.empty());
  EXPECT_EQ(loaded.model->joints[0].coordinates[0].limits.upper, 6.5);
}

TEST(Import, AJointThatCannotMoveIsFixedWhereItIs) {
  const Imported made =
      imported(link("a") + link("b") +
               joint("prismatic", "a", "b", "<axis xyz=\"0 0 1\"/><limit lower=\"0.5\" upper=\"0.5\"/>"));
  EXPECT_TRUE(says(made, "it becomes a fixed joint"));
  const Model model = *load::load_text(made.text, "t").model;
  EXPECT_EQ(model.joints[0].type, stickslip::JointType::fixed);
  EXPECT_EQ(model.bodies[1].p_WB, Vec3(0, 0, 0.5));
}

/// A folder with mesh files, and robots beside them.
class MeshImport : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
  }
  Imported imported(const std::string& inside, bool skip_missing = false) const {
    ImportOptions options;
    options.skip_missing = skip_missing;
    fs::create_directories(folder_ / "urdf");
    return import_urdf("<robot name=\"r\">\n" + inside + "</robot>\n", (folder_ / "urdf/r.urdf").string(), options);
  }
  load::Loaded loaded(const std::string& inside) const {
    return load::load_text(imported(inside).text, (folder_ / "urdf/r.toml").string());
  }
  static std::string mesh(const std::string& file, const std::string& scale = "") {
    return "<collision><geometry><mesh filename=\"" + file + "\" " + scale + "/></geometry></collision>";
  }

 private:
  // One for each test: they run at the same time.
  const fs::path folder_ =
      fs::path(testing::TempDir()) /
      (std::string("stickslip_mesh_import_") + testing::UnitTest::GetInstance()->current_test_info()->name());
};

constexpr const char* kCorner = "v 0 0 0\nv 3 0 0\nv 0 2 0\nv 0 0 1\n";

TEST_F(MeshImport, AFixedLinkHasTheSurfaceInItsFileAndAMovingOneItsHull) {
  write("valley.obj", "v 0 0 1\nv 2 0 0\nv 0 2 0\nv 2 2 1\nf 1 2 3\nf 2 4 3\n");
  write("stone.obj", std::string(kCorner) + "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n");
  const load::Loaded made =
      loaded(link("world", mesh("../valley.obj")) + link("stone", std::string(kHeavy) + mesh("../stone.obj")) +
             joint("floating", "world", "stone", "<origin xyz=\"0 0 5\"/>"));
  ASSERT_TRUE(made.model);
  EXPECT_EQ(made.model->shapes[0].type, ShapeType::mesh);
  EXPECT_EQ(made.model->shapes[0].piece_count, 2);
  EXPECT_EQ(made.model->shapes[1].type, ShapeType::hull);
}

TEST_F(MeshImport, WhatIsNoSurfaceBecomesItsHull) {
  write("fan.obj", std::string(kCorner) + "v 0 0 -1\nf 1 2 3\nf 2 1 4\nf 2 1 5\n");
  const std::string robot = link("world", mesh("../fan.obj")) + link("ball") + joint("floating", "world", "ball");
  EXPECT_TRUE(says(imported(robot), "becomes its convex hull: "));
  EXPECT_TRUE(says(imported(robot), "where two can"));
  ASSERT_TRUE(loaded(robot).model);
  EXPECT_EQ(loaded(robot).model->shapes[0].type, ShapeType::hull);
}

TEST_F(MeshImport, AFileWhosePackageIsNowhereIsFoundByTheEndOfItsPath) {
  write("arm/collision/wheel.obj", std::string(kCorner) + "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n");
  const std::string robot = link("a", std::string(kHeavy) + mesh("package://collision/wheel.obj"));
  EXPECT_TRUE(says(imported(robot), "arm/collision/wheel.obj"));
  // Two of them: which one is anybody's guess.
  write("leg/collision/wheel.obj", "");
  EXPECT_THROW(imported(robot), host::Error);
  EXPECT_TRUE(says(imported(robot, true), "is not carried over: no file"));
}

TEST_F(MeshImport, WhatDoesNotMoveIsScenery) {
  const std::string plate = "<collision><geometry><box size=\"1 1 0.1\"/></geometry></collision>";
  EXPECT_TRUE(says(imported(link("world", plate)), "it is scenery"));
  ASSERT_TRUE(loaded(link("world", plate)).model);
}

TEST(Import, NamesThatAreNotThereAreThoseNearby) {
  const auto said = [](const std::string& inside) {
    try {
      imported(inside);
    } catch (const host::Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(said(link("upper_arm") + link("hand") + joint("fixed", "uper_arm", "hand")).find("mean \"upper_arm\"?"),
            std::string::npos);
  EXPECT_NE(said(link("a") + link("b") + link("c") + joint("continuous", "a", "b") +
                 joint("continuous", "b", "c", "<mimic joint=\"a-b\"/>"))
                .find("mean \"a_b\"?"),
            std::string::npos);
}

TEST_F(MeshImport, ANegativeScaleMirrors) {
  write("stone.obj", std::string(kCorner) + "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n");
  const load::Loaded made = loaded(link("world", mesh("../stone.obj", "scale=\"-1 1 1\"")) +
                                   link("leg", std::string(kHeavy) + mesh("../stone.obj", "scale=\"1 -2 1\"")) +
                                   joint("floating", "world", "leg", "<origin xyz=\"5 0 0\"/>"));
  ASSERT_TRUE(made.model);
  const Model& model = *made.model;
  const Shape& fixed = model.shapes[0];
  ASSERT_EQ(fixed.type, ShapeType::mesh);
  double volume = 0;  // six times the signed one: still counter-clockwise from outside
  for (int k = 0; k < fixed.piece_count; ++k) {
    const auto& corners = model.geometry.pieces[size(fixed.first_piece + k)].corners;
    const auto p = [&](int c) { return model.geometry.points[size(fixed.first_point + corners[c])]; };
    volume += p(0).dot(p(1).cross(p(2)));
    for (int c = 0; c < 3; ++c) EXPECT_LE(p(c).x(), 0);
  }
  EXPECT_NEAR(volume, 6, 1e-12);
  const Shape& leg = model.shapes[1];
  double lowest = 0;
  for (int k = 0; k < leg.point_count; ++k) {
    lowest = std::min(lowest, (leg.p_IS + model.geometry.points[size(leg.first_point + k)]).y());
  }
  EXPECT_NEAR(lowest, -4, 1e-15);
}

TEST(Import, WhatAModelHasNoPlaceForIsNamed) {
  const Imported made =
      imported(link("a", std::string(kHeavy) + "<visual/><visual/>") + "<gazebo/><material/>" +
               link("b", std::string(kHeavy) + "<collision><geometry><octree/></geometry></collision>") +
               joint("continuous", "a", "b"));
  EXPECT_NE(made.text.find("# Not carried over, as a model has no place for it: 1 <gazebo>, 1 <material>, 2 <visual>."),
            std::string::npos);
  EXPECT_TRUE(says(made, "a collision shape of kind <octree> is not carried over"));
}

TEST(Packages, AreFoundAboveTheFileOrWhereTheUserSays) {
  const fs::path root = fs::path(testing::TempDir()) / "stickslip_packages";
  fs::create_directories(root / "maker" / "arm_description" / "urdf");
  fs::create_directories(root / "maker" / "hand_description");
  fs::create_directories(root / "far");
  for (const char* file : {"maker/arm_description/a.stl", "maker/hand_description/h.stl", "far/f.stl"}) {
    std::ofstream(root / file) << "solid";
  }
  Packages packages({{"far_description", (root / "far").string()}}, root / "maker/arm_description/urdf/arm.urdf");
  std::string problem;
  bool guessed = false;
  EXPECT_EQ(packages.find("package://arm_description/a.stl", problem, guessed), root / "maker/arm_description/a.stl");
  EXPECT_EQ(packages.find("package://hand_description/h.stl", problem, guessed), root / "maker/hand_description/h.stl");
  EXPECT_EQ(packages.find("package://far_description/f.stl", problem, guessed), root / "far/f.stl");
  std::ofstream(root / "maker/arm_description/package.xml") << "<package><name> arms </name></package>";
  EXPECT_EQ(packages.find("package://arms/a.stl", problem, guessed), root / "maker/arm_description/a.stl");
  EXPECT_EQ(packages.find("../a.stl", problem, guessed).lexically_normal(), root / "maker/arm_description/a.stl");
  EXPECT_EQ(problem, "");
  EXPECT_FALSE(guessed);
  EXPECT_EQ(packages.find("package://nobody_knows/a.stl", problem, guessed), root / "maker/arm_description/a.stl");
  EXPECT_TRUE(guessed);
  EXPECT_EQ(packages.find("hand_description/h.stl", problem, guessed), root / "maker/hand_description/h.stl");
  EXPECT_TRUE(guessed);
  EXPECT_TRUE(packages.find("hand_description/g.stl", problem, guessed).empty());
  EXPECT_EQ(problem.substr(problem.size() - 14), "; put it there");
  EXPECT_TRUE(packages.find("package://arm_description/../../far/f.stl", problem, guessed).empty());
  EXPECT_NE(problem.find("leads out of its package"), std::string::npos);
  EXPECT_EQ(packages.find("package://hidden/of/arms/f.stl", problem, guessed), fs::path());
  EXPECT_TRUE(packages.find("package://leg_description/l.stl", problem, guessed).empty());
  EXPECT_NE(problem.find("give --package leg_description=DIR"), std::string::npos);
  fs::remove_all(root);
}

}  // namespace
}  // namespace stickslip::urdf
