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
  const char* name;
  Call call;        // repeats the position in the table, which a static_assert compares
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
    {"fmi2SetDebugLogging", Call::set_debug_logging, kAnywhere},
    {"fmi2SetupExperiment", Call::setup_experiment, bit(Phase::instantiated)},
    {"fmi2EnterInitializationMode", Call::enter_initialization_mode, bit(Phase::instantiated)},
    {"fmi2ExitInitializationMode", Call::exit_initialization_mode, bit(Phase::initialising)},
    {"fmi2Terminate", Call::terminate, bit(Phase::ready)},
    {"fmi2Reset", Call::reset, kAnywhere},
    {"fmi2GetReal", Call::get_real, kFromInitialisation},
    {"fmi2GetInteger", Call::get_integer, kFromInitialisation},
    {"fmi2GetBoolean", Call::get_boolean, kFromInitialisation},
    {"fmi2GetString", Call::get_string, kFromInitialisation},
    {"fmi2SetReal", Call::set_real, kUntilEnd},
    {"fmi2SetInteger", Call::set_integer, kUntilEnd},
    {"fmi2SetBoolean", Call::set_boolean, kUntilEnd},
    {"fmi2SetString", Call::set_string, kUntilEnd},
    {"fmi2GetFMUstate", Call::get_state, kAnywhere},
    {"fmi2SetFMUstate", Call::set_state, kAnywhere},
    {"fmi2FreeFMUstate", Call::free_state, kAnywhere},
    {"fmi2SerializedFMUstateSize", Call::serialized_size, kAnywhere},
    {"fmi2SerializeFMUstate", Call::serialize, kAnywhere},
    {"fmi2DeSerializeFMUstate", Call::deserialize, kAnywhere},
    {"fmi2GetDirectionalDerivative", Call::get_directional_derivative, kFromInitialisation},
    {"fmi2SetRealInputDerivatives", Call::set_input_derivatives, kUntilEnd},
    {"fmi2GetRealOutputDerivatives", Call::get_output_derivatives, kFromRun},
    {"fmi2DoStep", Call::do_step, bit(Phase::ready)},
    {"fmi2CancelStep", Call::cancel_step, 0},  // no step is ever pending
    {"fmi2GetStatus", Call::get_status, kAnywhere},
    {"fmi2GetRealStatus", Call::get_real_status, kAnywhere},
    {"fmi2GetIntegerStatus", Call::get_integer_status, kAnywhere},
    {"fmi2GetBooleanStatus", Call::get_boolean_status, kAnywhere},
    {"fmi2GetStringStatus", Call::get_string_status, kAnywhere},
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
