// Any calls in any order with any arguments: a status comes back, a refused call changes nothing, nobody crashes.
#include <algorithm>
#include <iterator>
#include <limits>
#include <random>

#include "fmu/shell/lifecycle.h"
#include "tests/fmu/shell/fmu_fixture.h"

namespace stickslip::fmu::testing {
namespace {

constexpr double kNumbers[] = {0,
                               1,
                               -1,
                               kFakeStep,
                               0.5,
                               7,
                               kForceThatReports,
                               kForceThatFails,
                               1e9,
                               std::numeric_limits<double>::quiet_NaN(),
                               std::numeric_limits<double>::infinity(),
                               std::numeric_limits<double>::denorm_min()};

class Monkey {
 public:
  explicit Monkey(unsigned seed) : random_(seed) {}
  Monkey(const Monkey&) = delete;
  Monkey& operator=(const Monkey&) = delete;
  ~Monkey() { fmi2FreeFMUstate(fmu_, &state_); }

  void call_something() {
    const auto before = fmu_.bytes();
    const Call call = static_cast<Call>(pick(static_cast<int>(std::size(kCallRules))));
    const bool log_only = call == Call::set_debug_logging;
    const fmi2Status status = make(call);
    ASSERT_TRUE(status == fmi2OK || status == fmi2Discard || status == fmi2Error) << rule_of(call).name;
    if (status == fmi2OK || log_only) return;
    const auto after = fmu_.bytes();
    const bool may_have_failed = call == Call::do_step && status == fmi2Error;
    const bool may_differ = may_have_failed || reads_outputs(call) || call == Call::exit_initialization_mode;
    EXPECT_TRUE(may_differ || after == before) << rule_of(call).name;
  }

 private:
  int pick(int count) { return std::uniform_int_distribution<int>(0, count - 1)(random_); }
  bool rarely() { return pick(12) == 0; }
  double number() { return kNumbers[pick(static_cast<int>(std::size(kNumbers)))]; }
  // A read in initialisation mode may make the initial state and then fail for another reason.
  static bool reads_outputs(Call call) { return call >= Call::get_real && call <= Call::get_string; }

  template <class Value, class Function>
  fmi2Status access(Function function) {
    constexpr int kMost = 4;
    const int count = pick(kMost + 1);
    fmi2ValueReference references[kMost] = {};
    Value values[kMost] = {};
    for (int i = 0; i < count; ++i) {
      references[i] = rarely() ? ~0U : static_cast<unsigned>(pick(kFakeVariableCount + 1));
      if constexpr (!std::is_pointer_v<Value>) {
        const double value = number();
        values[i] = static_cast<Value>(std::is_same_v<Value, int> ? pick(9) - 2 : value);
      }
    }
    return function(fmu_, rarely() ? nullptr : references, static_cast<size_t>(count), rarely() ? nullptr : values);
  }

  template <class Function>
  fmi2Status slopes(Function function) {
    const auto reference = static_cast<unsigned>(pick(kFakeVariableCount + 1));
    const int order = rarely() ? pick(4) - 1 : 1;
    double value = number();
    return function(fmu_, rarely() ? nullptr : &reference, static_cast<size_t>(pick(2)), rarely() ? nullptr : &order,
                    rarely() ? nullptr : &value);
  }

  double time() {
    double t = 0;
    fmi2GetRealStatus(fmu_, fmi2LastSuccessfulTime, &t);
    return rarely() ? number() : t;
  }

  fmi2Status bytes_call(Call call) {
    if (call == Call::serialized_size) {
      size_t size = 0;
      return fmi2SerializedFMUstateSize(fmu_, state_, rarely() ? nullptr : &size);
    }
    std::vector<fmi2Byte> bytes(fmu_.bytes());
    if (rarely()) bytes.resize(static_cast<size_t>(pick(static_cast<int>(bytes.size()))) + 1);
    if (rarely()) bytes[static_cast<size_t>(pick(static_cast<int>(bytes.size())))] ^= 1;
    if (call == Call::serialize) return fmi2SerializeFMUstate(fmu_, state_, bytes.data(), bytes.size());
    fmi2FreeFMUstate(fmu_, &state_);
    return fmi2DeSerializeFMUstate(fmu_, rarely() ? nullptr : bytes.data(), bytes.size(), &state_);
  }

