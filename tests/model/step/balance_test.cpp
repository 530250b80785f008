#include <algorithm>

#include "tests/model/rig.h"
#include "tests/model/step/models.h"

/// Published forces against published motion, in every step: m a = m g + joints + contacts for every body, and in the
/// plane I alpha = torques of contacts, under every scheme, through impacts, events and projections.
namespace stickslip {
namespace {

/// A frame in the centre of mass and a sensor against everything, for every body that moves.
std::string instruments(const std::vector<std::string>& bodies) {
  std::string text;
  for (const std::string& b : bodies) {
    text += "[[frame]]\nname = \"" + b + "_c\"\nbody = \"" + b + "\"\n[[contact]]\nname = \"" + b +
            "_s\"\nbodies = [\"" + b + "\"]\n";
  }
  return text;
}

std::string body_text(const std::string& name, double mass, const std::string& inertia, const std::string& position,
                      const std::string& velocity, const std::string& rate, const std::string& shape) {
  return "[[body]]\nname = \"" + name + "\"\nmass = " + number(mass) + "\ninertia = " + inertia +
         "\nposition = " + position + "\nvelocity = " + velocity + "\nangular_velocity = " + rate +
         (shape.empty() ? "" : "\nshapes = [{ " + shape + ", material = \"m\" }]") + "\n";
}

struct Scene {
  std::string name;
  std::string text;
  bool planar = true;
  double h = 0.01;
};

std::vector<Scene> scenes() {
  const std::string plane = "[model]\nname = \"scene\"\ndimension = 2\n";
  std::vector<Scene> all;
  all.push_back({"a tilted box that falls, bounces and comes to rest",
                 plane + floor_of(0.4, 0.5) +
                     body_text("a", 2, "0.1", "[0, 0.9]", "[2, -1]", "3", "type = \"box\", size = [0.6, 0.4]") +
                     instruments({"a"})});
  all.push_back({"a box thrown into two others",
                 plane + floor_of(0.3, 0.4) +
                     body_text("a", 1, "0.01", "[0, 0.1]", "[0, 0]", "0", "type = \"box\", size = [0.2, 0.2]") +
                     body_text("b", 1, "0.01", "[0.02, 0.3]", "[0, 0]", "0", "type = \"box\", size = [0.2, 0.2]") +
                     body_text("c", 3, "0.05", "[-1, 0.4]", "[6, 1]", "5", "type = \"box\", size = [0.2, 0.3]") +
                     instruments({"a", "b", "c"})});
  all.push_back({"a double pendulum that swings against the floor",
                 plane + floor_of(0.2, 0.6) +
                     body_text("a", 1, "0.02", "[0.25, 1]", "[0, 0]", "0", "type = \"disk\", radius = 0.05") +
                     body_text("b", 2, "0.03", "[0.75, 1]", "[0, 0]", "0", "type = \"disk\", radius = 0.1") +
                     "[[joint]]\nname = \"top\"\ntype = \"hinge\"\nbodies = [\"world\", \"a\"]\nanchor = [0, 1]\n"
                     "[[joint]]\nname = \"elbow\"\ntype = \"hinge\"\nbodies = [\"a\", \"b\"]\nanchor = [0.5, 1]\n" +
                     instruments({"a", "b"})});
  all.push_back({"a sledge on a slider with a rod that turns fast",
                 plane + "[[material]]\nname = \"m\"\nfriction = 0\n" +
                     body_text("a", 1, "0.02", "[0, 0]", "[0, 0]", "0", "type = \"disk\", radius = 0.05") +
                     body_text("b", 0.3, "0.004", "[0.3, 0]", "[0, 3]", "10", "type = \"disk\", radius = 0.05") +
                     "[[joint]]\nname = \"rail\"\ntype = \"slider\"\nbodies = [\"world\", \"a\"]\naxis = [1, 0]\n"
                     "anchor = [0, 0]\n[[joint]]\nname = \"arm\"\ntype = \"hinge\"\nbodies = [\"a\", \"b\"]\n"
                     "anchor = [0, 0]\n" +
                     instruments({"a", "b"})});
  all.push_back({"disks that resist rolling, one of them thrown at the other",
                 plane + "[[material]]\nname = \"m\"\nfriction = 0.5\nrestitution = 0.4\nrolling = 0.004\n[[body]]\n" +
                     "name = \"floor\"\nfixed = true\nshapes = [{ type = \"plane\", material = \"m\" }]\n" +
                     body_text("a", 1, "0.005", "[0, 0.4]", "[2, 0]", "9", "type = \"disk\", radius = 0.1") +
                     body_text("b", 2, "0.01", "[0.8, 0.1]", "[0.1, 0]", "-1", "type = \"disk\", radius = 0.1") +
                     instruments({"a", "b"})});
  all.push_back({"a spinning ball in space that bounces into another",
                 "[model]\nname = \"scene\"\n" + floor_of(0.5, 0.6) +
                     body_text("a", 1, "[0.01, 0.01, 0.01]", "[0, 0, 0.5]", "[2, 0.1, -1]", "[10, 5, -8]",
                               "type = \"sphere\", radius = 0.1") +
                     body_text("b", 2, "[0.02, 0.02, 0.02]", "[0.8, 0, 0.1]", "[0, 0, 0]", "[0, 0, 0]",
                               "type = \"sphere\", radius = 0.1") +
                     instruments({"a", "b"}),
                 false});
  return all;
}

/// A sum of forces on a body, and the sum of their magnitudes.
struct Sum {
  Vec3 force = Vec3::Zero();
  double size = 0;
  void add(const Vec3& f) {
    force += f;
    size += f.norm();
  }
};

std::string name_of(const Model& model, int body) {
  return body < 0 ? "world" : body_at(model, body).name;
}

Sum forces_on(int body, Rig& rig) {
  const Model& model = rig.simulation.model();
  Sum sum;
  sum.add(body_at(model, body).mass * model.gravity);
  sum.add(rig.vector(name_of(model, body) + "_s.force"));
  for (const Joint& joint : model.joints) {
    if (joint.child == body) sum.add(rig.vector(joint.name + ".reaction.force"));
    if (joint.parent == body) sum.add(-rig.vector(joint.name + ".reaction.force"));
  }
  return sum;
}

bool is_jointed(const Model& model, int body) {
  return std::any_of(model.joints.begin(), model.joints.end(),
                     [&](const Joint& joint) { return joint.parent == body || joint.child == body; });
}

double rate_of(int body, const Rig& rig) {
  return rig.simulation.state().motion.velocity[6 * body + 5];
}

void expect_balance(const Scene& scene, Scheme scheme, double h) {
  Model model = model_from(scene.text);
  model.step.scheme = scheme;
  Rig rig(model);
  rig.initialise();
  const int bodies = static_cast<int>(model.bodies.size());
  for (int k = 0; k < static_cast<int>(2 / h); ++k) {
    std::vector<double> rates;
    std::vector<double> speeds;
    for (int b = 0; b < bodies; ++b) {
      rates.push_back(rate_of(b, rig));
      speeds.push_back(get3(&rig.simulation.state().motion.velocity[6 * b]).norm());
    }
    rig.step(h);
    for (int b = 0; b < bodies; ++b) {
      const Body& body = body_at(model, b);
      if (body.fixed) continue;
      const Sum sum = forces_on(b, rig);
      const Vec3 a = rig.vector(body.name + "_c.acceleration");
      const double size = sum.size + body.mass * speeds[static_cast<std::size_t>(b)] / h;
      ASSERT_LE((body.mass * a - sum.force).norm(), 1e-12 * size) << body.name << " in step " << k;
      if (!scene.planar || is_jointed(model, b)) continue;
      const double torque = rig.value(body.name + "_s.torque");
      const double turned = body.inertia.z() * (rate_of(b, rig) - rates[static_cast<std::size_t>(b)]) / h;
      const double most =
          std::fabs(torque) + body.inertia.z() * std::fabs(rates[static_cast<std::size_t>(b)]) / h + size;
      ASSERT_LE(std::fabs(turned - torque), 1e-12 * most) << body.name << " in step " << k;
    }
  }
}

TEST(Balance, OfForcesAndMotionHoldsInEveryStepOfEveryScheme) {
  for (const Scene& scene : scenes()) {
    for (const Scheme scheme : kSchemes) {
      for (const double h : {1 / 60.0, 0.002}) {
        SCOPED_TRACE(scene.name + ", scheme " + std::to_string(static_cast<int>(scheme)) + ", h = " + number(h));
        expect_balance(scene, scheme, h);
      }
    }
  }
}

// Two wheels turn in opposite directions on an axle that tumbles: the torques at their hinges turn about the axle
// within a step. What is published is what the wheel has felt, drive and closing of the joint included.
TEST(Balance, OfWheelsInSpaceHoldsInEveryStepOfEveryScheme) {
  const Model model = model_from(R"(
[model]
name = "wheels"
[[body]]
name = "axle"
mass = 2
inertia = [0.05, 0.01, 0.04]
position = [0, 0, 1]
velocity = [1, 0, 3]
angular_velocity = [2, 0, 3]
[[body]]
name = "left"
mass = 1
inertia = [0.02, 0.02, 0.02]
position = [0, 0.5, 1]
[[body]]
name = "right"
mass = 1
inertia = [0.02, 0.02, 0.02]
position = [0, -0.5, 1]
[[joint]]
name = "left_hub"
type = "hinge"
bodies = ["axle", "left"]
anchor = [0, 0.5, 1]
axis = [0, 1, 0]
damping = 0.01
start = { velocity = 20 }
[[joint]]
name = "right_hub"
type = "hinge"
bodies = ["axle", "right"]
anchor = [0, -0.5, 1]
axis = [0, 1, 0]
start = { velocity = -10 }
)");
  for (const Scheme scheme : kSchemes) {
    Model posed = model;
    posed.step.scheme = scheme;
    posed.step.size = 0.01;
    Rig rig(posed);
    rig.initialise();
    *rig.at("left_hub.torque") = 0.3;
    for (int k = 0; k < 100; ++k) {
      const Vec3 before[2] = {rig.vector("left.angularVelocity"), rig.vector("right.angularVelocity")};
      rig.step();
      for (int side = 0; side < 2; ++side) {
        const std::string wheel = side == 0 ? "left" : "right";
        const Vec3 turned = 0.02 * (rig.vector(wheel + ".angularVelocity") - before[side]);
        const Vec3 torque = 0.01 * rig.vector(wheel + "_hub.reaction.torque");
        ASSERT_LE((turned - torque).norm(), 1e-12 * 0.02 * before[side].norm())
            << wheel << " in step " << k << ", scheme " << static_cast<int>(scheme);
      }
    }
  }
}

}  // namespace
}  // namespace stickslip
