#include <cfenv>

#include "fmu/shell/step_plan.h"
#include "tests/fmu/shell/fmu_fixture.h"

namespace stickslip::fmu::testing {
namespace {

StepPlan plan(double H) {
  return plan_step(1e-3, Clock{}, 0, H);
}

TEST(StepPlan, OfTenHoursOfAddedUpTimesHasOneExactStepEach) {
  constexpr double h = 1e-3;
  Clock clock;
  double t = 0;
  for (long i = 0; i < 36'000'000; ++i) {
    const double next = t + h;
    const StepPlan held = plan_step(h, clock, t, h);
    const StepPlan differenced = plan_step(h, clock, t, next - t);
    ASSERT_EQ(held.refusal, nullptr);
    ASSERT_EQ(held.count, 1);
    ASSERT_EQ(held.size, h);
    ASSERT_EQ(differenced.refusal, nullptr) << t;
    ASSERT_EQ(differenced.count, 1) << t;
    ASSERT_EQ(differenced.size, h) << t;
    t = clock.time = next;
  }
  EXPECT_NEAR(t, 36000, 1e-3 * h * 1e3);
}

TEST(StepPlan, AcceptsAMasterThatMultipliesWhileWeAdd) {
  Clock clock;
  clock.time = 36000 + 3e-4 * 1e-3;
  EXPECT_EQ(plan_step(1e-3, clock, 36000, 1e-3).refusal, nullptr);
}

TEST(StepPlan, DividesWhatIsNoMultiple) {
  EXPECT_EQ(plan(1e-4).count, 1);
  EXPECT_EQ(plan(1e-4).size, 1e-4);
  EXPECT_EQ(plan(1e-2).count, 10);
  EXPECT_EQ(plan(1e-2).size, 1e-3);
  EXPECT_EQ(plan(0.009999999999999998).count, 10);
  EXPECT_EQ(plan(0.009999999999999998).size, 1e-3);
  EXPECT_EQ(plan(2.5e-3).count, 3);
  EXPECT_DOUBLE_EQ(plan(2.5e-3).size, 2.5e-3 / 3);
  EXPECT_EQ(plan(1.0005e-3).count, 1);
  EXPECT_EQ(plan(1.0005e-3).size, 1.0005e-3);
  EXPECT_EQ(plan(1.002e-3).count, 2);
}

TEST(StepPlan, TakesAnyStepOfAComponentWithoutOne) {
  const StepPlan any = plan_step(0, Clock{}, 0, 0.37);
  EXPECT_EQ(any.count, 1);
  EXPECT_EQ(any.size, 0.37);
}

TEST(StepPlan, RefusesImpossibleTimes) {
  for (const double bad : {0.0, -1e-3, kNan, kInfinity, -kInfinity, 1e-3 * 1.1e7}) {
    EXPECT_NE(plan(bad).refusal, nullptr) << bad;
  }
  for (const double bad : {kNan, kInfinity, 0.6e-3, -0.6e-3, 1.0}) {
    EXPECT_NE(plan_step(1e-3, Clock{}, bad, 1e-3).refusal, nullptr) << bad;
  }
  EXPECT_EQ(plan_step(1e-3, Clock{}, 0.4e-3, 1e-3).refusal, nullptr);
  EXPECT_EQ(plan(1e4).count, 10'000'000);
}

TEST(StepPlan, EndsAtStopTime) {
  Clock clock;
  clock.has_stop = true;
  clock.stop = clock.time = 1;
  EXPECT_NE(plan_step(1e-3, clock, 1, 1e-3).refusal, nullptr);
  clock.time = 1 - 1e-3;
  EXPECT_EQ(plan_step(1e-3, clock, 1 - 1e-3 + 1e-12, 1e-3).refusal, nullptr);
  EXPECT_NE(plan_step(1e-3, clock, 1 - 1e-3, 2e-3).refusal, nullptr);
}

TEST(DoStep, TakesTheMastersTimeAndCountsSteps) {
  Fmu fmu;
  fmu.start();
  ASSERT_EQ(fmi2DoStep(fmu, 0, 0.009999999999999998, fmi2False), fmi2OK);
  EXPECT_EQ(fmu.get_integer(kSteps), 10);
  double t = 0;
  fmi2GetRealStatus(fmu, fmi2LastSuccessfulTime, &t);
  EXPECT_EQ(t, 0.009999999999999998);
  ASSERT_EQ(fmi2DoStep(fmu, 0.01, 1e-4, fmi2False), fmi2OK);
  EXPECT_EQ(fmu.get_integer(kSteps), 11);
  fmi2GetRealStatus(fmu, fmi2LastSuccessfulTime, &t);
  EXPECT_EQ(t, 0.01 + 1e-4);
}

TEST(DoStep, RefusedForItsTimesChangesNothingAndTheRunGoesOn) {
  Fmu fmu;
  ASSERT_EQ(fmi2SetupExperiment(fmu, fmi2False, 0, 0, fmi2True, 0.01), fmi2OK);
  fmi2EnterInitializationMode(fmu);
  fmi2ExitInitializationMode(fmu);
  fmu.set(kForce, 1);
  fmu.run(9);
  const auto before = fmu.bytes();
  for (const double bad : {0.0, -1e-3, kNan, kInfinity, 2e-3}) {
    EXPECT_EQ(fmi2DoStep(fmu, 9e-3, bad, fmi2True), fmi2Error);
    EXPECT_EQ(fmu.messages.last().category, "logStatusError");
    EXPECT_EQ(fmu.bytes(), before);
  }
  EXPECT_EQ(fmi2DoStep(fmu, 0, 1e-3, fmi2True), fmi2Error);
  EXPECT_EQ(fmu.bytes(), before);
  fmu.run(1);
}

TEST(DoStep, ThatFailsPutsBackStateAndOutputs) {
  Fmu fmu;
  fmu.start();
  fmu.set(kForce, 1);
  fmu.run(3);
  const double x = fmu.get(kX);
  fmu.set(kForce, kForceThatFails);
  ASSERT_EQ(fmi2DoStep(fmu, 3e-3, 5e-3, fmi2True), fmi2Error);
  EXPECT_EQ(fmu.get(kX), x);
  EXPECT_EQ(fmu.get_integer(kSteps), 3);
  EXPECT_EQ(fmu.get(kForce), kForceThatFails);
  double t = 0;
  EXPECT_EQ(fmi2GetRealStatus(fmu, fmi2LastSuccessfulTime, &t), fmi2OK);
  EXPECT_NEAR(t, 3e-3, 1e-18);
}

TEST(DoStep, KeepsTheCallersFloatingPointEnvironmentAndIgnoresIt) {
  Fmu plain;
  Fmu odd;
  for (Fmu* fmu : {&plain, &odd}) {
    fmu->start();
    fmu->set(kForce, 1.0 / 3);
    fmu->set(kGain, 0.1);
  }
  plain.run(100);
  ASSERT_EQ(std::fesetround(FE_UPWARD), 0);
  double t = 0;
  for (int i = 0; i < 100; ++i, t = i * kFakeStep) ASSERT_EQ(fmi2DoStep(odd, t, kFakeStep, fmi2True), fmi2OK);
  const int rounding = std::fegetround();
  std::fesetround(FE_TONEAREST);
  EXPECT_EQ(rounding, FE_UPWARD);
  EXPECT_EQ(odd.get(kX), plain.get(kX));
}

}  // namespace
}  // namespace stickslip::fmu::testing
