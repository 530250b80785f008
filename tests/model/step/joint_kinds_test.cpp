// Every kind of joint in motion and at rest, against closed forms.
#include <cmath>

#include "model/kinematics/joint_geometry.h"
#include "tests/model/build.h"
#include "tests/model/rig.h"
#include "tests/model/step/models.h"

namespace stickslip {
namespace {

// A body on a joint to the world, loaded so that it rests: what the joint and its inputs give is the load turned round.
class Statics : public testing::TestWithParam<JointType> {};

TEST_P(Statics, ReactionsBalanceTheLoad) {
  Numbers numbers(3);
  for (const bool planar : {false, true}) {
    const JointKind& kind = joint_kind(planar, GetParam());
    if (!kind.exists || kind.holds_distance) continue;
    for (const Scheme scheme : kSchemes) {
      Model model;
      model.planar = planar;
      model.step.scheme = scheme;
      model.step.max_contacts = 1;
      model.bodies = {make_body(2, {0.1, 0.2, 0.25})};
      model.bodies[0].name = "body";
      Joint joint;
      joint.name = "joint";
      joint.type = GetParam();
      joint.child = 0;
      joint.pitch = joint.type == JointType::screw ? 0.4 : 0;
      joint.p_IC = numbers.vector(planar);
      joint.q_IC = joint.q_IP = numbers.rotation(planar);
      joint.p_IP = joint.p_IC;  // the body's frame is the world's in the reference configuration
      for (int k = 0; k < kind.freedom_count; ++k) joint.coordinates[k].start_position = numbers.between(-1, 1);
      model.joints = {joint};
      Rig rig(model);
      rig.initialise();

      const JointFrames f = joint_frames(joint, rig.simulation.workspace().poses);
      Vec3 force = numbers.vector(planar);
      Vec3 torque = planar ? Vec3(0, 0, numbers.between(-1, 1)) : numbers.vector(false);
      const bool turns_freely = !kind.places || joint.type == JointType::ball;
      if (turns_freely) torque = f.r_C.cross(force);  // what no coordinate measures, no input can hold
      const Layout& layout = rig.simulation.layout();
      put3(force, &rig.inputs[size(layout.body_input(0))]);
      put3(torque, &rig.inputs[size(layout.body_input(0) + 3)]);
      const Vec3 about_anchor = torque - f.r_C.cross(force);
      for (int k = 0; k < kind.freedom_count; ++k) {
        const Vec3 axis = freedom_axis(planar, kind.freedoms[k], f);
        double load = kind.freedoms[k].turns ? axis.dot(about_anchor) : axis.dot(force);
        if (kind.holds_lead) load += lead_of(joint) * axis.dot(force);
        rig.inputs[size(layout.joint_input(0, k))] = -load;
      }
      rig.steps(scheme == Scheme::spook ? 60 : 3);  // spook's joints give way, and settle
      const double* reaction = &rig.real[size(layout.joint_output(0) + Layout::kReaction)];
      EXPECT_NEAR((get3(reaction) + force).norm(), 0, 1e-9) << name_of(scheme) << (planar ? " planar" : "");
      EXPECT_NEAR((get3(reaction + 3) + about_anchor).norm(), 0, 1e-9) << name_of(scheme) << (planar ? " planar" : "");
      const double* local = &rig.real[size(layout.joint_output(0) + Layout::kLocalReaction)];
      EXPECT_NEAR((f.R_P * get3(local) + force).norm(), 0, 1e-9);
      EXPECT_NEAR((f.R_P * get3(local + 3) + about_anchor).norm(), 0, 1e-9);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(AllKinds, Statics,
                         testing::Values(JointType::hinge, JointType::slider, JointType::ball, JointType::fixed,
                                         JointType::universal, JointType::cylindrical, JointType::planar,
                                         JointType::screw, JointType::point_on_line, JointType::point_on_plane));

// A nut falls along its screw with g/(1 + I (2 pi/pitch)^2/m).
TEST(Screw, FallsAsSlowlyAsItsTurnLets) {
  for (const Scheme scheme : kSchemes) {
    Rig rig(model_from(head_of(scheme, "gravity = [0, 0, -9.81]", 0.001) + R"(
[[body]]
name = "nut"
mass = 0.5
inertia = [1e-4, 1e-4, 2e-4]
[[joint]]
name = "thread"
type = "screw"
bodies = ["world", "nut"]
anchor = [0, 0, 0]
axis = [0, 0, 1]
pitch = 0.02
)"));
    rig.initialise();
    const double turn = 2 * std::acos(-1.0) / 0.02;
    const double expected = -9.81 / (1 + 2e-4 * turn * turn / 0.5);
    rig.steps(2000);
    const double order_one = std::fabs(expected) * 2 * 0.001;  // first order: a h t/2, and spook's joints give a little
    EXPECT_NEAR(rig.value("nut.position[3]"), 0.5 * expected * 4, order_one) << name_of(scheme);
    EXPECT_NEAR(rig.value("thread.angle") * 0.02 / (2 * std::acos(-1.0)), rig.value("nut.position[3]"), 1e-9);
  }
}

// Two shafts at an angle joined by a universal joint: tan(driven) = tan(driving)/cos(angle).
TEST(Universal, TurnsTheSecondShaftAsHookeFound) {
  for (const Scheme scheme : kSchemes) {
    Rig rig(model_from(head_of(scheme, "gravity = [0, 0, 0]", 0.0005) + R"(
[[body]]
name = "driving"
mass = 1
inertia = [1e3, 1, 1]
[[body]]
name = "driven"
mass = 1
inertia = [1e-3, 1e-3, 1e-3]
[[joint]]
name = "first"
type = "hinge"
bodies = ["world", "driving"]
anchor = [-1, 0, 0]
axis = [1, 0, 0]
start = { velocity = 3 }
[[joint]]
name = "cardan"
type = "universal"
bodies = ["driving", "driven"]
anchor = [0, 0, 0]
axes = [[0, 0, 1], [0.5, -0.8660254037844386, 0]]
[[joint]]
name = "second"
type = "cylindrical"
bodies = ["world", "driven"]
anchor = [0, 0, 0]
axis = [0.8660254037844386, 0.5, 0]
)"));
    rig.initialise();
    double worst = 0;
    for (int k = 0; k < 6000; ++k) {
      rig.step();
      const double a = rig.value("first.angle");
      const double b = rig.value("second.angle[1]");
      // The cross arm on the driving shaft begins square to the plane of both axes.
      const double error = std::sin(b) * std::cos(a) * std::cos(std::acos(-1.0) / 6) - std::sin(a) * std::cos(b);
      const double other = std::sin(b) * std::cos(a) - std::sin(a) * std::cos(b) * std::cos(std::acos(-1.0) / 6);
      worst = std::max(worst, std::min(std::fabs(error), std::fabs(other)));
    }
    EXPECT_GT(rig.value("first.angle"), 8) << name_of(scheme);
    EXPECT_LT(worst, scheme == Scheme::spook ? 1e-4 : 1e-5) << name_of(scheme);
  }
}

// A free slab on a table keeps its velocity and its spin; a bead on a wire keeps to the wire.
TEST(PlanarJoint, LeavesSlidingAndSpinning) {
  for (const Scheme scheme : kSchemes) {
    Rig rig(model_from(head_of(scheme, "gravity = [0, 0, -9.81]", 0.001) + R"(
[[body]]
name = "slab"
mass = 3
inertia = [0.1, 0.2, 0.3]
[[joint]]
name = "table"
type = "planar"
bodies = ["world", "slab"]
anchor = [0, 0, 0]
axes = [[0, 0, 1], [1, 0, 0]]
start = { position = [0.1, 0.2], angle = 0.3, velocity = [0.5, -0.25, 2] }
)"));
    rig.initialise();
    rig.steps(1000);
    EXPECT_NEAR(rig.value("table.position[1]"), 0.6, 1e-9) << name_of(scheme);
    EXPECT_NEAR(rig.value("table.position[2]"), -0.05, 1e-9) << name_of(scheme);
    EXPECT_NEAR(rig.value("table.angle[3]"), 2.3, 1e-9) << name_of(scheme);
    EXPECT_NEAR(rig.value("table.reaction.local.force[1]"), 3 * 9.81, 1e-9) << name_of(scheme);
  }
}

// A pendulum that hangs on a bead: its centre keeps its horizontal velocity, the energy stays.
TEST(PointOnLine, HoldsAPendulumOnItsWire) {
  for (const bool planar : {false, true}) {
    const std::string up = planar ? "[0, -9.81]" : "[0, -9.81, 0]";
    const std::string third = planar ? "" : ", 0";
    Rig rig(model_from(
        std::string(planar ? "[model]\ndimension = 2\n" : "[model]\n") + "name = \"m\"\ngravity = " + up +
        "\n[step]\nsize = 0.001\nscheme = \"trapezoidal\"\n[[body]]\nname = \"bob\"\nmass = 2\ninertia = " +
        (planar ? "0.02" : "[0.02, 0.02, 0.02]") + "\nposition = [0.3, -0.4" + third +
        "]\n[[joint]]\nname = \"wire\"\ntype = \"point_on_line\"\nbodies = [\"world\", \"bob\"]\nanchor = [0, 0" +
        third + "]\naxis = [1, 0" + third + "]\n"));
    rig.initialise();
    const double before = rig.energy();
    for (int k = 0; k < 3000; ++k) {
      rig.step();
      ASSERT_NEAR(rig.value("bob.velocity[1]"), 0, 1e-9);
      ASSERT_LT(rig.value("solver.jointError"), 1e-9);
    }
    EXPECT_NEAR(rig.value("bob.position[1]"), 0.3, 1e-9);
    EXPECT_NEAR(rig.energy(), before, 1e-4 * 2 * 9.81);
    const std::string at = planar ? "[1]" : "";
    EXPECT_GT(std::fabs(rig.value("wire.position" + at)), 1e-3);
  }
}

}  // namespace
}  // namespace stickslip
