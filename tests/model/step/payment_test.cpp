// Who closes joints pays for it: energy does not rise where there is nobody to give momentum to, nor at a dead point.
#include "model/step/payment.h"

#include "tests/model/rig.h"
#include "tests/model/step/models.h"

namespace stickslip {
namespace {

constexpr Scheme kProjecting[] = {Scheme::euler, Scheme::trapezoidal};

// Three bodies on balls and a hinge, thrown: nothing holds them.
std::string thrown(Scheme scheme, double h) {
  return head_of(scheme, "gravity = [0, 0, 0]", h) +
         "[[body]]\nname = \"a\"\nmass = 1\ninertia = [0.01, 0.02, 0.025]\nposition = [0, 0, 0]\nvelocity = [1, 0.5, "
         "0]\nangular_velocity = [3, -4, 5]\n"
         "[[body]]\nname = \"b\"\nmass = 0.4\ninertia = [0.002, 0.006, 0.007]\nposition = [0.3, 0.05, 0]\n"
         "[[body]]\nname = \"c\"\nmass = 2\ninertia = [0.03, 0.01, 0.035]\nposition = [-0.3, 0, 0.1]\n"
         "[[joint]]\nname = \"ab\"\ntype = \"ball\"\nbodies = [\"a\", \"b\"]\nanchor = [0.15, 0.02, 0]\nstart = { "
         "angular_velocity = [-2, 6, 1] }\n"
         "[[joint]]\nname = \"ac\"\ntype = \"hinge\"\nbodies = [\"a\", \"c\"]\nanchor = [-0.15, 0, 0.04]\naxis = [0, "
         "0, 1]\nstart = { velocity = -7 }\n";
}

TEST(Payment, OfWhatNothingHoldsIsTakenFromItsInnerMotion) {
  for (const Scheme scheme : kProjecting) {
    for (const double h : {0.01, 0.002}) {
      Rig rig(model_from(thrown(scheme, h)));
      rig.initialise();
      const auto momentum = [&] {
        return Vec3(rig.vector("a.velocity") + 0.4 * rig.vector("b.velocity") + 2 * rig.vector("c.velocity"));
      };
      const double start = rig.energy();
      const Vec3 P = momentum();
      double energy = start;
      for (int k = 0; k < 1.5 / h; ++k) {
        rig.step();
        ASSERT_LE(rig.energy(), energy + 1e-12 * start) << name_of(scheme) << ", h " << h << ", step " << k;
        energy = rig.energy();
      }
      EXPECT_GT(energy, 0.8 * start) << name_of(scheme) << ", h " << h;
      EXPECT_LT((momentum() - P).norm(), 1e-12 * P.norm()) << name_of(scheme) << ", h " << h;
    }
  }
}

// A crank that comes to rest below the top, where closing its joints lifts more than it moves with.
TEST(Payment, AtADeadPointIsPutOff) {
  for (const double rate : {-0.10179880542019219, 0.0, 0.2}) {
    for (const double h : {0.015366290001622764, 0.01, 0.005}) {
      Rig rig(model_from(
          head_of(Scheme::trapezoidal, "gravity = [0, -9.81, 0]", h) +
          "[[body]]\nname = \"crank\"\nmass = 2.1142\ninertia = [0.0114, 0.0079, 0.0086]\nposition = [0.0345, 0.0391, "
          "0]\n[[body]]\nname = \"rod\"\nmass = 4.3413\ninertia = [0.021, 0.0413, 0.0456]\nposition = [0.2765, "
          "0.0391, 0]\n[[body]]\nname = \"slider\"\nmass = 4.4818\ninertia = [0.0016, 0.0092, 0.01]\nposition = "
          "[0.48404, 0, 0]\n"
          "[[joint]]\nname = \"j0\"\ntype = \"hinge\"\nbodies = [\"world\", \"crank\"]\nanchor = [0, 0, 0]\naxis = [0, "
          "0, 1]\nstart = { "
          "velocity = " +
          number(rate) +
          " }\n[[joint]]\nname = \"j1\"\ntype = \"hinge\"\nbodies = [\"crank\", \"rod\"]\nanchor = [0.069, 0.0782, "
          "0]\naxis = [0, 0, 1]\n[[joint]]\nname = \"j2\"\ntype = \"hinge\"\nbodies = [\"rod\", \"slider\"]\nanchor = "
          "[0.48404, 0, 0]\naxis = [0, 0, 1]\n[[joint]]\nname = \"j3\"\ntype = \"slider\"\nbodies = [\"world\", "
          "\"slider\"]\nanchor = [0.48404, 0, 0]\naxis = [1, 0, 0]\n"));
      rig.initialise();
      for (int k = 0; k < 4 / h; ++k) {
        rig.step();
        ASSERT_LE(rig.value("solver.energyGain"), 1e-10) << "rate " << rate << ", h " << h << ", step " << k;
        ASSERT_LE(rig.value("solver.jointError"), 4 * h * h) << "rate " << rate << ", h " << h << ", step " << k;
      }
    }
  }
}

// What a force does until a body hits the floor within a step is the force times that way.
TEST(Payment, OfAnInputCountsItsWayInAStepThatIsCut) {
  for (const double h : {0.01, 0.0047}) {
    Rig rig(model_from(head_of(Scheme::trapezoidal, "gravity = [0, 0, -9.81]", h) + floor_of(0, 1) +
                       "[[body]]\nname = \"ball\"\nmass = 1\nposition = [0, 0, 0.3]\nshapes = [{ type = \"sphere\", "
                       "radius = 0.1, material = \"m\" }]\n[interface]\ninputs = [\"ball.force\"]\n"));
    rig.initialise();
    rig.set("ball.force[3]", 5.0);
    for (int k = 0; k < 3 / h; ++k) {
      rig.step();
      ASSERT_LE(rig.value("solver.energyGain"), 1e-12) << "h " << h << ", step " << k;
      ASSERT_LE(rig.value("energy.dissipated"), 1e-9) << "h " << h << ", step " << k;
    }
  }
}

// A weight swings on a rope, and another one falls beside it on a rope from the first that has not tightened yet.
TEST(Payment, SlackRopesHandNothingOn) {
  for (const Scheme scheme : kProjecting) {
    Rig rig(
        model_from(head_of(scheme, "gravity = [0, -9.81]\ndimension = 2", 0.01) +
                   "[[body]]\nname = \"a\"\nmass = 2\ninertia = 0.001\nposition = [0.5, 0.02]\n"
                   "[[body]]\nname = \"b\"\nmass = 1\ninertia = 0.001\nposition = [0.7, 0.1]\nvelocity = [0.3, 0.7]\n"
                   "angular_velocity = 1\n"
                   "[[joint]]\nname = \"hangs\"\ntype = \"distance\"\nbodies = [\"world\", \"a\"]\n"
                   "anchors = [[0, 0], [0.5, 0]]\nmax = 0.5\n"
                   "[[joint]]\nname = \"slack\"\ntype = \"distance\"\nbodies = [\"a\", \"b\"]\n"
                   "anchors = [[0.5, 0], [0.7, 0.1]]\nmax = 2\n"));
    rig.initialise();
    for (int k = 0; k < 40; ++k) {
      rig.step();
      ASSERT_EQ(rig.vector("slack.reaction.force").norm(), 0) << name_of(scheme) << ", step " << k;
      ASSERT_NEAR(rig.value("b.velocity[1]"), 0.3, 1e-15) << name_of(scheme) << ", step " << k;
    }
  }
}

}  // namespace
}  // namespace stickslip
