
#include "tests/model/eigen.h"
#include "tests/model/rig.h"
#include "tests/model/step/models.h"

namespace stickslip {
namespace {

TEST(Energy, DissipatedByADamperIsItsWork) {
  const double h = 1e-4;
  Model model = resource("pendulum");
  model.gravity = Vec3::Zero();
  model.joints[0].coordinates[0].damping = 0.2;
  model.joints[0].coordinates[0].start_velocity = 3;
  Rig rig(model);
  rig.initialise();
  const double inertia = 1.0 / 3;
  EXPECT_NEAR(rig.value("energy.kinetic"), 0.5 * inertia * 9, 1e-12);
  rig.set("gravity[3]", 0.0);
  for (int k = 0; k < 10000; ++k) rig.step(h);
  const double speed = 3 * std::exp(-0.2 / inertia * 1.0);
  EXPECT_NEAR(rig.value("pivot.velocity"), speed, 1e-3);
  EXPECT_NEAR(rig.value("energy.dissipated"), 0.5 * inertia * (9 - speed * speed), 2e-3);
}

TEST(Energy, DissipatedByFrictionIsForceTimesWay) {
  Model model = resource("incline");
  model.materials[0].friction = 0.2;
  Rig rig(model);
  rig.initialise();
  const Vec3 start = rig.vector("box.position");
  rig.steps(1000);
  const double way = (rig.vector("box.position") - start).norm();
  const double theta = std::atan(0.45);
  const double expected = 0.2 * 2 * 9.81 * std::cos(theta) * way;
  EXPECT_NEAR(rig.value("energy.dissipated"), expected, 5e-3 * expected);
}

// What the inputs do goes into motion, height and heat: the balance is exact by
// definition, its parts are checked here.
TEST(Energy, OfALiftedWeightComesFromTheInput) {
  const std::string text =
      "[model]\nname = \"lift\"\n[[body]]\nname = "
      "\"b\"\nmass = 2\ninertia = [1, 1, 1]\n"
      "[[joint]]\nname = \"j\"\ntype = \"slider\"\nbodies "
      "= [\"world\", \"b\"]\naxis = [0, 0, 1]\n";
  Rig rig(model_from(text));
  const double force = 2 * 9.81 + 1;
  rig.set("j.force", force);
  rig.initialise();
  rig.steps(1000);
  const double height = rig.value("b.position[3]");
  const double speed = rig.value("b.velocity[3]");
  EXPECT_NEAR(speed, 0.5, 1e-10);
  EXPECT_NEAR(rig.value("energy.kinetic"), speed * speed, 1e-12);
  EXPECT_NEAR(rig.value("energy.potential"), 2 * 9.81 * height, 1e-11);
  EXPECT_NEAR(rig.energy() + rig.value("energy.dissipated"), force * height, 1e-9);
  EXPECT_NEAR(rig.value("energy.dissipated"), 0, 1e-3);
}

// One body given twice: about its own origin with products of inertia, and in
// principal axes at its centre of mass.
TEST(MassProperties, DoNotDependOnTheFrameTheyAreGivenIn) {
  const Quat turn = angle_axis(0.7, Vec3(1, 2, -1).normalized());
  const Mat3 R = turn.toRotationMatrix();
  const Mat3 I = R * Vec3(1, 2, 2.5).asDiagonal() * R.transpose();
  // The body's axes are the world's; its principal axes are turned; com is off
  // the origin.
  const std::string products = "[model]\nname = \"a\"\n[[body]]\nname = \"b\"\nmass = 3\ninertia = [" +
                               number(I(0, 0)) + ", " + number(I(1, 1)) + ", " + number(I(2, 2)) + ", " +
                               number(I(0, 1)) + ", " + number(I(0, 2)) + ", " + number(I(1, 2)) +
                               "]\ncom = [0.1, 0.2, -0.3]\nposition = [1, 1, 1]\nvelocity = [0.5, 0, "
                               "1]\nangular_velocity = [1, 2, 3]\n";
  const Vec3 v = Vec3(0.5, 0, 1) + Vec3(1, 2, 3).cross(Vec3(0.1, 0.2, -0.3));
  const std::string principal =
      "[model]\nname = \"a\"\n[[body]]\nname = "
      "\"b\"\nmass = 3\ninertia = [1, 2, 2.5]\n"
      "rotation = { axis = [1, 2, -1], angle = 0.7 "
      "}\nposition = [1.1, 1.2, 0.7]\nvelocity = [" +
      number(v.x()) + ", " + number(v.y()) + ", " + number(v.z()) + "]\nangular_velocity = [1, 2, 3]\n";
  Rig a(model_from(products));
  Rig b(model_from(principal));
  for (Rig* rig : {&a, &b}) {
    rig->set("b.force[1]", 2.0);
    rig->set("b.torque[2]", -1.0);
    rig->initialise();
    rig->steps(1000);
  }
  const Vec3 w = a.vector("b.angularVelocity");
  EXPECT_NEAR((w - b.vector("b.angularVelocity")).norm(), 0, 1e-9);
  const Quat q(a.value("b.orientation[1]"), a.value("b.orientation[2]"), a.value("b.orientation[3]"),
               a.value("b.orientation[4]"));
  EXPECT_NEAR((a.vector("b.position") + q * Vec3(0.1, 0.2, -0.3) - b.vector("b.position")).norm(), 0, 1e-9);
  const Quat p(b.value("b.orientation[1]"), b.value("b.orientation[2]"), b.value("b.orientation[3]"),
               b.value("b.orientation[4]"));
  EXPECT_NEAR(angular_distance(q * turn, p), 0, 1e-7);
  EXPECT_NEAR(a.value("energy.kinetic"), b.value("energy.kinetic"), 1e-9);
}

// A torque on a free body about its centre of mass turns it in place; a force
// at a frame does both.
TEST(Inputs, ActWhereTheySay) {
  const std::string text =
      "[model]\nname = \"a\"\ngravity = [0, 0, 0]\n[[body]]\nname = "
      "\"b\"\nmass = 2\ninertia = [0.5, 0.5, 0.5]\n"
      "[[frame]]\nname = \"tip\"\nbody = \"b\"\nposition = [1, 0, 0]\n";
  Rig rig(model_from(text));
  rig.set("tip.force[2]", 3.0);
  rig.initialise();
  EXPECT_NEAR((rig.vector("tip.acceleration") - Vec3(0, 1.5 + 6, 0)).norm(), 0, 1e-2);
  rig.step(1e-6);
  EXPECT_NEAR(rig.value("b.velocity[2]"), 1.5e-6, 1e-18);
  EXPECT_NEAR(rig.value("b.angularVelocity[3]"), 6e-6, 1e-18);
}

// A bar turns by up to half a radian a step. That its end would sink into the floor, or into a block that lies there,
// is seen beforehand and stopped: by forces that do no work but what undoes an overlap.
TEST(Energy, OfATurningBarIsNotRaisedByWhatItTurnsInto) {
  for (const Scheme scheme : {Scheme::stabilised, Scheme::spook}) {
    for (const double h : {1.0 / 60, 0.005}) {
      for (const double rate : {-25.0, -12.0, 12.0, 25.0}) {
        SCOPED_TRACE(name_of(scheme) + ", h = " + number(h) + ", " + number(rate) + " rad/s");
        Rig rig(model_from(
            head_of(scheme, "dimension = 2\ngravity = [0, 0]", h) + floor_of(0.3, 0.7) +
            "[[body]]\nname = \"block\"\nmass = 3\nposition = [0.4, 0.1]\nshapes = [{ type = \"box\", size = [0.2, "
            "0.2], material = \"m\" }]\n[[body]]\nname = \"bar\"\nmass = 1\nposition = [0, 0.35]\nvelocity = [1, "
            "-3]\nangular_velocity = " +
            number(rate) +
            "\nshapes = [{ type = \"box\", size = [0.6, 0.05], material = \"m\" }]\n[[contact]]\nname = "
            "\"on_bar\"\nbodies = [\"bar\"]\n[[contact]]\nname = \"on_block\"\nbodies = [\"block\"]\n"));
        rig.initialise();
        const double start = rig.energy();
        double before = start;
        double overlap = rig.value("solver.penetration");
        for (int k = 0; k * h < 0.5; ++k) {
          rig.step();
          const double now = rig.energy() + rig.value("energy.rebound");
          const double force = rig.value("on_bar.normalForce") + rig.value("on_block.normalForce");
          EXPECT_LE(now, before + overlap * force + 1e-12 * start) << "step " << k;
          EXPECT_LE(rig.value("solver.penetration"), 1e-4) << "step " << k;
          EXPECT_EQ(rig.whole("solver.status"), 0) << "step " << k;
          before = now;
          overlap = rig.value("solver.penetration");
        }
      }
    }
  }
}

}  // namespace
}  // namespace stickslip
