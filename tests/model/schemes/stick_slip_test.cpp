#include <gtest/gtest.h>

#include "tests/model/rig.h"
#include "tests/model/step/models.h"

/// G06 section 9.
namespace stickslip {
namespace {

constexpr double kFriction = 0.8 * 9.81;

/// The block of section 9.2, exactly: m = 1, pushed by 8 cos(t).
struct Block {
  struct Slip {
    double begin, end, x, sign;
  };
  std::vector<Slip> slips;

  Block() {
    const double onset = std::acos(-kFriction / 8);
    double x = 3;
    for (int k = 0; k < 4; ++k) {
      Slip slip{k == 0 ? 0.0 : onset + 3.14159265358979323846 * (k - 1), 0, x, k % 2 == 0 ? 1.0 : -1.0};
      double low = slip.begin + 0.1;
      double high = slip.begin + 1.5;
      for (int i = 0; i < 100; ++i) {
        const double t = 0.5 * (low + high);
        const double v = 8 * (std::sin(t) - std::sin(slip.begin)) - slip.sign * kFriction * (t - slip.begin);
        (slip.sign * v > 0 ? low : high) = t;
      }
      slip.end = low;
      slips.push_back(slip);
      x = moved(slip, slip.end);
    }
  }
  static double moved(const Slip& s, double t) {
    const double u = t - s.begin;
    return s.x + 8 * (std::cos(s.begin) - std::cos(t)) - 8 * std::sin(s.begin) * u - s.sign * kFriction * u * u / 2;
  }
  double position(double t) const {
    double x = 3;
    for (const Slip& s : slips) {
      if (t > s.begin) x = moved(s, std::min(t, s.end));
    }
    return x;
  }
  bool sticks(double from, double to) const {
    for (const Slip& s : slips) {
      if (to > s.begin - 1e-9 && from < s.end + 1e-9) return false;
    }
    return true;
  }
};

struct Slide {
  double error = 0;          // of the position, the largest
  double creep = 0;          // |w| while sticking
  double alternation = 0;    // |v| while sticking
  int flips = 0;             // changes of sign of v while sticking
  std::vector<double> ends;  // of steps with more than one problem
};

Slide run(double h, bool located) {
  Model model = resource("papers/stick_slip_block");
  model.step.trapezoidal.locate_transitions = located;
  Rig rig(model);
  rig.initialise();
  const Block exact;
  Slide out;
  double before = 0;
  const int steps = static_cast<int>(std::lround(10 / h));
  for (int k = 0; k < steps; ++k) {
    if (rig.step(h).lcps > 1) out.ends.push_back((k + 1) * h);
    out.error = std::max(out.error, std::fabs(rig.value("block.position[1]") - exact.position((k + 1) * h)));
    const double v = rig.simulation.state().motion.velocity[6];
    if (exact.sticks(k * h, (k + 1) * h)) {
      out.creep = std::max(out.creep, std::fabs(rig.value("block.velocity[1]")));
      out.alternation = std::max(out.alternation, std::fabs(v));
      if (before * v < 0) ++out.flips;
    }
    before = v;
  }
  return out;
}

TEST(TrapezoidalStickSlip, TheExactSolutionIsThatOfTheDerivation) {
  const Block exact;
  constexpr double kSlips[4][2] = {{0, 0.338608184672},
                                   {2.946346791224, 3.532834608887},
                                   {6.087939444814, 6.674427262477},
                                   {9.229532098403, 9.816019916067}};
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_NEAR(exact.slips[k].begin, kSlips[k][0], 1e-12);
    EXPECT_NEAR(exact.slips[k].end, kSlips[k][1], 1e-12);
  }
  EXPECT_NEAR(exact.position(1), 3.004348569727, 1e-12);
  EXPECT_NEAR(exact.position(5), 2.991302833115, 1e-12);
}

TEST(TrapezoidalStickSlip, LocatedTransitionsGiveOrderTwoAndRest) {
  const Slide paper = run(0.01, true);
  EXPECT_LE(paper.error, 8.26e-6);
  for (const double h : {0.04, 0.02, 0.01, 0.005}) {
    const Slide ours = run(h, true);
    EXPECT_LT(ours.creep, 1e-14) << "h = " << h;
    EXPECT_LT(ours.alternation, 1e-14) << "h = " << h;
    EXPECT_NEAR(ours.error / (h * h), paper.error / 1e-4, 0.15 * paper.error / 1e-4) << "h = " << h;
  }
}

TEST(TrapezoidalStickSlip, WithoutLocationTheVelocityAlternatesAndWCreeps) {
  const Slide ours = run(0.01, false);
  EXPECT_TRUE(ours.ends.empty()) << "one problem a step";
  EXPECT_GT(ours.flips, 100);
  EXPECT_GT(ours.alternation, 1e-4);
  EXPECT_NEAR(ours.creep, 2e-4, 0.2e-4);
}

TEST(TrapezoidalStickSlip, AStartThatTheJointForbidsOscillatesInVOnly) {
  // Section 9.1: q'' = 0 with q = 0, started at q' = eps: v_l = (-(1 - alpha)/alpha)^l eps, w = 0, q constant. Assembly
  // would remove eps, so it is put into the state.
  for (const double alpha : {0.5, 0.6, 1.0}) {
    Model model = model_from(R"(
[model]
name = "pin"
dimension = 2
gravity = [0, 0]
[step]
size = 0.01
scheme = { name = "trapezoidal", alpha = 0.5, gamma = 0.5, projection = false }
[[body]]
name = "bead"
mass = 1
inertia = 1
[[joint]]
name = "pin"
type = "slider"
bodies = ["world", "bead"]
axis = [1, 0]
)");
    model.step.trapezoidal.alpha = alpha;
    Rig rig(model);
    rig.initialise();
    const double eps = 1e-3;
    rig.simulation.state().motion.velocity[1] = eps;
    double expected = eps;
    for (int l = 0; l < 50; ++l) {
      rig.step();
      expected *= -(1 - alpha) / alpha;
      EXPECT_NEAR(rig.simulation.state().motion.velocity[1], expected, 1e-17);
      EXPECT_EQ(rig.value("bead.velocity[2]"), 0);
      if (alpha == 0.5) {
        EXPECT_EQ(rig.value("bead.position[2]"), 0);
      }
    }
  }
}

}  // namespace
}  // namespace stickslip
