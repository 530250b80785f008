// A step costs no more multiplications than its model says before.
#include <random>

#include "tests/model/rig.h"
#include "tests/model/step/models.h"

namespace stickslip {
namespace {

TEST(Cap, NoStepTakesMoreMultiplicationsThanItsModelSays) {
  constexpr const char* kModels[] = {"gripper",    "stack",    "resting_box",   "disks",        "four_bar",
                                     "crane",      "chain",    "incline",       "quarter_car",  "billiard_ball",
                                     "sledge",     "pendulum", "bouncing_ball", "six_axis_arm", "scenes/parked_robot",
                                     "spring_mass"};
  std::mt19937_64 random(7);
  const auto uniform = [&](double a, double b) { return a + (b - a) * static_cast<double>(random() >> 11) * 0x1p-53; };
  for (const char* name : kModels) {
    for (const Scheme scheme : kSchemes) {
      Model model = resource(name);
      model.step.scheme = scheme;
      Rig rig(model);
      rig.initialise();
      ASSERT_TRUE(has_cap(model)) << name;
      const double most = max_multiplications(model);
      for (int k = 0; k < 15; ++k) {
        if (k == 5) {
          for (double& input : rig.inputs) input += uniform(-20, 20);
        }
        rig.step();
        ASSERT_LE(rig.report.multiplications, most) << name << ", step " << k;
        ASSERT_GT(rig.report.multiplications, 0) << name;
      }
    }
  }
}

TEST(Cap, WhatIsNotSolvedByThenFallsBackAndIsReported) {
  const auto cold_step = [](double multiplications) {
    Model model = resource("stack");
    model.step.solver_options.multiplications = multiplications;
    Rig rig(model);
    rig.initialise();
    for (lcp::WarmEntry& known : rig.simulation.state().warm.entries) known = {};
    rig.step();
    EXPECT_LE(rig.report.multiplications, max_multiplications(model)) << multiplications;
    return rig.report;
  };
  const StepReport whole = cold_step(0);
  ASSERT_EQ(whole.status, StepStatus::solved);
  ASSERT_EQ(whole.rung, 0);
  int fell_back = 0;
  for (double asked = whole.multiplications; asked > 1; asked *= 0.9) {
    const StepReport report = cold_step(asked);
    EXPECT_LE(report.multiplications, asked + whole.multiplications) << asked;
    EXPECT_EQ(report.status == StepStatus::solved, report.rung == 0) << asked;
    fell_back += report.rung > 0 ? 1 : 0;
  }
  EXPECT_GT(fell_back, 0);
  const StepReport nothing = cold_step(1);
  EXPECT_EQ(nothing.status, StepStatus::projected);
  EXPECT_LT(nothing.multiplications, 0.5 * whole.multiplications);
  EXPECT_EQ(nothing.energy_gain, 0);
}

}  // namespace
}  // namespace stickslip
