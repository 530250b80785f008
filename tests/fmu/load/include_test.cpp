// [[include]]: a part moves as it does alone, seen from where it has been put.
#include <gtest/gtest.h>

#include <unistd.h>
#include <filesystem>
#include <fstream>

#include "fmu/load/load.h"
#include "tests/model/eigen.h"
#include "tests/model/rig.h"

namespace stickslip::load {
namespace {

namespace fs = std::filesystem;

class Include : public testing::Test {
 protected:
  Include() : folder_(fs::path(testing::TempDir()) / ("stickslip_include_" + std::to_string(::getpid()))) {
    fs::create_directories(folder_ / "inner");
  }
  ~Include() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  std::string write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  static Model model_of(const std::string& path) {
    const Loaded loaded = load_file(path);
    for (const Diagnostic& d : loaded.diagnostics) ADD_FAILURE() << to_string(d);
    return loaded.model.value_or(Model{});
  }
  Model whole(const std::string& text) { return model_of(write("whole.toml", "[model]\nname = \"t\"\n" + text)); }

  fs::path folder_;
};

// Everything that a file says in world axes: velocities, anchors, axes, starts, the rests of springs, forces.
constexpr const char* kMachine = R"(
[model]
name = "machine"
gravity = [0, 0, 0]
[[body]]
name = "a"
mass = 2
inertia = [0.1, 0.2, 0.25, 0.01, 0.02, 0.03]
com = [0.1, 0, 0]
position = [0.3, 0.1, 0]
rotation = { rpy = [0.1, 0.2, 0.3] }
velocity = [0.5, -0.2, 0.1]
angular_velocity = [1, 2, -1]
[[body]]
name = "b"
mass = 1
inertia = [0.1, 0.1, 0.1]
position = [1.2, 0, 0]
[[body]]
name = "c"
mass = 1
inertia = [0.1, 0.2, 0.2]
position = [2, 0.5, 0]
[[body]]
name = "d"
mass = 1
inertia = [0.1, 0.2, 0.2]
position = [0, 2, 1]
[[joint]]
name = "hinge"
type = "hinge"
bodies = ["a", "b"]
anchor = [0.8, 0, 0]
axis = [0, 1, 1]
start = { angle = 0.3, velocity = 1 }
[[joint]]
name = "ball"
type = "ball"
bodies = ["b", "c"]
anchor = [1.6, 0.2, 0]
start = { orientation = { axis = [0, 1, 0], angle = 0.4 }, angular_velocity = [0, 0.3, 1] }
[[joint]]
name = "plane"
type = "planar"
bodies = ["world", "d"]
anchor = [0, 2, 1]
axes = [[1, 0, 1], [0, 1, 0]]
start = { position = [0.1, 0.2], angle = [0.1], velocity = [0.3, 0.1, 1] }
[[spring]]
name = "rope"
bodies = ["c", "d"]
anchors = [[2, 0.5, 0.1], [0, 2, 1.1]]
stiffness = 20
[[spring]]
name = "torsion"
bodies = ["c", "d"]
torsional = true
rest_rotation = { axis = [1, 0, 0], angle = 0.5 }
stiffness = 2
[[gear]]
name = "coupled"
joints = ["hinge", "plane[2]"]
ratio = [1, 2]
backlash = 3
[[bushing]]
name = "mount"
bodies = ["world", "d"]
anchor = [0.2, 2, 1]
rotation = { axis = [1, 1, 0], angle = 0.7 }
stiffness = [5, 10, 20, 1, 2, 3]
damping = [0.1, 0, 0, 0, 0, 0.1]
[[body]]
name = "e"
mass = 1
inertia = [0.1, 0.1, 0.1]
position = [0, -3, 1]
angular_velocity = [0.1, 0.5, 0.2]
[[joint]]
name = "ground"
type = "rolling"
bodies = ["world", "e"]
anchor = [0, -3, 1]
normal = [0, 0, 1]
axis = [0, 1, 0.2]
radius = 0.4
[[force]]
body = "b"
amplitude = [1, 2, 3]
frequency = 3
[[frame]]
name = "tip"
body = "c"
position = [0.1, 0.2, 0.3]
)";

TEST_F(Include, APartMovesAsItDoesAlone) {
  Rig alone(model_of(write("machine.toml", kMachine)));
  Rig part(
      whole("gravity = [0, 0, 0]\n[[include]]\nfile = \"machine.toml\"\nas = \"m\"\nposition = [1, -2, 0.5]\n"
            "rotation = { axis = [1, 2, 3], angle = 1.1 }\n"));
  const Eigen::Quaterniond q(Eigen::AngleAxisd(1.1, Eigen::Vector3d(1, 2, 3).normalized()));
  const Eigen::Vector3d p(1, -2, 0.5);
  alone.initialise();
  part.initialise();
  for (int k = 0; k <= 200; ++k) {
    for (const char* name : {"a", "b", "c", "d", "e", "tip"}) {
      const Eigen::Vector3d there = q * eigen(alone.vector(std::string(name) + ".position")) + p;
      EXPECT_LT((eigen(part.vector("m." + std::string(name) + ".position")) - there).norm(), 1e-12) << name << k;
    }
    EXPECT_NEAR(part.value("m.hinge.angle"), alone.value("hinge.angle"), 1e-12);
    EXPECT_NEAR(part.value("m.plane.position[2]"), alone.value("plane.position[2]"), 1e-12);
    EXPECT_NEAR(part.value("m.rope.force"), alone.value("rope.force"), 1e-11);
    alone.step();
    part.step();
  }
  EXPECT_GT((alone.vector("a.position") - Vec3(0.3, 0.1, 0)).norm(), 0.1);  // it has moved
}

TEST_F(Include, APlanarPartTurnsByAnAngle) {
  write("rod.toml",
        "[model]\nname = \"rod\"\ndimension = 2\n[[body]]\nname = \"rod\"\nmass = 1\ninertia = 1\nposition = [1, 0]\n"
        "rotation = 0.5\nvelocity = [1, 0]\n[[joint]]\nname = \"pin\"\ntype = \"hinge\"\nbodies = [\"world\", "
        "\"rod\"]\nanchor = [0, 0]\n");
  const Model model = whole(
      "dimension = 2\n[[include]]\nfile = \"rod.toml\"\nas = \"left\"\nposition = [0, 3]\nrotation = \"90 deg\"\n");
  ASSERT_EQ(model.bodies.size(), 1U);
  EXPECT_LT((model.bodies[0].p_WB - Vec3(0, 4, 0)).norm(), 1e-15);
  EXPECT_LT((model.bodies[0].velocity - Vec3(0, 1, 0)).norm(), 1e-15);
  EXPECT_NEAR(model.bodies[0].angle, 0.5 + std::acos(0.0), 1e-15);
  EXPECT_LT((model.joints[0].p_IP - Vec3(0, 3, 0)).norm(), 1e-15);
}

constexpr const char* kWheel = R"(
[model]
name = "wheel"
gravity = [0, 0, -1]
[step]
size = 0.1
[[material]]
name = "tyre"
friction = 0.8
[[body]]
name = "hub"
mass = 1
position = [0, 0, 0.1]
shapes = [{ type = "sphere", radius = 0.1, material = "tyre" }]
[interface]
outputs = ["hub.position"]
)";

