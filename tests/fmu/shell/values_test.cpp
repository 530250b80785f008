
#include "fmu/shell/snapshot.h"
#include "tests/fmu/shell/fmu_fixture.h"

namespace stickslip::fmu::testing {
namespace {

TEST(Values, StartAsDeclared) {
  Fmu fmu;
  fmi2EnterInitializationMode(fmu);
  EXPECT_EQ(fmu.get(kForce), 0);
  EXPECT_EQ(fmu.get(kGain), 2);
  EXPECT_EQ(fmu.get_integer(kMode), 1);
}

TEST(Values, DiscardOfOneMeansNothingIsStored) {
  Fmu fmu;
  fmu.start();
  for (const double bad : {kNan, kInfinity, -kInfinity, 100.5}) {
    const fmi2ValueReference references[] = {kGain, kForce};
    const double values[] = {9, bad};
    EXPECT_EQ(fmi2SetReal(fmu, references, 2, values), fmi2Discard);
    EXPECT_EQ(fmu.messages.last().category, "logStatusDiscard");
    EXPECT_EQ(fmu.messages.last().status, fmi2Discard);
    EXPECT_NE(fmu.messages.last().text.find("force"), std::string::npos);
    EXPECT_EQ(fmu.get(kGain), 2);
    EXPECT_EQ(fmu.get(kForce), 0);
  }
  EXPECT_EQ(fmu.set(kForce, 100), fmi2OK);
  const fmi2ValueReference mode = kMode;
  const int four = 4;
  EXPECT_EQ(fmi2SetInteger(fmu, &mode, 1, &four), fmi2Discard);
  EXPECT_NE(fmu.messages.last().text.find("mode must be at most 3, got 4"), std::string::npos);
  EXPECT_EQ(fmu.get_integer(kMode), 1);
}

TEST(Values, UnknownReferencesAndWrongTypesAreErrorsThatChangeNothing) {
  Fmu fmu;
  fmu.start();
  const auto before = fmu.bytes();
  for (const fmi2ValueReference bad : {unsigned{kFakeVariableCount}, unsigned{kSteps}, unsigned{kEnable}, ~0U}) {
    const fmi2ValueReference references[] = {kForce, bad};
    double values[] = {1, 1};
    EXPECT_EQ(fmi2SetReal(fmu, references, 2, values), fmi2Error);
    EXPECT_EQ(fmi2GetReal(fmu, references, 2, values), fmi2Error);
    EXPECT_EQ(values[0], 1);  // nothing is delivered either
  }
  const fmi2ValueReference force = kForce;
  int number = 0;
  fmi2String text = nullptr;
  EXPECT_EQ(fmi2GetInteger(fmu, &force, 1, &number), fmi2Error);
  EXPECT_EQ(fmi2GetBoolean(fmu, &force, 1, &number), fmi2Error);
  EXPECT_EQ(fmi2SetBoolean(fmu, &force, 1, &number), fmi2Error);
  EXPECT_EQ(fmi2GetString(fmu, &force, 1, &text), fmi2Error);
  EXPECT_EQ(fmi2SetString(fmu, &force, 1, &text), fmi2Error);
  EXPECT_EQ(fmu.bytes(), before);
}

TEST(Values, NullArraysAreErrorsUnlessNothingIsAsked) {
  Fmu fmu;
  fmu.start();
  const fmi2ValueReference force = kForce;
  double value = 0;
  EXPECT_EQ(fmi2GetReal(fmu, nullptr, 1, &value), fmi2Error);
  EXPECT_EQ(fmi2GetReal(fmu, &force, 1, nullptr), fmi2Error);
  EXPECT_EQ(fmi2SetReal(fmu, nullptr, 1, &value), fmi2Error);
  EXPECT_EQ(fmi2SetReal(fmu, &force, 1, nullptr), fmi2Error);
  EXPECT_EQ(fmi2SetReal(fmu, &force, 0, nullptr), fmi2OK);
  EXPECT_EQ(fmi2GetReal(fmu, nullptr, 0, &value), fmi2OK);
}

TEST(Values, MayBeSetAsLongAsTheirKindSays) {
  struct Case {
    unsigned reference;
    fmi2Status instantiated, initialising, running, terminated;
  };
  const Case cases[] = {{kForce, fmi2OK, fmi2OK, fmi2OK, fmi2Error},
                        {kGain, fmi2OK, fmi2OK, fmi2OK, fmi2Error},
                        {kMass, fmi2OK, fmi2OK, fmi2Error, fmi2Error},
                        {kStartX, fmi2OK, fmi2OK, fmi2Error, fmi2Error},
                        {kX, fmi2Error, fmi2Error, fmi2Error, fmi2Error}};
  for (const Case& c : cases) {
    Fmu fmu;
    EXPECT_EQ(fmu.set(c.reference, 1), c.instantiated);
    fmi2EnterInitializationMode(fmu);
    EXPECT_EQ(fmu.set(c.reference, 1), c.initialising);
    fmi2ExitInitializationMode(fmu);
    EXPECT_EQ(fmu.set(c.reference, 1), c.running);
    fmi2Terminate(fmu);
    EXPECT_EQ(fmu.set(c.reference, 1), c.terminated);
  }
}

TEST(Values, FollowStartValuesInInitialisationHoweverOftenTheyAreRead) {
  Fmu often;
  Fmu never;
  for (Fmu* fmu : {&often, &never}) {
    fmu->set(kStartX, 1);
    fmi2EnterInitializationMode(*fmu);
    if (fmu == &often) {
      EXPECT_EQ(fmu->get(kX), 1);
    }
    fmu->set(kStartX, 2);
    if (fmu == &often) {
      for (int i = 0; i < 3; ++i) EXPECT_EQ(fmu->get(kX), 2);
    }
    fmi2ExitInitializationMode(*fmu);
    fmu->set(kForce, 3);
    fmu->run(5);
  }
  EXPECT_EQ(often.bytes(), never.bytes());
}

TEST(Values, AStartWithoutStateIsAnErrorThatCanBeCorrected) {
  Fmu fmu;
  fmu.set(kStartX, kStartWithoutState);
  fmi2EnterInitializationMode(fmu);
  const fmi2ValueReference x = kX;
  double value = 0;
  EXPECT_EQ(fmi2GetReal(fmu, &x, 1, &value), fmi2Error);
  EXPECT_EQ(fmu.get(kStartX), kStartWithoutState);
  EXPECT_EQ(fmi2ExitInitializationMode(fmu), fmi2Error);
  EXPECT_EQ(fmu.set(kStartX, 1), fmi2OK);
  EXPECT_EQ(fmi2ExitInitializationMode(fmu), fmi2OK);
  EXPECT_EQ(fmu.get(kX), 1);
}

TEST(Values, OutputsAreThoseOfTheStepsEndWhateverIsSetAfterIt) {
  Fmu fmu;
  fmu.start();
  fmu.set(kForce, 5);
  fmu.run(1);
  const double x = fmu.get(kX);
  EXPECT_DOUBLE_EQ(x, 2 * 5 * kFakeStep);
  fmu.set(kGain, 4);
  fmu.set(kForce, -5);
  EXPECT_EQ(fmu.get(kX), x);
  fmu.run(1);
  EXPECT_NEAR(fmu.get(kX), x - 4 * 5 * kFakeStep, 1e-15);
}

TEST(Values, BooleansAreZeroAndOne) {
  Fmu fmu;
  fmu.start();
  const fmi2ValueReference enable = kEnable;
  const int seven = 7;
  int flag = -1;
  ASSERT_EQ(fmi2SetBoolean(fmu, &enable, 1, &seven), fmi2OK);
  ASSERT_EQ(fmi2GetBoolean(fmu, &enable, 1, &flag), fmi2OK);
  EXPECT_EQ(flag, fmi2True);
  fmu.set(kForce, 1);
  fmu.run(1);
  const fmi2ValueReference moving = kMoving;
  ASSERT_EQ(fmi2GetBoolean(fmu, &moving, 1, &flag), fmi2OK);
  EXPECT_EQ(flag, fmi2True);
  EXPECT_EQ(fmu.get_integer(kSteps), 1);
}

TEST(Values, DirectionalDerivativesAreNotOffered) {
  Fmu fmu;
  fmu.start();
  const fmi2ValueReference x = kX;
  const fmi2ValueReference force = kForce;
  double value = 1;
  EXPECT_EQ(fmi2GetDirectionalDerivative(fmu, &x, 1, &force, 1, &value, &value), fmi2Error);
  EXPECT_NE(fmu.messages.last().text.find("providesDirectionalDerivative"), std::string::npos);
}

fmi2Status set_slope(Fmu& fmu, fmi2ValueReference reference, double slope, int order = 1) {
  return fmi2SetRealInputDerivatives(fmu, &reference, 1, &order, &slope);
}

fmi2Status get_slope(Fmu& fmu, fmi2ValueReference reference, double& slope, int order = 1) {
  return fmi2GetRealOutputDerivatives(fmu, &reference, 1, &order, &slope);
}

TEST(Derivatives, OfAnInputBringInTheImpulseOfItsLine) {
  Fmu fmu;
  fmu.start();
  fmu.set(kForce, 10);
  ASSERT_EQ(set_slope(fmu, kForce, 1000), fmi2OK);
  ASSERT_EQ(fmi2DoStep(fmu, 0, 10 * kFakeStep, fmi2True), fmi2OK);
  // x = gain / mass times the integral of 10 + 1000 t over 10 ms
  EXPECT_NEAR(fmu.get(kX), 2 * (10 * 0.01 + 500 * 0.01 * 0.01), 1e-12);
  EXPECT_EQ(fmu.get(kForce), 10);  // as it was set
  // The next step holds it again.
  ASSERT_EQ(fmi2DoStep(fmu, 0.01, kFakeStep, fmi2True), fmi2OK);
  EXPECT_NEAR(fmu.get(kX), 2 * (10 * 0.01 + 500 * 0.01 * 0.01 + 10 * kFakeStep), 1e-12);
}

TEST(Derivatives, OfAnInputStopAtItsLimit) {
  Fmu fmu;
  fmu.start();
  fmu.set(kForce, 98);
  ASSERT_EQ(set_slope(fmu, kForce, 1e6), fmi2OK);
  ASSERT_EQ(fmi2DoStep(fmu, 0, kFakeStep, fmi2True), fmi2OK);
  EXPECT_NEAR(fmu.get(kX), 2 * 100 * kFakeStep, 1e-15);
}

TEST(Derivatives, OfAnOutputAreItsChangeOverTheLastStep) {
  Fmu fmu;
  fmu.start();
  double slope = 0;
  EXPECT_EQ(get_slope(fmu, kX, slope), fmi2Discard);
  EXPECT_NE(fmu.messages.last().text.find("after the first step"), std::string::npos);
  fmu.set(kForce, 10);
  ASSERT_EQ(fmi2DoStep(fmu, 0, 5 * kFakeStep, fmi2True), fmi2OK);
  ASSERT_EQ(get_slope(fmu, kX, slope), fmi2OK);
  EXPECT_NEAR(slope, 2 * 10, 1e-10);
  ASSERT_EQ(get_slope(fmu, kElapsed, slope), fmi2OK);
  EXPECT_NEAR(slope, 1, 1e-10);
}

TEST(Derivatives, AreOfTheFirstOrderOfContinuousInputsAndOutputs) {
  Fmu fmu;
  fmu.start();
  double value = 0;
  EXPECT_EQ(set_slope(fmu, kForce, 1, 2), fmi2Error);
  EXPECT_NE(fmu.messages.last().text.find("derivatives are of order 1, got 2 for force"), std::string::npos);
  EXPECT_EQ(set_slope(fmu, kForce, 1, 0), fmi2Error);
  EXPECT_EQ(set_slope(fmu, kGain, 1), fmi2Error);
  EXPECT_NE(fmu.messages.last().text.find("gain is not a continuous input"), std::string::npos);
  EXPECT_EQ(set_slope(fmu, kForce, kNan), fmi2Discard);
  EXPECT_EQ(get_slope(fmu, kForce, value), fmi2Error);
  EXPECT_EQ(set_slope(fmu, 1000, 1), fmi2Error);
  const fmi2ValueReference force = kForce;
  EXPECT_EQ(fmi2SetRealInputDerivatives(fmu, &force, 1, nullptr, &value), fmi2Error);
  EXPECT_EQ(fmi2DoStep(fmu, 0, kFakeStep, fmi2True), fmi2OK);
  EXPECT_EQ(fmu.get(kX), 0);  // nothing of it was kept
}

TEST(Derivatives, AreTheSameHoweverOftenTheStateIsTaken) {
  Fmu asked;
  Fmu alone;
  double time = 0;
  for (Fmu* fmu : {&asked, &alone}) fmu->start();
  for (int k = 0; k < 6; ++k) {
    const double H = (1 + k % 3) * kFakeStep;
    double slopes[2] = {-1, -2};
    for (Fmu* fmu : {&asked, &alone}) {
      fmu->set(kForce, 10 * k);
      ASSERT_EQ(fmi2DoStep(*fmu, time, H, fmi2True), fmi2OK);
      ASSERT_EQ(get_slope(*fmu, kX, slopes[fmu == &alone ? 1 : 0]), fmi2OK);
    }
    EXPECT_NEAR(slopes[0], 20 * k, 1e-9);
    EXPECT_EQ(slopes[0], slopes[1]);
    EXPECT_FALSE(asked.bytes().empty());
    time += H;
  }
  EXPECT_EQ(asked.bytes(), alone.bytes());
}

TEST(Derivatives, AreWhatTheyWereAfterAStepThatFails) {
  for (const int steps : {1, 3}) {
    Fmu fmu;
    fmu.start();
    fmu.set(kForce, 10);
    ASSERT_EQ(fmi2DoStep(fmu, 0, kFakeStep, fmi2True), fmi2OK);
    ASSERT_EQ(set_slope(fmu, kForce, (kForceThatFails - 10) / ((steps - 0.5) * kFakeStep)), fmi2OK);
    const auto before = fmu.bytes();
    ASSERT_EQ(fmi2DoStep(fmu, kFakeStep, steps * kFakeStep, fmi2True), fmi2Error) << steps;
    auto after = fmu.bytes();
    ASSERT_EQ(after.size(), before.size());
    // But for its checksum and its phase the state is as it was.
    SnapshotHeader header[2];
    std::memcpy(&header[0], before.data(), sizeof header[0]);
    std::memcpy(&header[1], after.data(), sizeof header[1]);
    EXPECT_EQ(header[1].phase, Phase::failed);
    header[1].phase = header[0].phase;
    header[1].checksum = header[0].checksum;
    std::memcpy(after.data(), &header[1], sizeof header[1]);
    EXPECT_EQ(after, before) << steps;
  }
}

TEST(Derivatives, ArePartOfTheState) {
  Fmu fmu;
  fmu.start();
  fmu.set(kForce, 10);
  ASSERT_EQ(fmi2DoStep(fmu, 0, kFakeStep, fmi2True), fmi2OK);
  ASSERT_EQ(set_slope(fmu, kForce, 1000), fmi2OK);
  fmi2FMUstate state = nullptr;
  ASSERT_EQ(fmi2GetFMUstate(fmu, &state), fmi2OK);
  ASSERT_EQ(fmi2DoStep(fmu, kFakeStep, kFakeStep, fmi2True), fmi2OK);
  const double once = fmu.get(kX);
  double before = 0;
  ASSERT_EQ(fmi2SetFMUstate(fmu, state), fmi2OK);
  ASSERT_EQ(get_slope(fmu, kX, before), fmi2OK);
  EXPECT_NEAR(before, 20, 1e-10);
  ASSERT_EQ(fmi2DoStep(fmu, kFakeStep, kFakeStep, fmi2True), fmi2OK);
  EXPECT_EQ(fmu.get(kX), once);
  EXPECT_EQ(fmi2FreeFMUstate(fmu, &state), fmi2OK);
}

TEST(Derivatives, OutliveAStepThatFailsAndEndWithAReset) {
  Fmu fmu;
  fmu.start();
  fmu.set(kForce, kForceThatFails - 1);
  ASSERT_EQ(set_slope(fmu, kForce, 2 / kFakeStep), fmi2OK);  // 99 at the middle of the step
  EXPECT_EQ(fmi2DoStep(fmu, 0, kFakeStep, fmi2True), fmi2Error);
  EXPECT_EQ(fmu.get(kForce), kForceThatFails - 1);
  ASSERT_EQ(fmi2Reset(fmu), fmi2OK);
  fmu.start();
  fmu.set(kForce, kForceThatFails - 1);
  EXPECT_EQ(fmi2DoStep(fmu, 0, kFakeStep, fmi2True), fmi2OK);
}

}  // namespace
}  // namespace stickslip::fmu::testing
