// Limits of coordinates and ropes, against closed forms.
#include <cmath>

#include "model/constraints/joints.h"
#include "tests/model/constraints/gradient.h"
#include "tests/model/rig.h"
#include "tests/model/step/models.h"

namespace stickslip {
namespace {

class Limited : public testing::TestWithParam<Scheme> {
 protected:
  // Two places of a world with dimension, gravity and scheme; "rest" is the rest of the file.
  static Model world(int dimension, const std::string& gravity, double h, const std::string& rest) {
    return model_from(head_of(GetParam(), "dimension = " + std::to_string(dimension) + "\ngravity = " + gravity, h) +
                      rest);
  }
  static bool is_soft() { return GetParam() == Scheme::spook; }
};

const char* const kArm =
    "[[body]]\nname = \"arm\"\nmass = 2\ninertia = [0.1, 0.2, 0.2]\nposition = [0.5, 0, 0]\n"
    "[[joint]]\nname = \"hinge\"\ntype = \"hinge\"\nbodies = [\"world\", \"arm\"]\nanchor = [0, 0, 0]\n"
    "axis = [0, 1, 0]\n";

const char* const kSled =
    "[[body]]\nname = \"sled\"\nmass = 2\ninertia = [1, 1, 1]\n"
    "[[joint]]\nname = \"rail\"\ntype = \"slider\"\nbodies = [\"world\", \"sled\"]\naxis = [1, 0, 0]\n";

// m g a = 2 * 9.81 * 0.5 at the angle 0.
TEST_P(Limited, ArmFallsOnItsStopAndRestsThereWithoutFlicker) {
  Rig rig(world(3, "[0, 0, -9.81]", 1e-3, std::string(kArm) + "limits = [-1, 0.4]\n"));
  rig.initialise();
  rig.steps(is_soft() ? 3000 : 1500);
  const double stop = 0.4;  // positive turns about y take x down
  EXPECT_NEAR(rig.value("hinge.angle"), stop, is_soft() ? 1e-4 : 1e-12);
  const double angle = rig.value("hinge.angle");
  const double torque = rig.value("hinge.limit.torque");
  EXPECT_NEAR(torque, -2 * 9.81 * 0.5 * std::cos(angle), 1e-9);
  for (int k = 0; k < 200; ++k) {
    rig.step();
    EXPECT_NEAR(rig.value("hinge.angle"), angle, is_soft() ? 1e-12 : 0);
    EXPECT_NEAR(rig.value("hinge.limit.torque"), torque, 1e-10);
    EXPECT_EQ(rig.report.status, StepStatus::solved);
  }
  // Held at the limit, the joint carries the rest.
  EXPECT_NEAR(rig.value("hinge.reaction.force[3]"), 2 * 9.81, 1e-8);
  EXPECT_NEAR(rig.value("hinge.reaction.torque[2]"), torque, 1e-9);
}

TEST_P(Limited, SledReboundsByExactlyItsRestitution) {
  for (const double e : {0.0, 0.5, 1.0}) {
    Rig rig(world(3, "[0, 0, 0]", 1e-3,
                  std::string(kSled) +
                      "start = { velocity = 1 }\nlimits = { lower = -5, upper = 0.0104, restitution = " + number(e) +
                      " }\n"));
    rig.initialise();
    double furthest = 0;
    double impulse = 0;
    for (int k = 0; k < 40; ++k) {
      rig.step();
      furthest = std::max(furthest, rig.value("rail.position"));
      impulse += 1e-3 * rig.value("rail.limit.force");
    }
    EXPECT_NEAR(rig.value("rail.velocity"), -e, is_soft() && e == 0 ? 1e-4 : 1e-12) << e;
    EXPECT_NEAR(impulse, -2 * (1 + e), is_soft() && e == 0 ? 1e-3 : 1e-11) << e;
    EXPECT_LE(furthest, 0.0104 + 1e-12);
  }
}

TEST_P(Limited, AnglesOfLimitsAreNotWrapped) {
  Rig rig(world(3, "[0, 0, 0]", 0.01,
                "[[body]]\nname = \"wheel\"\nmass = 2\ninertia = [0.1, 0.2, 0.1]\n"
                "[[joint]]\nname = \"hinge\"\ntype = \"hinge\"\nbodies = [\"world\", \"wheel\"]\nanchor = [0, 0, 0]\n"
                "axis = [0, 1, 0]\nstart = { velocity = 50 }\nlimits = [-1, \"3000 deg\"]\n"));
  rig.initialise();
  rig.set("hinge.torque", 0.1);
  rig.steps(300);
  EXPECT_NEAR(rig.value("hinge.angle"), 3000 * 3.14159265358979323846 / 180, is_soft() ? 1e-4 : 1e-11);
  EXPECT_NEAR(rig.value("hinge.limit.torque"), -0.1, 1e-9);
}

TEST_P(Limited, PlanarArmStopsWhereItsLimitIsTunedTo) {
  Rig rig(world(2, "[0, -9.81]", 1e-3,
                "[[body]]\nname = \"arm\"\nmass = 2\ninertia = 0.1\nposition = [0.5, 0]\n"
                "[[joint]]\nname = \"hinge\"\ntype = \"hinge\"\nbodies = [\"world\", \"arm\"]\nanchor = [0, 0]\n"
                "limits = { lower = -0.5 }\n"));
  rig.initialise();
  rig.set("hinge.lowerLimit", -0.25);
  rig.steps(2000);
  EXPECT_NEAR(rig.value("hinge.angle"), -0.25, is_soft() ? 1e-4 : 1e-12);
}

TEST_P(Limited, EveryCoordinateHasItsOwn) {
  Rig rig(world(3, "[0, 0, 0]", 1e-3,
                "[[body]]\nname = \"rod\"\nmass = 2\ninertia = [1, 1, 1]\n"
                "[[joint]]\nname = \"j\"\ntype = \"cylindrical\"\nbodies = [\"world\", \"rod\"]\nanchor = [0, 0, 0]\n"
                "axis = [0, 0, 1]\nstart = { velocity = [3, -2] }\nlimits = [{ upper = 0.1 }, [-0.2, 1]]\n"));
  rig.initialise();
  rig.set("j.torque[1]", 0.5);
  rig.set("j.force[2]", -0.25);
  rig.steps(400);
  EXPECT_NEAR(rig.value("j.angle[1]"), 0.1, is_soft() ? 1e-5 : 1e-12);
  EXPECT_NEAR(rig.value("j.position[2]"), -0.2, is_soft() ? 1e-5 : 1e-12);
  EXPECT_NEAR(rig.value("j.limit.torque[1]"), -0.5, 1e-9);
  EXPECT_NEAR(rig.value("j.limit.force[2]"), 0.25, 1e-9);
}

// A ball hangs on a slack rope: falls freely, is stopped by the length of the rope, and never pushed.
TEST_P(Limited, RopeIsSlackThenTautAndNeverPushes) {
  const double e = 0.5;
  const double h = 1e-3;
  Rig rig(world(3, "[0, 0, -10]", h,
                "[[body]]\nname = \"ball\"\nmass = 2\nrotates = false\nposition = [0, 0, -0.2]\n"
                "[[joint]]\nname = \"rope\"\ntype = \"distance\"\nbodies = [\"world\", \"ball\"]\n"
                "anchors = [[0, 0, 0], [0, 0, -0.2]]\nmax = 1\nrestitution = " +
                    number(e) + "\n"));
  rig.initialise();
  EXPECT_NEAR(rig.value("rope.position"), 0.2, 1e-15);
  double before = 0;
  double most = 0;
  bool rebounded = false;
  for (int k = 0; k < 600; ++k) {
    const double v = rig.value("rope.velocity");
    rig.step();
    EXPECT_LE(rig.value("rope.limit.force"), 0);
    most = std::max(most, rig.value("rope.position"));
    if (!rebounded && rig.value("rope.velocity") < 0) {
      rebounded = true;
      EXPECT_NEAR(rig.value("rope.velocity"), -e * before, 0.03) << "approach " << before;
    }
    if (rig.value("rope.limit.force") == 0) before = std::max(v, 0.0) + 10 * h;
  }
  EXPECT_TRUE(rebounded);
  EXPECT_NEAR(before, 4, 4);  // sqrt(2 g 0.8) at the first impact
  EXPECT_LE(most, 1 + (is_soft() ? 1e-4 : 1e-12));
  rig.steps(is_soft() ? 6000 : 4000);
  EXPECT_NEAR(rig.value("rope.position"), 1, is_soft() ? 1e-4 : 1e-12);
  EXPECT_NEAR(rig.value("rope.limit.force"), -20, 1e-8);
  EXPECT_NEAR(rig.value("rope.reaction.force[3]"), 20, 1e-8);
}

// At an instant of its swing the tension of a rope is m (g cos + l w^2).
TEST_P(Limited, TautRopeIsAPendulum) {
  Rig rig(world(2, "[0, -10]", 1e-4,
                "[[body]]\nname = \"ball\"\nmass = 2\nrotates = false\nposition = [0.6, -0.8]\n"
                "[[joint]]\nname = \"rope\"\ntype = \"distance\"\nbodies = [\"world\", \"ball\"]\n"
                "anchors = [[0, 0], [0.6, -0.8]]\nmin = 0.3\nmax = \"1 m\"\n"));
  rig.initialise();
  const double start = rig.energy();
  for (int k = 0; k < 20000; ++k) rig.step();
  const Vec3 p = rig.vector("ball.position");
  const Vec3 v = rig.vector("ball.velocity");
  const double tension = 2 * (10 * -p.y() / p.norm() + v.squaredNorm() / p.norm());
  EXPECT_NEAR(-rig.value("rope.limit.force"), tension, 0.05);
  EXPECT_NEAR(p.norm(), 1, 1e-5);
  EXPECT_NEAR(rig.energy(), start, 2e-2);
}

// Two bodies on a rope each, the second one hung on the first, thrown about: both ropes are taut at times, and who
// turns on its rope within a step keeps it taut while the other one tightens.
TEST_P(Limited, RopesThatAreTautTogetherHoldWithoutTakingTurns) {
  Rig rig(world(3, "[0, 0, -9.81]", 1.0 / 60,
                "[[body]]\nname = \"upper\"\nmass = 1.5\ninertia = [2.3e-3, 7.3e-4, 2.4e-3]\n"
                "position = [0.9, 0.21, -0.21]\nvelocity = [1.3, -1.5, 1]\nangular_velocity = [1.6, 2.2, -1.2]\n"
                "[[body]]\nname = \"lower\"\nmass = 1\ninertia = [4.6e-3, 5e-3, 6.3e-3]\n"
                "position = [0.72, 0.26, 0.23]\nvelocity = [-2.1, -2.8, 0.4]\nangular_velocity = [-2.9, 3.1, -3.5]\n"
                "[[joint]]\nname = \"first\"\ntype = \"distance\"\nbodies = [\"world\", \"upper\"]\n"
                "anchors = [[0.6, 0, 0], [0.83, 0.21, -0.23]]\nmax = 0.44\n"
                "[[joint]]\nname = \"second\"\ntype = \"distance\"\nbodies = [\"upper\", \"lower\"]\n"
                "anchors = [[0.9, 0.21, -0.21], [0.7, 0.24, 0.19]]\nmax = 0.45\n"));
  rig.initialise();
  int problems = 0;
  for (int k = 0; k < 120; ++k) {
    rig.step();
    EXPECT_EQ(rig.whole("solver.status"), 0) << "step " << k;
    problems += rig.whole("solver.lcps");
  }
  EXPECT_LT(problems, 300);
}

INSTANTIATE_TEST_SUITE_P(Schemes, Limited, testing::ValuesIn(kSchemes), name_of_tested);

// A stop with compliance is a spring beyond its limit: it holds m g at the depth m g compliance.
TEST(Limits, GiveWayByTheirCompliance) {
  for (const char* scheme : {"euler", "stabilised", "spook"}) {
    Rig rig(model_from(std::string("[model]\nname = \"m\"\ngravity = [10, 0, 0]\n[step]\nsize = 1e-3\nscheme = \"") +
                       scheme + "\"\n" + kSled + "limits = { upper = 0.1, compliance = 1e-4 }\n"));
    rig.initialise();
    rig.steps(12000);
    EXPECT_NEAR(rig.value("rail.position"), 0.1 + 2 * 10 * 1e-4, 1e-9) << scheme;
    EXPECT_NEAR(rig.value("rail.limit.force"), -20, 1e-6) << scheme;
    EXPECT_LT(rig.value("solver.jointError"), 1e-6) << scheme << ": a spring that is pressed is no joint that is off";
  }
}

TEST(Limits, GradientOfARopeIsExact) {
  Numbers numbers(5);
  for (const bool planar : {false, true}) {
    Model model;
    model.planar = planar;
    model.step.max_contacts = 1;
    model.bodies = {make_body(1, {1, 2, 2.5}), make_body(2, {1, 1, 1})};
    Joint joint;
    joint.type = JointType::rope;
    joint.parent = 0;
    joint.child = 1;
    joint.p_IP = numbers.vector(planar);
    joint.p_IC = numbers.vector(planar);
    joint.coordinates[0].limits = {0.1, 2, 0, 0};
    model.joints = {joint};
    const Layout layout(model);
    State state(model, layout);
    scatter(model, numbers, state);
    expect_exact_gradient(
        model, state,
        [&](Workspace& work) {
          add_coordinate_row(model, 0, 0, RowRole::spring, 0, work.poses, work.rows);
          work.rows.rows_storage[0].violation = joint_position(model, 0, 0, state.motion, work.poses, 0);
        },
        planar ? "planar" : "spatial");
  }
}

TEST(Limits, OfManyCoordinatesLeaveContactsTheirRoom) {
  Rig rig(model_from("[model]\nname = \"m\"\n[step]\nsize = 1e-3\nmax_contacts = 4\n" + floor_of(0.5) +
                     "[[body]]\nname = \"box\"\nmass = 1\nposition = [0, 0, 0.1]\n"
                     "shapes = [{ type = \"box\", material = \"m\", size = [0.2, 0.2, 0.2] }]\n"
                     "[[body]]\nname = \"rod\"\nmass = 2\ninertia = [1, 1, 1]\nposition = [2, 0, 1]\n"
                     "[[joint]]\nname = \"j\"\ntype = \"cylindrical\"\nbodies = [\"world\", \"rod\"]\n"
                     "anchor = [2, 0, 1]\naxis = [0, 0, 1]\nlimits = [[-1e-6, 1e-6], [-1e-6, 1e-6]]\n"));
  rig.initialise();
  rig.steps(50);
  EXPECT_EQ(rig.whole("solver.overflow"), 0);
  EXPECT_EQ(rig.whole("solver.status"), 0);
  EXPECT_NEAR(rig.value("box.position[3]"), 0.1, 1e-12);
  EXPECT_NEAR(rig.value("j.position[2]"), -1e-6, 1e-12);
  EXPECT_NEAR(rig.value("j.limit.force[2]"), 2 * 9.81, 1e-9);
}

}  // namespace
}  // namespace stickslip