TEST_F(Include, NamesStandBehindThatOfThePartAndValuesCanBeSet) {
  write("wheel.toml", kWheel);
  write("axle.toml",
        "[[include]]\nfile = \"wheel.toml\"\nas = \"left\"\nposition = [0, 1, 0]\n"
        "[[include]]\nfile = \"wheel.toml\"\nas = \"right\"\nposition = [0, -1, 0]\nset = { \"hub.mass\" = 2 }\n"
        "[[joint]]\nname = \"rod\"\ntype = \"fixed\"\nbodies = [\"left.hub\", \"right.hub\"]\n");
  const Model model = whole(
      "[[include]]\nfile = \"axle.toml\"\nas = \"rear\"\nposition = [5, 0, 0]\n"
      "set = { \"left.tyre.friction\" = 0.9, \"right.hub.shapes[1].radius\" = 0.2, \"right.hub.mass\" = 3 }\n"
      "[[contact]]\nname = \"grip\"\nbodies = [\"rear.left.hub\"]\n[[body]]\nname = \"floor\"\nfixed = true\n"
      "shapes = [{ type = \"plane\", material = \"rear.right.tyre\", position = [0, 0, -1] }]\n"
      "[interface]\noutputs = [\"rear.*.position\"]\n");
  ASSERT_EQ(model.bodies.size(), 3U);
  EXPECT_EQ(model.bodies[0].name, "floor");
  EXPECT_EQ(model.bodies[1].name, "rear.left.hub");
  EXPECT_EQ(model.bodies[1].p_WB, Vec3(5, 1, 0.1));
  EXPECT_EQ(model.bodies[2].mass, 3);  // the outermost says it
  EXPECT_EQ(model.shapes.back().radius, 0.2);
  EXPECT_EQ(model.materials[0].name, "rear.left.tyre");
  EXPECT_EQ(model.materials[0].friction, 0.9);
  EXPECT_EQ(model.materials[1].friction, 0.8);
  EXPECT_EQ(model.joints[0].name, "rear.rod");
  EXPECT_EQ(model.gravity, Vec3(0, 0, -9.81));  // a part's settings are for the part alone
  EXPECT_EQ(model.step.size, 0.001);
  int positions = 0;
  for (const Variable& variable : describe(model)) positions += variable.name.rfind("rear.right.hub.position", 0) == 0;
  EXPECT_EQ(positions, 3);
}

