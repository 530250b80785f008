#pragma once

#include <cstddef>
#include <cstdint>

#include "model/interface/variable.h"

namespace stickslip::fmu {

/// Where an instance stands. A refused call leaves it there; only a step that fails leads to `failed`.
enum class Phase : std::uint32_t { instantiated, initialising, ready, terminated, failed };
inline constexpr int kPhaseCount = 5;
inline constexpr const char* kPhaseNames[kPhaseCount] = {"after fmi2Instantiate", "in initialisation mode",
                                                         "between steps", "after fmi2Terminate", "after a failed step"};

/// Every call that is made on an instance, apart from fmi2FreeInstance, which is always legal.
enum class Call : int {
  set_debug_logging,
  setup_experiment,
  enter_initialization_mode,
  exit_initialization_mode,
  terminate,
  reset,
  get_real,
  get_integer,
  get_boolean,
  get_string,
  set_real,
  set_integer,
  set_boolean,
  set_string,
  get_state,
  set_state,
  free_state,
  serialized_size,
  serialize,
  deserialize,
  get_directional_derivative,
  set_input_derivatives,
  get_output_derivatives,
  do_step,
  cancel_step,
  get_status,
  get_real_status,
  get_integer_status,
  get_boolean_status,
  get_string_status
};

struct CallRule {
  Call call;  // repeats the position in the table, which a static_assert compares
  const char* name;
  unsigned phases;  // one bit each
};

constexpr unsigned bit(Phase phase) {
  return 1U << static_cast<unsigned>(phase);
}

inline constexpr unsigned kAnywhere = (1U << kPhaseCount) - 1U;
inline constexpr unsigned kBeforeRun = bit(Phase::instantiated) | bit(Phase::initialising);
inline constexpr unsigned kUntilEnd = kBeforeRun | bit(Phase::ready);
inline constexpr unsigned kFromRun = bit(Phase::ready) | bit(Phase::terminated) | bit(Phase::failed);
inline constexpr unsigned kFromInitialisation = bit(Phase::initialising) | kFromRun;

/// FMI 2.0 section 4.2.4. Its stepFailed and stepCanceled do not occur: steps are synchronous and fail for good.
inline constexpr CallRule kCallRules[] = {
    {Call::set_debug_logging, "fmi2SetDebugLogging", kAnywhere},
    {Call::setup_experiment, "fmi2SetupExperiment", bit(Phase::instantiated)},
    {Call::enter_initialization_mode, "fmi2EnterInitializationMode", bit(Phase::instantiated)},
    {Call::exit_initialization_mode, "fmi2ExitInitializationMode", bit(Phase::initialising)},
    {Call::terminate, "fmi2Terminate", bit(Phase::ready)},
    {Call::reset, "fmi2Reset", kAnywhere},
    {Call::get_real, "fmi2GetReal", kFromInitialisation},
    {Call::get_integer, "fmi2GetInteger", kFromInitialisation},
    {Call::get_boolean, "fmi2GetBoolean", kFromInitialisation},
    {Call::get_string, "fmi2GetString", kFromInitialisation},
    {Call::set_real, "fmi2SetReal", kUntilEnd},
    {Call::set_integer, "fmi2SetInteger", kUntilEnd},
    {Call::set_boolean, "fmi2SetBoolean", kUntilEnd},
    {Call::set_string, "fmi2SetString", kUntilEnd},
    {Call::get_state, "fmi2GetFMUstate", kAnywhere},
    {Call::set_state, "fmi2SetFMUstate", kAnywhere},
    {Call::free_state, "fmi2FreeFMUstate", kAnywhere},
    {Call::serialized_size, "fmi2SerializedFMUstateSize", kAnywhere},
    {Call::serialize, "fmi2SerializeFMUstate", kAnywhere},
    {Call::deserialize, "fmi2DeSerializeFMUstate", kAnywhere},
    {Call::get_directional_derivative, "fmi2GetDirectionalDerivative", kFromInitialisation},
    {Call::set_input_derivatives, "fmi2SetRealInputDerivatives", kUntilEnd},
    {Call::get_output_derivatives, "fmi2GetRealOutputDerivatives", kFromRun},
    {Call::do_step, "fmi2DoStep", bit(Phase::ready)},
    {Call::cancel_step, "fmi2CancelStep", 0},  // no step is ever pending
    {Call::get_status, "fmi2GetStatus", kAnywhere},
    {Call::get_real_status, "fmi2GetRealStatus", kAnywhere},
    {Call::get_integer_status, "fmi2GetIntegerStatus", kAnywhere},
    {Call::get_boolean_status, "fmi2GetBooleanStatus", kAnywhere},
    {Call::get_string_status, "fmi2GetStringStatus", kAnywhere},
};

constexpr bool call_rules_in_order() {
  int position = 0;
  for (const CallRule& rule : kCallRules) {
    if (static_cast<int>(rule.call) != position++) return false;
  }
  return position == static_cast<int>(Call::get_string_status) + 1;
}
static_assert(call_rules_in_order());

constexpr const CallRule& rule_of(Call call) {
  return kCallRules[static_cast<int>(call)];
}
constexpr bool is_legal(Call call, Phase phase) {
  return (rule_of(call).phases & bit(phase)) != 0;
}

/// When a variable may be set: inputs and tunable parameters until the end, fixed ones before the run, outputs never.
constexpr unsigned settable_phases(Causality causality, Variability variability) {
  if (causality == Causality::output) return 0;
  if (causality == Causality::parameter && variability == Variability::fixed) return kBeforeRun;
  return kUntilEnd;
}

}  // namespace stickslip::fmu