  fmi2Status make(Call call) {
    const auto kind = static_cast<fmi2StatusKind>(pick(6));
    const fmi2String categories[] = {"logSolver", "logNonsense", nullptr};
    double real = 0;
    int whole = 0;
    switch (call) {
      case Call::set_debug_logging:
        return fmi2SetDebugLogging(fmu_, pick(2), static_cast<size_t>(pick(4)), rarely() ? nullptr : categories);
      case Call::setup_experiment:
        return fmi2SetupExperiment(fmu_, 0, 0, number(), pick(2), number());
      case Call::enter_initialization_mode:
        return fmi2EnterInitializationMode(fmu_);
      case Call::exit_initialization_mode:
        return fmi2ExitInitializationMode(fmu_);
      case Call::terminate:
        return rarely() ? fmi2Terminate(fmu_) : fmi2OK;
      case Call::reset:
        return rarely() ? fmi2Reset(fmu_) : fmi2OK;
      case Call::get_real:
        return access<double>(&fmi2GetReal);
      case Call::get_integer:
        return access<int>(&fmi2GetInteger);
      case Call::get_boolean:
        return access<int>(&fmi2GetBoolean);
      case Call::get_string:
        return access<fmi2String>(&fmi2GetString);
      case Call::set_real:
        return access<double>(&fmi2SetReal);
      case Call::set_integer:
        return access<int>(&fmi2SetInteger);
      case Call::set_boolean:
        return access<int>(&fmi2SetBoolean);
      case Call::set_string:
        return access<fmi2String>(&fmi2SetString);
      case Call::get_state:
        return fmi2GetFMUstate(fmu_, rarely() ? nullptr : &state_);
      case Call::set_state:
        return fmi2SetFMUstate(fmu_, state_);
      case Call::free_state:
        return fmi2FreeFMUstate(fmu_, rarely() ? nullptr : &state_);
      case Call::serialized_size:
      case Call::serialize:
      case Call::deserialize:
        return bytes_call(call);
      case Call::get_directional_derivative:
        return fmi2GetDirectionalDerivative(fmu_, nullptr, static_cast<size_t>(pick(2)), nullptr, 0, nullptr, nullptr);
      case Call::set_input_derivatives:
        return slopes(&fmi2SetRealInputDerivatives);
      case Call::get_output_derivatives:
        return slopes(&fmi2GetRealOutputDerivatives);
      case Call::do_step: {
        const double t = time();
        return fmi2DoStep(fmu_, t, rarely() ? std::min(number(), 1.0) : kFakeStep * pick(3), fmi2True);
      }
      case Call::cancel_step:
        return fmi2CancelStep(fmu_);
      case Call::get_status:
        return fmi2GetStatus(fmu_, kind, nullptr);
      case Call::get_real_status:
        return fmi2GetRealStatus(fmu_, kind, rarely() ? nullptr : &real);
      case Call::get_integer_status:
        return fmi2GetIntegerStatus(fmu_, kind, nullptr);
      case Call::get_boolean_status:
        return fmi2GetBooleanStatus(fmu_, kind, rarely() ? nullptr : &whole);
      case Call::get_string_status:
        return fmi2GetStringStatus(fmu_, kind, nullptr);
    }
    return fmi2Fatal;
  }

  std::mt19937 random_;
  Fmu fmu_{true, "monkey"};
  fmi2FMUstate state_ = nullptr;
};

TEST(RandomCalls, NeverCrashAndChangeNothingWhenRefused) {
  for (unsigned seed = 0; seed < 1000; ++seed) {
    Monkey monkey(seed);
    for (int i = 0; i < 1000; ++i) {
      monkey.call_something();
      if (HasFatalFailure() || HasNonfatalFailure()) {
        FAIL() << "seed " << seed << ", call " << i;
      }
    }
  }
}

}  // namespace
}  // namespace stickslip::fmu::testing
