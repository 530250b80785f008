#include <cmath>

#include "tests/model/rig.h"
#include "tests/model/step/models.h"

/// What contact sensors say of bodies at rest and in steady sliding: the load to 1e-9, the same from step to step, and
/// in the mirror what the mirror shows.
namespace stickslip {
namespace {

constexpr double kExact = 1e-9;  // of the load

/// Of the load, how far shares may move that equilibrium leaves open. Only `stabilised` takes out the round-off that
/// speeds carry from step to step; under `spook` what sticks creeps.
double kept_shares(Scheme scheme) {
  return scheme == Scheme::stabilised ? kExact : 1e-5;
}

std::string sensor_vec(double x, double y, double z) {
  return "[" + number(x) + ", " + number(y) + ", " + number(z) + "]";
}

std::string sensed(const std::string& name, const std::string& keys, const std::string& shape) {
  return "[[body]]\nname = \"" + name + "\"\n" + keys + "\nshapes = [{ " + shape + ", material = \"m\" }]\n";
}

std::string sensed_box(double x, double y, double z) {
  return "type = \"box\", size = " + sensor_vec(x, y, z);
}

std::string sensor_text(const std::string& name, const std::string& bodies) {
  return "[[contact]]\nname = \"" + name + "\"\nbodies = [" + bodies + "]\n";
}

/// A scene and its image in the mirror x -> m x, m = -1.
struct SensorScene {
  const char* name;
  std::string (*text)(double m);
  std::vector<std::string> sensors;  // the first is of the body "b" against everything
  Vec3 load;                         // that it must show, N
  std::vector<std::pair<const char*, double>> inputs;
};

std::string resting_box(double m) {
  return floor_of(0.3) + sensed("b", "mass = 3\nposition = " + sensor_vec(m * 0.1, 0, 0.1), sensed_box(0.4, 0.3, 0.2)) +
         sensor_text("s", "\"b\"");
}

std::string sliding_box(double m) {
  return floor_of(0.3) +
         sensed("b", "mass = 3\nvelocity = " + sensor_vec(m * 6, 0, 0) + "\nposition = " + sensor_vec(m * 0.1, 0, 0.1),
                sensed_box(0.4, 0.3, 0.2)) +
         sensor_text("s", "\"b\"");
}

/// A cube on an edge, with another one against a wall.
std::string leaning(double m) {
  const double reach = 0.1 * (std::cos(0.3) + std::sin(0.3));
  return floor_of(0.8) +
         sensed("wall", "fixed = true\nposition = " + sensor_vec(-m * reach, 0, 0),
                "type = \"plane\", normal = " + sensor_vec(m, 0, 0)) +
         sensed("b",
                "mass = 2\nposition = " + sensor_vec(0, 0, reach) +
                    "\nrotation = { axis = [0, 1, 0], angle = " + number(m * 0.3) + " }",
                sensed_box(0.2, 0.2, 0.2)) +
         sensor_text("s", "\"b\"") + sensor_text("on_wall", "\"b\", \"wall\"") +
         sensor_text("on_floor", "\"b\", \"floor\"");
}

/// A table, each of whose legs stands on a block of its own, with a load off its middle.
std::string table(double m) {
  std::string text = "[[material]]\nname = \"m\"\nfriction = 0.5\n";
  std::string legs;
  for (int k = 0; k < 4; ++k) {
    const double x = m * (k % 2 == 0 ? -0.4 : 0.4);
    const double y = k < 2 ? -0.3 : 0.3;
    text += sensed("pad" + number(k), "fixed = true\nposition = " + sensor_vec(x, y, -0.1), sensed_box(0.2, 0.2, 0.2));
    text += sensor_text("leg" + number(k), "\"b\", \"pad" + number(k) + "\"");
    legs += "type = \"capsule\", radius = 0.02, length = 0.46, position = " + sensor_vec(x, y, -0.25);
    if (k < 3) legs += ", material = \"m\" }, { ";
  }
  return text + sensed("b", "mass = 12\nposition = [0, 0, 0.5]", legs) +
         "[[frame]]\nname = \"hook\"\nbody = \"b\"\nposition = " + sensor_vec(m * 0.15, 0.1, 0) + "\n" +
         sensor_text("s", "\"b\"");
}

/// A box between two fingers that are pressed together.
std::string grasp(double m) {
  const auto finger = [m](const std::string& name, double x) {
    return sensed(name, "mass = 0.5\nposition = " + sensor_vec(m * x, 0, 0.02), sensed_box(0.06, 0.1, 0.1)) +
           "[[joint]]\nname = \"slide_" + name + "\"\ntype = \"slider\"\nbodies = [\"world\", \"" + name +
           "\"]\naxis = " + sensor_vec(m, 0, 0) + "\n" + sensor_text("on_" + name, "\"b\", \"" + name + "\"");
  };
  return "[[material]]\nname = \"m\"\nfriction = 0.7\n" +
         sensed("b", "mass = 2\nposition = [0, 0.01, 0]", sensed_box(0.2, 0.1, 0.16)) + finger("left", -0.13) +
         finger("right", 0.13) + sensor_text("s", "\"b\"");
}

/// A blunt hull on a slope of four triangles.
std::string hull_on_a_mesh(double m) {
  const std::string points = "points = [" + sensor_vec(-3 * m, -3, -0.31) + ", " + sensor_vec(3 * m, -3, 0.29) + ", " +
                             sensor_vec(3 * m, 3, 0.29) + ", " + sensor_vec(-3 * m, 3, -0.31) + ", " +
                             sensor_vec(0.017 * m, -0.033, -0.0083) + "], triangles = ";
  return "[[material]]\nname = \"m\"\nfriction = 0.8\n" +
         sensed("ground", "fixed = true",
                "type = \"mesh\", " + points +
                    (m > 0 ? "[[1, 2, 5], [2, 3, 5], [3, 4, 5], [4, 1, 5]]"
                           : "[[2, 1, 5], [3, 2, 5], [4, 3, 5], [1, 4, 5]]")) +
         sensed("b", "mass = 5\nposition = [0, 0, 0.12]",
                "type = \"hull\", points = [" + sensor_vec(-0.1 * m, -0.1, -0.1) + ", " +
                    sensor_vec(0.1 * m, -0.1, -0.1) + ", " + sensor_vec(0.12 * m, 0.1, -0.1) + ", " +
                    sensor_vec(-0.1 * m, 0.1, -0.1) + ", " + sensor_vec(0.03 * m, 0, 0.2) + "]") +
         sensor_text("s", "\"b\"");
}

std::vector<SensorScene> sensor_scenes() {
  const double g = 9.81;
  return {{"a box at rest", resting_box, {"s"}, Vec3(0, 0, 3 * g), {}},
          {"a box that slides", sliding_box, {"s"}, Vec3(-0.3 * 3 * g, 0, 3 * g), {}},
          {"a cube on an edge", leaning, {"s", "on_wall", "on_floor"}, Vec3(0, 0, 2 * g), {}},
          {"a table", table, {"s", "leg0", "leg1", "leg2", "leg3"}, Vec3(0, 0, 12 * g + 40), {{"hook.force[3]", -40}}},
          {"a grasp",
           grasp,
           {"s", "on_left", "on_right"},
           Vec3(0, 0, 2 * g),
           {{"slide_left.force", 60}, {"slide_right.force", -60}}},
          {"a hull on a mesh", hull_on_a_mesh, {"s"}, Vec3(0, 0, 5 * g), {}}};
}

/// With a little damping under `trapezoidal`: at 1/2 the forces of what has been hit ring for ever.
Model model_of(const SensorScene& scene, Scheme scheme, double m) {
  Model model = model_from(head_of(scheme, "", 0.002) + scene.text(m));
  model.step.trapezoidal.alpha = model.step.trapezoidal.gamma = 0.51;
  return model;
}

class Settled : public Rig {
 public:
  Settled(const SensorScene& scene, Scheme scheme, double m) : Rig(model_of(scene, scheme, m)) {
    for (const auto& [input, value] : scene.inputs) set(input, value);
    initialise();
    steps(600);
  }
};

class Sensors : public testing::TestWithParam<Scheme> {};

TEST_P(Sensors, ShowTheLoadAndKeepShowingIt) {
  for (const SensorScene& scene : sensor_scenes()) {
    SCOPED_TRACE(scene.name);
    Settled rig(scene, GetParam(), 1);
    const double load = scene.load.norm();
    for (int k = 0; k < 100; ++k) {
      std::vector<Vec3> before;
      for (const std::string& name : scene.sensors) before.push_back(rig.vector(name + ".force"));
      rig.step();
      ASSERT_LT((rig.vector("s.force") - scene.load).norm(), kExact * load);
      for (std::size_t i = 0; i < before.size(); ++i) {
        const double change = (rig.vector(scene.sensors[i] + ".force") - before[i]).norm();
        ASSERT_LT(change, kept_shares(GetParam()) * load) << scene.sensors[i];
      }
    }
  }
}

TEST_P(Sensors, ShowInTheMirrorWhatTheMirrorShows) {
  const Vec3 flip(-1, 1, 1);
  for (const SensorScene& scene : sensor_scenes()) {
    SCOPED_TRACE(scene.name);
    Settled rig(scene, GetParam(), 1);
    Settled image(scene, GetParam(), -1);
    const double load = scene.load.norm();
    for (const std::string& name : scene.sensors) {
      const Vec3 force = flip.cwiseProduct(image.vector(name + ".force"));
      const Vec3 torque = -flip.cwiseProduct(image.vector(name + ".torque"));
      const Vec3 centre = flip.cwiseProduct(image.vector(name + ".centre"));
      EXPECT_LT((force - rig.vector(name + ".force")).norm(), kept_shares(GetParam()) * load) << name;
      EXPECT_LT((torque - rig.vector(name + ".torque")).norm(), kept_shares(GetParam()) * load) << name;
      EXPECT_LT((centre - rig.vector(name + ".centre")).norm(), 10 * kept_shares(GetParam())) << name;
    }
  }
}

/// Of all ways for four legs to carry a load the one of the least squares: a part that is the same for all, and parts
/// that grow with x and y.
TEST_P(Sensors, OfATableShareItsLoadByTheLeastNorm) {
  Settled rig(sensor_scenes()[3], GetParam(), 1);
  for (int k = 0; k < 4; ++k) {
    const double x = k % 2 == 0 ? -0.4 : 0.4;
    const double y = k < 2 ? -0.3 : 0.3;
    const double share = (12 * 9.81 + 40) / 4 + 40 * 0.15 * x / (4 * 0.16) + 40 * 0.1 * y / (4 * 0.09);
    EXPECT_NEAR(rig.value("leg" + number(k) + ".force[3]"), share, kept_shares(GetParam()) * 160);
  }
}

INSTANTIATE_TEST_SUITE_P(Schemes, Sensors, testing::ValuesIn(kSchemes), name_of_tested);

}  // namespace
}  // namespace stickslip
