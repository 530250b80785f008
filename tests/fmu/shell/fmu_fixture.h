#pragma once

#include <gtest/gtest.h>

#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "fmu/api/fmi2.h"
#include "tests/fmu/shell/fake_component.h"

namespace stickslip::fmu::testing {

inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Message {
  fmi2Status status;
  std::string category;
  std::string text;
  std::string instance;
};

/// What an importer's logger received, formatted as a careless importer does it.
struct Messages {
  std::vector<Message> all;

  static void receive(fmi2ComponentEnvironment environment, fmi2String instance, fmi2Status status, fmi2String category,
                      fmi2String format, ...) {
    char text[1000];
    va_list arguments;
    va_start(arguments, format);
    const int length = std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    EXPECT_LT(length, 1000);
    EXPECT_STREQ(format, "%s");
    static_cast<Messages*>(environment)->all.push_back({status, category, text, instance});
  }

  const Message& last() const {
    static const Message none{};
    return all.empty() ? none : all.back();
  }
};

inline std::string fake_guid() {
  return guid_of(make_fake()->description());
}

/// One instance, freed at the end, with short names for what tests do all the time.
class Fmu {
 public:
  explicit Fmu(bool logging = true, const char* name = "one") : callbacks_{callbacks()} {
    instance_ = fmi2Instantiate(name, fmi2CoSimulation, fake_guid().c_str(), "file:///resources", &callbacks_,
                                fmi2False, logging ? fmi2True : fmi2False);
    EXPECT_NE(instance_, nullptr);
  }
  Fmu(const Fmu&) = delete;
  Fmu& operator=(const Fmu&) = delete;
  ~Fmu() { fmi2FreeInstance(instance_); }

  operator fmi2Component() const { return instance_; }  // NOLINT(google-explicit-constructor)

  void start(double start_time = 0) {
    EXPECT_EQ(fmi2SetupExperiment(instance_, fmi2False, 0, start_time, fmi2False, 0), fmi2OK);
    EXPECT_EQ(fmi2EnterInitializationMode(instance_), fmi2OK);
    EXPECT_EQ(fmi2ExitInitializationMode(instance_), fmi2OK);
  }
  fmi2Status set(unsigned reference, double value) { return fmi2SetReal(instance_, &reference, 1, &value); }
  double get(unsigned reference) {
    double value = -1;
    EXPECT_EQ(fmi2GetReal(instance_, &reference, 1, &value), fmi2OK);
    return value;
  }
  int get_integer(unsigned reference) {
    int value = -1;
    EXPECT_EQ(fmi2GetInteger(instance_, &reference, 1, &value), fmi2OK);
    return value;
  }
  std::vector<fmi2Byte> bytes() {
    fmi2FMUstate state = nullptr;
    size_t size = 0;
    EXPECT_EQ(fmi2GetFMUstate(instance_, &state), fmi2OK);
    EXPECT_EQ(fmi2SerializedFMUstateSize(instance_, state, &size), fmi2OK);
    std::vector<fmi2Byte> all(size);
    EXPECT_EQ(fmi2SerializeFMUstate(instance_, state, all.data(), size), fmi2OK);
    EXPECT_EQ(fmi2FreeFMUstate(instance_, &state), fmi2OK);
    return all;
  }
  void run(int steps, double h = kFakeStep) {
    double t = 0;
    EXPECT_EQ(fmi2GetRealStatus(instance_, fmi2LastSuccessfulTime, &t), fmi2OK);
    for (int i = 0; i < steps; ++i, t += h) ASSERT_EQ(fmi2DoStep(instance_, t, h, fmi2True), fmi2OK);
  }

  fmi2CallbackFunctions callbacks() {
    fmi2CallbackFunctions functions{};
    functions.logger = &Messages::receive;
    functions.componentEnvironment = &messages;
    return functions;
  }

  Messages messages;

 private:
  fmi2CallbackFunctions callbacks_;
  fmi2Component instance_ = nullptr;
};

}  // namespace stickslip::fmu::testing
