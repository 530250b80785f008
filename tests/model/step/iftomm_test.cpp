// The benchmarks A01 to A05 of IFToMM's library, against independent integrations and published values. The models are
// in resources/iftomm, where a table says which step is needed.
#include <array>
#include <cmath>

#include "tests/model/rig.h"
#include "tests/model/step/models.h"

namespace stickslip {
namespace {

constexpr double kGravity = 9.81;

/// By the classical Runge-Kutta method: y after `steps` of h with y' = rate(y).
template <std::size_t N, class Rate>
std::array<double, N> integrated(std::array<double, N> y, double h, int steps, const Rate& rate) {
  const auto moved = [](const std::array<double, N>& from, double by, const std::array<double, N>& along) {
    std::array<double, N> to = from;
    for (std::size_t k = 0; k < N; ++k) to[k] += by * along[k];
    return to;
  };
  for (int n = 0; n < steps; ++n) {
    const auto k1 = rate(y);
    const auto k2 = rate(moved(y, h / 2, k1));
    const auto k3 = rate(moved(y, h / 2, k2));
    const auto k4 = rate(moved(y, h, k3));
    for (std::size_t k = 0; k < N; ++k) y[k] += h / 6 * (k1[k] + 2 * k2[k] + 2 * k3[k] + k4[k]);
  }
  return y;
}

struct Drift {
  double energy = 0;  // J, the most that it leaves its start
  double joints = 0;  // m or rad
};

Drift run_for(double seconds, Rig& rig) {
  Drift drift;
  const double start = rig.energy();
  const double h = rig.simulation.model().step.size;
  const int steps = static_cast<int>(std::lround(seconds / h));
  for (int k = 0; k < steps; ++k) {
    rig.step();
    drift.energy = std::max(drift.energy, std::fabs(rig.energy() - start));
    drift.joints = std::max(drift.joints, rig.report.joint_error);
  }
  return drift;
}

TEST(Iftomm, A01PendulumSwingsForTenSeconds) {
  Rig rig(resource("iftomm/a01_pendulum"));
  rig.initialise();
  const Drift drift = run_for(10, rig);
  EXPECT_LT(drift.energy, 5e-5);
  EXPECT_LT(drift.joints, 1e-12);
  const auto exact = integrated<2>({std::acos(-1.0) / 2, 0}, 1e-4, 100000, [](const std::array<double, 2>& y) {
    return std::array<double, 2>{y[1], -kGravity * std::sin(y[0])};
  });
  EXPECT_NEAR(rig.value("bob.position[1]"), -std::sin(exact[0]), 1e-4);
  EXPECT_NEAR(rig.value("bob.position[2]"), -std::cos(exact[0]), 1e-4);
}

// As a parallelogram: (3/3 + 2) a'' = -(3/2 + 2) g cos a for its cranks at a. Level, it could leave that branch.
TEST(Iftomm, A02DoubleFourBarPassesItsSingularPositions) {
  Rig rig(resource("iftomm/a02_double_four_bar"));
  rig.initialise();
  const Drift drift = run_for(10, rig);
  EXPECT_LT(drift.energy, 1e-3);
  EXPECT_LT(drift.joints, 1e-10);
  const auto exact = integrated<2>({std::acos(-1.0) / 2, -1}, 1e-4, 100000, [](const std::array<double, 2>& y) {
    return std::array<double, 2>{y[1], -3.5 / 3 * kGravity * std::cos(y[0])};
  });
  for (const char* bearing : {"left_bearing", "middle_bearing", "right_bearing"}) {
    EXPECT_NEAR(rig.value(std::string(bearing) + ".angle"), exact[0] - std::acos(-1.0) / 2, 2e-3) << bearing;
  }
}

// The angles at 0.03 s as the test set for solvers of differential-algebraic equations has them; and the way on to
// 0.05 s keeps the energy but for the work of the torque.
TEST(Iftomm, A03SqueezerIsWhereItsReferenceIs) {
  Rig rig(resource("iftomm/a03_squeezer"));
  rig.initialise();
  rig.set("bearing.torque", 0.033);
  const double at_rest = rig.energy();
  rig.steps(3000);
  EXPECT_NEAR(rig.value("bearing.angle"), 15.81077119629904 + 0.0617138900142764, 1e-3);
  EXPECT_NEAR(rig.value("b.angle"), 0.04082224013073101 - 0.455279819163070, 1e-4);
  EXPECT_NEAR(rig.value("a5.angle"), 0.5244099658805304 - 0.487364979543843, 1e-4);
  EXPECT_NEAR(rig.value("a7.angle"), 1.048080741042263 - 1.230547444549821, 1e-4);
  rig.steps(2000);
  const double work = 0.033 * rig.value("bearing.angle");
  EXPECT_NEAR(rig.energy() - at_rest, work, 1e-4 * work);
  EXPECT_LT(rig.report.joint_error, 1e-10);
}

// One freedom where the count of its joints has none: it moves, keeps its energy, its hinges stay closed, and their
// angles p and q, every second one the same, are those of the closed form: sin p + sin q + sin p sin q = 0.
TEST(Iftomm, A04BricardMovesThoughItsJointsSeemTooMany) {
  Rig rig(resource("iftomm/a04_bricard"));
  rig.initialise();
  const double energy = rig.energy();
  double most = 0;
  for (int k = 0; k < 5000; ++k) {
    rig.step();
    EXPECT_NEAR(rig.energy(), energy, 1e-3);
    EXPECT_LT(rig.report.joint_error, 1e-12);
    const double p = rig.value("hinge1.angle");
    const double q = rig.value("hinge2.angle");
    EXPECT_NEAR(std::sin(p) + std::sin(q) + std::sin(p) * std::sin(q), 0, 1e-9);
    EXPECT_NEAR(rig.value("hinge3.angle"), p, 1e-9);
    EXPECT_NEAR(rig.value("hinge4.angle"), q, 1e-9);
    EXPECT_NEAR(rig.value("hinge5.angle"), p, 1e-9);
    EXPECT_NEAR(rig.value("hinge6.angle"), -q, 1e-9);  // of its rod against the world, not of the world against it
    most = std::max(most, p);
  }
  EXPECT_GT(most, 2.8);
}

// Where steps are long its joints contradict each other by the error of a step, and what solves them as posed stops it.
TEST(Iftomm, A04BricardMovesInLongStepsToo) {
  const std::pair<Scheme, double> least[] = {
      {Scheme::stabilised, 4.5}, {Scheme::trapezoidal, 4.55}, {Scheme::euler, 4.2}, {Scheme::spook, 4.3}};
  for (const auto& [scheme, swing] : least) {
    Model model = resource("iftomm/a04_bricard");
    model.step.scheme = scheme;
    model.step.size = 1.0 / 60;
    Rig rig(model);
    rig.initialise();
    double most = 0;
    for (int k = 0; k < 600; ++k) most = std::max(most, (rig.step(), rig.value("energy.kinetic")));
    EXPECT_GT(most, swing) << name_of(scheme);  // of the 4.553 J that its fall has
  }
}

// Nor does what rubs or pushes in it with a bound: it moves as without.
TEST(Iftomm, A04BricardMovesWithFrictionInLongStepsToo) {
  for (const Scheme scheme : kSchemes) {
    Model model = resource("iftomm/a04_bricard");
    model.step.scheme = scheme;
    model.step.size = 1.0 / 60;
    model.joints[0].coordinates[0].friction = 0.01;
    Rig rig(model);
    rig.initialise();
    double most = 0;
    for (int k = 0; k < 600; ++k) most = std::max(most, (rig.step(), rig.value("energy.kinetic")));
    EXPECT_GT(most, 4.1) << name_of(scheme);
  }
}

// With w of the shaft, b of the rods below level and s of the slider: w from the angular momentum H, the others from
// their kinetic energies.
TEST(Iftomm, A05GovernorFollowsItsEquations) {
  const double rod = 0.3;
  const double ball = 5;
  const double across = rod * (1 + 1e-4) / 12;  // of a rod about its middle
  const double along = rod * 2e-4 / 12;
  const double about_hinge = across + rod * 0.25 + ball;
  const double first = rod * 0.5 + ball;  // first moment about the hinge
  const double slider = 3;
  const double round = along + slider * 0.02 / 12;  // of shaft and slider
  const auto inertia = [&](double b) {
    const double c = std::cos(b);
    const double s = std::sin(b);
    const double mass = rod + ball;
    return round + 2 * (mass * 0.05 * 0.05 + 2 * 0.05 * first * c + about_hinge * c * c + along * s * s);
  };
  const double H = inertia(std::acos(-1.0) / 6) * 2 * std::acos(-1.0);
  const auto rate = [&](const std::array<double, 4>& y) {
    const double b = y[0];
    const double z = y[1];
    const double w = H / inertia(b);
    const double slope = 2 * (-2 * 0.05 * first * std::sin(b) - 2 * (about_hinge - along) * std::cos(b) * std::sin(b));
    const double x = 0.5 * std::cos(b);           // of the rod's middle beside the slider's anchor
    const double up = 1 - 0.5 * std::sin(b) - z;  // and above it
    const double length = std::sqrt(x * x + up * up);
    const double grows = (x * -0.5 * std::sin(b) * y[2] + up * (-0.5 * std::cos(b) * y[2] - y[3])) / length;
    const double pull = 8e5 * (length - 0.5) + 4e4 * grows;
    const double on_rod = -pull * (x * -0.5 * std::sin(b) + up * -0.5 * std::cos(b)) / length;
    const double turn = (0.25 * w * w * slope + first * kGravity * std::cos(b) + on_rod) / about_hinge;
    const double lift = 2 * pull * up / length / slider - kGravity;
    return std::array<double, 4>{y[2], y[3], turn, lift};
  };
  const auto exact = integrated<4>({std::acos(-1.0) / 6, 0.5, 0, 0}, 2e-5, 500000, rate);
  Rig rig(resource("iftomm/a05_governor"));
  rig.initialise();
  run_for(10, rig);
  EXPECT_NEAR(0.5 + rig.value("collar.position"), exact[1], 1e-3);
  EXPECT_NEAR(rig.value("right_hinge.angle"), exact[0] - std::acos(-1.0) / 6, 1e-3);
  EXPECT_NEAR(rig.value("right_hinge.angle"), -rig.value("left_hinge.angle"), 1e-9);
  EXPECT_NEAR(rig.value("bearing.velocity"), H / inertia(exact[0]), 0.01);
}

}  // namespace
}  // namespace stickslip
