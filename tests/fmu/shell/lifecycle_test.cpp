#include "fmu/shell/lifecycle.h"

#include <array>
#include <cstring>
#include <limits>

#include "tests/fmu/shell/fmu_fixture.h"

namespace stickslip::fmu::testing {
namespace {

fmi2Component instantiate(const char* name, fmi2Type type, const char* guid, const char* uri, Messages& messages,
                          bool logging = true) {
  fmi2CallbackFunctions functions{};
  functions.logger = &Messages::receive;
  functions.componentEnvironment = &messages;
  return fmi2Instantiate(name, type, guid, uri, &functions, fmi2False, logging ? fmi2True : fmi2False);
}

TEST(Instantiate, SaysWhyItRefuses) {
  struct Case {
    const char* name;
    fmi2Type type;
    std::string guid;
    const char* uri;
    const char* expected;
  };
  const std::string guid = fake_guid();
  const Case cases[] = {{nullptr, fmi2CoSimulation, guid, "file:///r", "name"},
                        {"", fmi2CoSimulation, guid, "file:///r", "name"},
                        {"x", fmi2ModelExchange, guid, "file:///r", "co-simulation"},
                        {"x", fmi2CoSimulation, "{other}", "file:///r", "GUID {other}"}};
  for (const Case& c : cases) {
    Messages messages;
    EXPECT_EQ(instantiate(c.name, c.type, c.guid.c_str(), c.uri, messages), nullptr);
    ASSERT_EQ(messages.all.size(), 1U);
    EXPECT_NE(messages.last().text.find(c.expected), std::string::npos) << messages.last().text;
    EXPECT_EQ(messages.last().category, "logStatusError");
    EXPECT_EQ(messages.last().status, fmi2Error);
  }
  Messages messages;
  EXPECT_EQ(instantiate("x", fmi2CoSimulation, nullptr, "file:///r", messages), nullptr);
  EXPECT_EQ(fmi2Instantiate("x", fmi2CoSimulation, guid.c_str(), "", nullptr, fmi2False, fmi2True), nullptr);
}

TEST(Instantiate, IsSilentWithoutLogging) {
  Messages messages;
  EXPECT_EQ(instantiate("x", fmi2CoSimulation, "{other}", "file:///r", messages, false), nullptr);
  EXPECT_TRUE(messages.all.empty());
}

TEST(Instantiate, LooksBesideTheBinaryWhenTheLocationIsNoGood) {
  Messages messages;
  const char* const locations[] = {nullptr, "", "http://somewhere/resources", "file:///missing"};
  for (const char* location : locations) {
    fmi2Component c = instantiate("x", fmi2CoSimulation, fake_guid().c_str(), location, messages);
    EXPECT_NE(c, nullptr);
    fmi2FreeInstance(c);
  }
}

TEST(Instantiate, AcceptsTheGuidOfTheFlatNames) {
  Messages messages;
  Description flat = make_fake()->description();
  flat.variables[kStartX].name = "start_x";
  fmi2Component c = instantiate("x", fmi2CoSimulation, guid_of(flat).c_str(), "file:///r", messages);
  EXPECT_NE(c, nullptr);
  fmi2FreeInstance(c);
}

TEST(Instantiate, WorksWithoutALogger) {
  const fmi2CallbackFunctions functions{};
  fmi2Component c =
      fmi2Instantiate("x", fmi2CoSimulation, fake_guid().c_str(), "file:///r", &functions, fmi2False, fmi2True);
  ASSERT_NE(c, nullptr);
  EXPECT_EQ(fmi2DoStep(c, 0, 1, fmi2True), fmi2Error);
  fmi2FreeInstance(c);
}

TEST(Instantiate, CopiesTheName) {
  char name[] = "first";
  Fmu fmu(true, name);
  std::strcpy(name, "other");
  EXPECT_EQ(fmi2DoStep(fmu, 0, 1, fmi2True), fmi2Error);
  EXPECT_EQ(fmu.messages.last().instance, "first");
}

/// What a call answers that gets a snapshot taken just before.
template <class Use>
fmi2Status on_a_state(fmi2Component c, const Use& use) {
  fmi2FMUstate s = nullptr;
  fmi2GetFMUstate(c, &s);
  const fmi2Status status = use(s);
  fmi2FreeFMUstate(c, &s);
  return status;
}

// One way to make each call that is fine but for the phase.
using Probe = fmi2Status (*)(fmi2Component);
const std::array<Probe, std::size(kCallRules)> kProbes = {
    [](fmi2Component c) { return fmi2SetDebugLogging(c, fmi2True, 0, nullptr); },
    [](fmi2Component c) { return fmi2SetupExperiment(c, fmi2False, 0, 0, fmi2False, 0); },
    [](fmi2Component c) { return fmi2EnterInitializationMode(c); },
    [](fmi2Component c) { return fmi2ExitInitializationMode(c); },
    [](fmi2Component c) { return fmi2Terminate(c); },
    [](fmi2Component c) { return fmi2Reset(c); },
    [](fmi2Component c) { return fmi2GetReal(c, nullptr, 0, nullptr); },
    [](fmi2Component c) { return fmi2GetInteger(c, nullptr, 0, nullptr); },
    [](fmi2Component c) { return fmi2GetBoolean(c, nullptr, 0, nullptr); },
    [](fmi2Component c) { return fmi2GetString(c, nullptr, 0, nullptr); },
    [](fmi2Component c) { return fmi2SetReal(c, nullptr, 0, nullptr); },
    [](fmi2Component c) { return fmi2SetInteger(c, nullptr, 0, nullptr); },
    [](fmi2Component c) { return fmi2SetBoolean(c, nullptr, 0, nullptr); },
    [](fmi2Component c) { return fmi2SetString(c, nullptr, 0, nullptr); },
    [](fmi2Component c) {
      fmi2FMUstate s = nullptr;
      const fmi2Status status = fmi2GetFMUstate(c, &s);
      fmi2FreeFMUstate(c, &s);
      return status;
    },
    [](fmi2Component c) { return on_a_state(c, [c](fmi2FMUstate s) { return fmi2SetFMUstate(c, s); }); },
    [](fmi2Component c) { return fmi2FreeFMUstate(c, nullptr); },
    [](fmi2Component c) {
      return on_a_state(c, [c](fmi2FMUstate s) {
        size_t size = 0;
        return fmi2SerializedFMUstateSize(c, s, &size);
      });
    },
    [](fmi2Component c) {
      return on_a_state(c, [c](fmi2FMUstate s) {
        size_t size = 0;
        fmi2SerializedFMUstateSize(c, s, &size);
        std::vector<fmi2Byte> bytes(size);
        return fmi2SerializeFMUstate(c, s, bytes.data(), size);
      });
    },
    [](fmi2Component c) {
      fmi2FMUstate s = nullptr;
      size_t size = 0;
      fmi2GetFMUstate(c, &s);
      fmi2SerializedFMUstateSize(c, s, &size);
      std::vector<fmi2Byte> bytes(size);
      fmi2SerializeFMUstate(c, s, bytes.data(), size);
      fmi2FreeFMUstate(c, &s);
      const fmi2Status status = fmi2DeSerializeFMUstate(c, bytes.data(), size, &s);
      fmi2FreeFMUstate(c, &s);
      return status;
    },
    [](fmi2Component c) { return fmi2GetDirectionalDerivative(c, nullptr, 0, nullptr, 0, nullptr, nullptr); },
    [](fmi2Component c) { return fmi2SetRealInputDerivatives(c, nullptr, 0, nullptr, nullptr); },
    [](fmi2Component c) { return fmi2GetRealOutputDerivatives(c, nullptr, 0, nullptr, nullptr); },
    [](fmi2Component c) {
      double t = 0;
      fmi2GetRealStatus(c, fmi2LastSuccessfulTime, &t);
      return fmi2DoStep(c, t, kFakeStep, fmi2True);
    },
    [](fmi2Component c) { return fmi2CancelStep(c); },
    [](fmi2Component c) { return fmi2GetStatus(c, fmi2DoStepStatus, nullptr) == fmi2Discard ? fmi2OK : fmi2Error; },
    [](fmi2Component c) {
      double t = 0;
      return fmi2GetRealStatus(c, fmi2LastSuccessfulTime, &t);
    },
    [](fmi2Component c) {
      return fmi2GetIntegerStatus(c, fmi2PendingStatus, nullptr) == fmi2Discard ? fmi2OK : fmi2Error;
    },
    [](fmi2Component c) {
      int flag = 0;
      return fmi2GetBooleanStatus(c, fmi2Terminated, &flag);
    },
    [](fmi2Component c) {
      return fmi2GetStringStatus(c, fmi2PendingStatus, nullptr) == fmi2Discard ? fmi2OK : fmi2Error;
    },
};

void bring_to(Phase phase, Fmu& fmu) {
  if (phase == Phase::instantiated) return;
  ASSERT_EQ(fmi2EnterInitializationMode(fmu), fmi2OK);
  if (phase == Phase::initialising) return;
  ASSERT_EQ(fmi2ExitInitializationMode(fmu), fmi2OK);
  if (phase == Phase::terminated) {
    ASSERT_EQ(fmi2Terminate(fmu), fmi2OK);
  }
  if (phase == Phase::failed) {
    ASSERT_EQ(fmu.set(kForce, kForceThatFails), fmi2OK);
    ASSERT_EQ(fmi2DoStep(fmu, 0, kFakeStep, fmi2True), fmi2Error);
  }
}

TEST(Lifecycle, AllowsWhatTheTableSaysInEveryPhaseAndRefusesTheRestWithAMessage) {
  for (int p = 0; p < kPhaseCount; ++p) {
    for (std::size_t call = 0; call < kProbes.size(); ++call) {
      Fmu fmu;
      bring_to(static_cast<Phase>(p), fmu);
      fmu.messages.all.clear();
      const bool legal = is_legal(static_cast<Call>(call), static_cast<Phase>(p));
      const auto before = legal ? std::vector<fmi2Byte>() : fmu.bytes();
      EXPECT_EQ(kProbes[call](fmu), legal ? fmi2OK : fmi2Error) << kCallRules[call].name << " " << kPhaseNames[p];
      if (legal) continue;
      EXPECT_NE(fmu.messages.last().text.find(kCallRules[call].name), std::string::npos);
      EXPECT_EQ(fmu.bytes(), before);
    }
  }
}

TEST(Lifecycle, RefusesANullInstanceInEveryCall) {
  for (const Probe probe : kProbes) EXPECT_EQ(probe(nullptr), fmi2Error);
  fmi2FreeInstance(nullptr);
}

TEST(Lifecycle, NamesVersionAndPlatform) {
  EXPECT_STREQ(fmi2GetVersion(), "2.0");
  EXPECT_STREQ(fmi2GetTypesPlatform(), "default");
}

TEST(Lifecycle, ResetAndRestoredStateLeadOutOfAFailedStep) {
  Fmu fmu;
  fmu.start();
  fmi2FMUstate state = nullptr;
  ASSERT_EQ(fmi2GetFMUstate(fmu, &state), fmi2OK);
  fmu.set(kForce, kForceThatFails);
  ASSERT_EQ(fmi2DoStep(fmu, 0, kFakeStep, fmi2True), fmi2Error);
  EXPECT_EQ(fmi2DoStep(fmu, 0, kFakeStep, fmi2True), fmi2Error);
  ASSERT_EQ(fmi2SetFMUstate(fmu, state), fmi2OK);
  fmu.run(1);
  fmu.set(kForce, kForceThatFails);
  ASSERT_EQ(fmi2DoStep(fmu, kFakeStep, kFakeStep, fmi2True), fmi2Error);
  ASSERT_EQ(fmi2Reset(fmu), fmi2OK);
  fmu.start();
  fmu.run(1);
  fmi2FreeFMUstate(fmu, &state);
}

TEST(Lifecycle, ResetEqualsAFreshInstance) {
  Fmu fresh;
  Fmu used;
  used.set(kGain, 3);
  used.set(kStartX, 5);
  used.start(2.5);
  used.set(kForce, 4);
  used.run(17);
  ASSERT_EQ(fmi2Reset(used), fmi2OK);
  EXPECT_EQ(used.bytes(), fresh.bytes());
  fresh.start();
  used.start();
  fresh.set(kForce, 1.5);
  used.set(kForce, 1.5);
  fresh.run(10);
  used.run(10);
  EXPECT_EQ(used.bytes(), fresh.bytes());
}

TEST(Lifecycle, RefusesAnExperimentThatEndsBeforeItStarts) {
  Fmu fmu;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(fmi2SetupExperiment(fmu, fmi2False, 0, 2, fmi2True, 1), fmi2Error);
  EXPECT_EQ(fmi2SetupExperiment(fmu, fmi2False, 0, nan, fmi2False, 0), fmi2Error);
  EXPECT_EQ(fmi2SetupExperiment(fmu, fmi2False, 0, 0, fmi2True, nan), fmi2Error);
  EXPECT_EQ(fmi2SetupExperiment(fmu, fmi2True, nan, 0, fmi2False, nan), fmi2OK);  // tolerance and stop do not count
}

TEST(Lifecycle, AnswersTimeAndTerminationAlways) {
  Fmu fmu;
  fmu.start(3);
  fmu.run(2);
  double t = 0;
  int ended = -1;
  EXPECT_EQ(fmi2GetRealStatus(fmu, fmi2LastSuccessfulTime, &t), fmi2OK);
  EXPECT_EQ(t, 3 + kFakeStep + kFakeStep);
  EXPECT_EQ(fmi2GetBooleanStatus(fmu, fmi2Terminated, &ended), fmi2OK);
  EXPECT_EQ(ended, fmi2False);
  EXPECT_EQ(fmi2GetRealStatus(fmu, fmi2Terminated, &t), fmi2Discard);
  EXPECT_EQ(fmi2GetBooleanStatus(fmu, fmi2LastSuccessfulTime, &ended), fmi2Discard);
  EXPECT_EQ(fmi2GetRealStatus(fmu, fmi2LastSuccessfulTime, nullptr), fmi2Error);
  EXPECT_EQ(fmi2GetBooleanStatus(fmu, fmi2Terminated, nullptr), fmi2Error);
}

}  // namespace
}  // namespace stickslip::fmu::testing
