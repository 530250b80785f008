#include <algorithm>

#include "tests/model/rig.h"
#include "tests/model/step/models.h"

/// Springs that pull at bodies beside their centres and turn with them, soft to rigid: nothing gains energy.
///
/// With K = h^2 k A, A the largest inverse mass that the spring can see, what a rule of order two keeps while it
/// resolves the spring is an energy of its own, which differs from that of the motion by K/4 of it at most. Beyond
/// K = 1 the spring is damped. So the energy never exceeds 1/(1 - K/4) times that at the start, K no more than what A
/// lets pass of 1 while the spring turns: 4/3; and half as much again for what a start from a stretched rigid spring
/// turns within one step. (A row holds to first order: what turns by h w within a step leaves it by r (h w)^2/2, in
/// which a spring of 1e9 N/m holds many times the energy here at 1/60 s. So the stiffest here is softer.)
namespace stickslip {
namespace {

constexpr double kStretched = 2;  // J

struct Case {
  double h;
  double stiffness;
};
constexpr Case kCases[] = {{1e-4, 1e3}, {1e-4, 1e8}, {1e-3, 1e4},     {1e-3, 1e6},
                           {1e-2, 1e4}, {1e-2, 1e7}, {1.0 / 60, 3e5}, {1.0 / 60, 1e7}};

// A light body and a heavy one without gravity, and the spring between them stretched.
Model pair_of_bodies(Scheme scheme, bool planar, const Case& which) {
  const char* bodies = planar ? R"(
[[body]]
name = "light"
mass = 2
inertia = 0.02
velocity = [0, 0.5]
[[body]]
name = "heavy"
mass = 100
inertia = 1
position = [1.5, 0]
[[spring]]
name = "spring"
bodies = ["light", "heavy"]
anchors = [[0.1, 0.3], [1, 0]]
)"
                              : R"(
[[body]]
name = "light"
mass = 2
inertia = [0.2, 0.2, 0.02]
velocity = [0, 0.5, 0]
[[body]]
name = "heavy"
mass = 100
inertia = [10, 10, 1]
position = [1.5, 0, 0]
[[spring]]
name = "spring"
bodies = ["light", "heavy"]
anchors = [[0.5, 0.1, 0.05], [1, 0, 0]]
)";
  const std::string world = planar ? "dimension = 2\ngravity = [0, 0]" : "gravity = [0, 0, 0]";
  const double length = planar ? std::hypot(0.9, 0.3) : std::hypot(0.5, 0.1, 0.05);
  const double rest = length - std::sqrt(2 * kStretched / which.stiffness);
  return model_from(head_of(scheme, world, which.h) + bodies + "stiffness = " + number(which.stiffness) +
                    "\nrest_length = " + number(rest) + "\n");
}

class TurningSpringUnder : public testing::TestWithParam<Scheme> {};

TEST_P(TurningSpringUnder, GainsNoEnergyInTenThousandSteps) {
  constexpr double kMost = 1.5 * 4 / 3.0;
  for (const bool planar : {false, true}) {
    for (const Case& which : kCases) {
      Rig rig(pair_of_bodies(GetParam(), planar, which));
      rig.initialise();
      const double start = rig.energy();
      double most = start;
      for (int n = 0; n < 10000; ++n) {
        rig.step(which.h);
        ASSERT_EQ(rig.report.status, StepStatus::solved) << which.h << ", " << which.stiffness;
        most = std::max(most, rig.energy());
      }
      EXPECT_LT(most, kMost * start) << (planar ? "plane" : "space") << ", h " << which.h << ", k " << which.stiffness;
    }
  }
}

// What the step resolves keeps its energy: nothing is damped below K = 1.
TEST(TurningSpring, KeepsItsEnergyWhereTheStepResolvesIt) {
  for (const bool planar : {false, true}) {
    for (const double h : {1e-3, 5e-4}) {
      const Case which = {h, 1e3};
      Rig rig(pair_of_bodies(Scheme::trapezoidal, planar, which));
      rig.initialise();
      const double start = rig.energy();
      for (int n = 0; n < 10000; ++n) rig.step(h);
      const double end = rig.energy();
      EXPECT_NEAR(end, start, 0.005 * start) << (planar ? "plane" : "space") << ", h " << h;
    }
  }
}

// The impulses that take what is left along it act and react along it.
TEST(TurningSpring, KeepsMomentum) {
  for (const bool planar : {false, true}) {
    for (const Case& which : kCases) {
      Rig rig(pair_of_bodies(Scheme::trapezoidal, planar, which));
      rig.initialise();
      double heaviest = 0;
      for (int n = 0; n < 1000; ++n) {
        rig.step(which.h);
        const Vec3 momentum = 2 * get3(&rig.simulation.state().motion.velocity[0]) +
                              100 * get3(&rig.simulation.state().motion.velocity[6]);
        heaviest = std::max(heaviest, (momentum - Vec3(0, 1, 0)).norm());
      }
      EXPECT_LT(heaviest, 1e-9) << (planar ? "plane" : "space") << ", h " << which.h << ", k " << which.stiffness;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(AllSchemes, TurningSpringUnder, testing::ValuesIn(kSchemes), name_of_tested);

}  // namespace
}  // namespace stickslip
