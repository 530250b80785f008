#include <algorithm>

#include "tests/model/rig.h"
#include "tests/model/step/models.h"

/// P04 section 10.2: two carts, a stiff spring and a stiff damper.
namespace stickslip {
namespace {

struct Ride {
  double apart = 0;   // max |x2 - x1 - 5|
  double away = 0;    // max |x1 - 0.2|
  double gained = 0;  // energy above the start
};

Ride run(double damping, double stiffness, double x, double v, double T, bool located) {
  Model model = resource("papers/carts");
  model.step.trapezoidal.locate_transitions = located;
  model.springs[0].stiffness = stiffness;
  model.springs[1].damping = damping;
  for (std::size_t b = 2; b < 4; ++b) {
    model.bodies[b].p_WB.x() = b == 2 ? x : x + 5;
    model.bodies[b].velocity.x() = v;
  }
  Rig rig(model);
  rig.initialise();
  const double start = rig.energy();
  Ride out;
  for (int k = 0; k < static_cast<int>(std::lround(T / 0.01)); ++k) {
    rig.step(0.01);
    EXPECT_EQ(rig.report.status, StepStatus::solved);
    const double first = rig.value("first.position[1]");
    out.apart = std::max(out.apart, std::fabs(rig.value("second.position[1]") - first - 5));
    out.away = std::max(out.away, std::fabs(first - 0.2));
    out.gained = std::max(out.gained, rig.energy() - start);
  }
  return out;
}

// The numbers of an independent computation of the scheme with two coordinates and enumerated contact states.
TEST(Carts, DeviateFromTheRigidLinkAsTheSchemeDoes) {
  constexpr double kTable[3][2] = {{1e2, 3.483957931e-2}, {1e3, 3.430989653e-3}, {1e6, 4.517250620e-6}};
  for (const auto& row : kTable) {
    const Ride out = run(row[0], 100, 0.1, -2, 4, false);
    EXPECT_NEAR(out.apart / row[1], 1, 1e-6) << "delta = " << row[0];
    EXPECT_LE(out.gained, 0) << "delta = " << row[0];
  }
}

// Theorem 9.3: energy is bounded by its start at any stiffness, and the limits are reached as 1/delta and
// 1/sqrt(gamma).
TEST(Carts, NeverGainEnergyAndReachTheirLimits) {
  for (const bool located : {false, true}) {
    for (const double delta : {1.0, 10.0, 1e2, 1e3, 1e4, 1e5, 1e6, 1e8}) {
      const Ride out = run(delta, 100, 0.1, -2, 4, located);
      EXPECT_LE(out.gained, 1e-12) << "delta = " << delta;
      if (delta >= 1e4) {
        EXPECT_NEAR(std::log10(out.apart * delta), std::log10(4.5), 0.4) << "delta = " << delta;
      }
    }
    for (const double gamma : {1e2, 1e3, 1e4, 1e5, 1e6, 1e8}) {
      const Ride out = run(10, gamma, 0.2, -3, 2, located);
      EXPECT_LE(out.gained, 1e-12) << "gamma = " << gamma;
      if (gamma >= 1e4) {
        EXPECT_NEAR(std::log10(out.away * std::sqrt(gamma)), std::log10(3.0), 0.3) << "gamma = " << gamma;
      }
    }
  }
}

}  // namespace
}  // namespace stickslip
