#include "fmu/shell/log.h"

#include "tests/fmu/shell/fmu_fixture.h"

namespace stickslip::fmu::testing {
namespace {

TEST(Logging, IsSilentWhenSwitchedOff) {
  Fmu fmu(false);
  fmu.start();
  fmu.set(kForce, kForceThatReports);
  fmu.run(1);
  EXPECT_EQ(fmu.set(kForce, 1e9), fmi2Discard);
  EXPECT_EQ(fmi2CancelStep(fmu), fmi2Error);
  EXPECT_TRUE(fmu.messages.all.empty());
}

TEST(Logging, TellsTheFallbackOfAStepThatIsFine) {
  Fmu fmu;
  fmu.start();
  fmu.set(kForce, kForceThatReports);
  fmu.run(1);
  EXPECT_EQ(fmu.messages.last().category, "logSolver");
  EXPECT_EQ(fmu.messages.last().status, fmi2OK);
  EXPECT_EQ(fmu.messages.last().text, "fallback in step 1");
}

TEST(Logging, DoublesHashesAndLeavesPercentSignsAlone) {
  Fmu fmu;
  fmu.start();
  fmu.set(kForce, kForceThatFails);
  ASSERT_EQ(fmi2DoStep(fmu, 0, kFakeStep, fmi2True), fmi2Error);
  bool seen = false;
  for (const Message& message : fmu.messages.all) seen = seen || message.text == "100% ##1 failure";
  EXPECT_TRUE(seen);
}

TEST(Logging, OnlyOfTheCategoriesAskedFor) {
  Fmu fmu(false);
  fmu.start();
  const fmi2String solver[] = {"logSolver"};
  ASSERT_EQ(fmi2SetDebugLogging(fmu, fmi2True, 1, solver), fmi2OK);
  EXPECT_EQ(fmi2CancelStep(fmu), fmi2Error);
  EXPECT_TRUE(fmu.messages.all.empty());
  fmu.set(kForce, kForceThatReports);
  fmu.run(1);
  EXPECT_EQ(fmu.messages.all.size(), 1U);
  const fmi2String all[] = {"logAll"};
  ASSERT_EQ(fmi2SetDebugLogging(fmu, fmi2True, 1, all), fmi2OK);
  fmi2CancelStep(fmu);
  EXPECT_EQ(fmu.messages.all.size(), 2U);
  ASSERT_EQ(fmi2SetDebugLogging(fmu, fmi2False, 1, solver), fmi2OK);
  fmu.run(1);
  EXPECT_EQ(fmu.messages.all.size(), 2U);
  ASSERT_EQ(fmi2SetDebugLogging(fmu, fmi2False, 0, nullptr), fmi2OK);
  fmi2CancelStep(fmu);
  EXPECT_EQ(fmu.messages.all.size(), 2U);
}

TEST(Logging, RefusesUnknownCategoriesAndChangesNothing) {
  Fmu fmu;
  const fmi2String unknown[] = {"logSolver", "logNonsense"};
  const fmi2String null[] = {nullptr};
  EXPECT_EQ(fmi2SetDebugLogging(fmu, fmi2False, 2, unknown), fmi2Error);
  EXPECT_EQ(fmi2SetDebugLogging(fmu, fmi2True, 1, null), fmi2Error);
  EXPECT_EQ(fmi2SetDebugLogging(fmu, fmi2True, 1, nullptr), fmi2Error);
  EXPECT_EQ(fmu.messages.all.size(), 3U);
  EXPECT_NE(fmu.messages.all[0].text.find("logNonsense"), std::string::npos);
}

TEST(Logging, CutsLongMessages) {
  Messages messages;
  fmi2CallbackFunctions functions{};
  functions.logger = &Messages::receive;
  functions.componentEnvironment = &messages;
  const std::string guid(5000, '#');
  EXPECT_EQ(fmi2Instantiate("x", fmi2CoSimulation, guid.c_str(), "file:///r", &functions, fmi2False, fmi2True),
            nullptr);
  EXPECT_EQ(
      fmi2Instantiate("x", fmi2CoSimulation, "g", ("file:///missing" + guid).c_str(), &functions, fmi2False, fmi2True),
      nullptr);
  Log log([](void* text, Category, const char* line) { *static_cast<std::string*>(text) = line; }, nullptr);
  std::string text;
  log = Log([](void* user, Category, const char* line) { *static_cast<std::string*>(user) = line; }, &text);
  log.enable_all(true);
  log.write(Category::warning, "%s", guid.c_str());
  EXPECT_LT(text.size(), std::size_t{Log::kTextBytes});
}

}  // namespace
}  // namespace stickslip::fmu::testing
