#include <algorithm>

#include "tests/model/rig.h"
#include "tests/model/step/models.h"

/// Springs on a light body that fixed joints tie to a heavy one: whether a step resolves them is a matter of all that
/// they move.
namespace stickslip {
namespace {

constexpr double kStep = 1e-3;
constexpr double kOfSpring = 1e4;  // N/m: 100 rad/s with 1 kg, 3000 rad/s with 1 g alone

// 1 kg at a point of the plane; as one body, or all but 1 g of it welded to that, and springs only to the gram.
std::string load(bool welded, const std::string& velocity) {
  const auto body = [&](const char* name, double mass) {
    return "[[body]]\nname = \"" + std::string(name) + "\"\nmass = " + number(mass) +
           "\ninertia = " + number(0.01 * mass) + "\nvelocity = " + velocity + "\n";
  };
  if (!welded) return body("hub", 1);
  return body("hub", 1e-3) + body("disc", 0.999) +
         "[[joint]]\nname = \"weld\"\ntype = \"fixed\"\nbodies = [\"hub\", \"disc\"]\n";
}

std::string spring(const std::string& name, const std::string& from) {
  return "[[spring]]\nname = \"" + name + "\"\nbodies = [\"world\", \"hub\"]\nanchors = [" + from +
         ", [0, 0]]\nstiffness = " + number(kOfSpring) + "\nrest_length = 1\n";
}

std::string head(Scheme scheme) {
  return head_of(scheme, "dimension = 2\ngravity = [0, 0]", kStep);
}

TEST(WeldedSpring, OfACarriageKeepsItsEnergyUnderSpook) {
  for (const bool rail : {false, true}) {
    double left[2] = {};
    for (const bool welded : {false, true}) {
      const std::string guide =
          rail ? "[[joint]]\nname = \"rail\"\ntype = \"slider\"\nbodies = [\"world\", \"hub\"]\naxis = [1, 0]\n" : "";
      Rig rig(model_from(head(Scheme::spook) + load(welded, "[1, 0]") + guide + spring("spring", "[-1, 0]")));
      rig.initialise();
      const double start = rig.energy();
      double least = start;
      for (int n = 0; n < 5000; ++n) {
        rig.step();
        ASSERT_EQ(rig.report.status, StepStatus::solved);
        least = std::min(least, rig.energy());
      }
      left[welded ? 1 : 0] = least / start;
    }
    EXPECT_GT(left[0], 0.95);
    EXPECT_NEAR(left[1], left[0], 5e-3) << (rail ? "on a rail" : "free");
  }
}

// A rotor's hub between two springs, which turn a little as it whirls.
TEST(WeldedSpring, OfARotorKeepsItsFrequencyUnderTrapezoidal) {
  const double half_turn = std::acos(-1.0);
  Rig rig(model_from(head(Scheme::trapezoidal) + load(true, "[0.2, 0.1]") + spring("x", "[-1, 0]") +
                     spring("y", "[0, -1]")));
  rig.initialise();
  const double* x = rig.at("hub.position[1]");
  const double start = rig.energy();
  double before = *x;
  double first = -1;
  double last = 0;
  int turns = 0;
  for (int n = 1; n <= 2000; ++n) {
    rig.step();
    ASSERT_EQ(rig.report.status, StepStatus::solved);
    if (before < 0 && *x >= 0) {
      last = kStep * (n - *x / (*x - before));
      if (first < 0) {
        first = last;
      } else {
        ++turns;
      }
    }
    before = *x;
  }
  ASSERT_GT(turns, 20);
  const double frequency = 2 * half_turn * turns / (last - first);
  EXPECT_NEAR(frequency, 100, 0.2);  // of the rule itself 0.08
  EXPECT_NEAR(rig.energy(), start, 0.01 * start);
}

// A weld softer than the spring does not hold the gram: as if it did, the spring had 4 times its energy and more.
TEST(WeldedSpring, OnASoftWeldGainsNothingUnderSpook) {
  Model model = model_from(head(Scheme::spook) + load(true, "[1, 1]") + spring("spring", "[-1, 0]"));
  model.springs[0].p_IB = Vec3(0.05, 0.1, 0);
  model.springs[0].stiffness = 10 * kOfSpring;
  model.joints[0].softness.compliance = model.joints[0].softness.angular_compliance = 1e-3;
  Rig rig(model);
  rig.initialise();
  const double start = rig.energy();
  double most = start;
  for (int n = 0; n < 5000; ++n) {
    rig.step();
    most = std::max(most, rig.energy());
  }
  EXPECT_LT(most, 1.001 * start);
}

}  // namespace
}  // namespace stickslip