TEST_F(Include, WithoutANameAPartIsPartOfTheFile) {
  write("wheel.toml", kWheel);
  const Model model = whole(
      "[[include]]\nfile = \"wheel.toml\"\n[[contact]]\nname = \"grip\"\nbodies = [\"hub\"]\n"
      "[[body]]\nname = \"floor\"\nfixed = true\n"
      "shapes = [{ type = \"plane\", material = \"tyre\" }]\n");
  ASSERT_EQ(model.bodies.size(), 2U);
  EXPECT_EQ(model.bodies[1].name, "hub");
}

TEST_F(Include, FilesAreLookedForBesideTheOneThatIncludesThem) {
  write("wheel.toml", kWheel);
  write("inner/axle.toml", "[[include]]\nfile = \"../wheel.toml\"\nas = \"wheel\"\n");
  const std::string path =
      write("whole.toml", "[model]\nname = \"t\"\n[[include]]\nfile = \"inner/axle.toml\"\nas = \"axle\"\n");
  const Loaded loaded = load_file(path);
  ASSERT_TRUE(loaded.model.has_value());
  EXPECT_EQ(loaded.model->bodies[0].name, "axle.wheel.hub");
  ASSERT_EQ(loaded.parts.size(), 2U);  // the record of an FMU has them where the texts look for them
  EXPECT_EQ(loaded.parts[0].name, "inner/axle.toml");
  EXPECT_EQ(loaded.parts[1].name, "wheel.toml");
  EXPECT_EQ(loaded.parts[1].text, kWheel);
  const Loaded below =
      load_file(write("inner/whole.toml", "[model]\nname = \"t\"\n[[include]]\nfile = \"../wheel.toml\"\n"));
  ASSERT_EQ(below.parts.size(), 1U);
  EXPECT_EQ(below.parts[0].name, "outside/1_wheel.toml");
}

TEST_F(Include, NestingAndNumbersEnd) {
  std::string last;
  for (int k = 0; k < 70; ++k) {
    last = "[[include]]\nfile = \"" + std::to_string(k + 1) + ".toml\"\nas = \"p\"\n";
    write(std::to_string(k) + ".toml", (k == 0 ? "[model]\nname = \"deep\"\n" : "") + last);
  }
  const Loaded deep = load_file((folder_ / "0.toml").string());
  ASSERT_EQ(deep.diagnostics.size(), 1U);
  EXPECT_NE(to_string(deep.diagnostics[0]).find("63.toml:2:8: include: parts are nested at most 64 deep"),
            std::string::npos);

  // Each file includes the next one three times: 3^20 parts if nobody counted.
  for (int k = 0; k < 20; ++k) {
    std::string text = k == 0 ? "[model]\nname = \"wide\"\n" : "";
    for (const char* name : {"a", "b", "c"}) {
      text += "[[include]]\nfile = \"" + std::to_string(k + 1) + ".toml\"\nas = \"" + name + "\"\n";
    }
    write(std::to_string(k) + ".toml", text);
  }
  write("20.toml", "[[body]]\nname = \"b\"\nmass = 1\nrotates = false\n");
  const Loaded wide = load_file((folder_ / "0.toml").string());
  EXPECT_FALSE(wide.model.has_value());
  EXPECT_NE(to_string(wide.diagnostics.front()).find("a model has at most 4096 parts"), std::string::npos);
}

}  // namespace
}  // namespace stickslip::load
