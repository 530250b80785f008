#include "fmu/lint/trial.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

#include "fmu/archive/error.h"
#include "fmu/archive/text.h"
#include "fmu/lint/passes.h"

namespace stickslip::host {

/// Every variable's value in the order of the description, numbers as their bits.
struct Trial::Values {
  std::vector<std::uint64_t> bits;
  std::vector<std::string> strings;
};

Trial::Trial(const Fmu& fmu, Report report, Progress about_to)
    : fmu_(fmu), report_(std::move(report)), about_to_(std::move(about_to)) {
  const DefaultExperiment experiment = fmu.description().experiment.value_or(DefaultExperiment{});
  start_ = experiment.start.value_or(0);
  step_ = experiment.step.value_or((experiment.stop.value_or(start_ + 1) - start_) / 100);
}

void Trial::run() {
  check_functions();
  check_guid();
  about_to_("fmi2Instantiate");
  Instance instance = fmu_.instantiate();
  Values initial;
  if (!initialise(instance) || !read(instance, initial) || !step(instance, start_)) return;
  try_states(instance);
  try_reset(instance, initial);
  call("fmi2Terminate", [&] { return instance.terminate(); });
  check_log(instance);
  about_to_("fmi2FreeInstance");
}

void Trial::check_functions() const {
  const Functions& functions = fmu_.functions();
  about_to_("fmi2GetTypesPlatform");
  const std::string platform = functions.GetTypesPlatform();
  if (platform != fmi2TypesPlatform)
    report_(Severity::error, "fmi2GetTypesPlatform answers " + platform, "the standard's header defines \"default\"");
}

void Trial::check_guid() const {
  about_to_("fmi2Instantiate with a wrong GUID");
  try {
    fmu_.instantiate({.guid = fmu_.description().guid + "-other"});
  } catch (const Error&) {
    return;
  }
  report_(Severity::warning, "fmi2Instantiate accepts any GUID",
          "compare it: only that tells a description that was swapped or edited");
}

bool Trial::initialise(Instance& instance) {
  if (!call("fmi2SetupExperiment", [&] { return instance.setup_experiment(start_); })) return false;
  if (!call("fmi2EnterInitializationMode", [&] { return instance.enter_initialization_mode(); })) return false;
  Values values;
  if (!read(instance, values)) return false;
  check_starts(values);
  return call("fmi2ExitInitializationMode", [&] { return instance.exit_initialization_mode(); });
}

bool Trial::step(Instance& instance, double time) {
  return call("fmi2DoStep", [&] { return instance.do_step(time, step_); });
}

bool Trial::read(Instance& instance, Values& values) {
  for (const ScalarVariable& v : fmu_.description().variables) {
    const std::array<fmi2ValueReference, 1> reference{v.reference};
    std::array<fmi2Real, 1> real{};
    std::array<fmi2Integer, 1> integer{};
    std::array<fmi2Boolean, 1> boolean{};
    std::array<fmi2String, 1> string{};
    about_to_("get " + v.name);
    fmi2Status status = fmi2OK;
    switch (v.attributes.type) {
      case Type::real:
        status = instance.get_real(reference, real);
        values.bits.push_back(std::bit_cast<std::uint64_t>(real[0]));
        break;
      case Type::integer:
      case Type::enumeration:
        status = instance.get_integer(reference, integer);
        values.bits.push_back(static_cast<std::uint64_t>(integer[0]));
        break;
      case Type::boolean:
        status = instance.get_boolean(reference, boolean);
        values.bits.push_back(boolean[0] != 0 ? 1 : 0);
        break;
      case Type::string:
        status = instance.get_string(reference, string);
        values.bits.push_back(0);
        break;
    }
    values.strings.emplace_back(string[0] != nullptr ? string[0] : "");
    if (!good(("getting " + in_quotes(v.name)).c_str(), status)) return false;
  }
  return true;
}

void Trial::check_starts(const Values& values) const {
  const std::vector<ScalarVariable>& variables = fmu_.description().variables;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const ScalarVariable& v = variables[i];
    const bool exact = v.causality == Causality::input || initial_of(v) == Initial::exact;
    if (!exact || !v.has_start) continue;
    const Type type = v.attributes.type;
    const bool same = type == Type::string ? values.strings[i] == v.start_text
                      : type == Type::real ? std::bit_cast<double>(values.bits[i]) == v.start
                                           : static_cast<int>(values.bits[i]) == static_cast<int>(v.start);
    if (same) continue;
    const std::string got = type == Type::string ? values.strings[i]
                            : type == Type::real ? short_double(std::bit_cast<double>(values.bits[i]))
                                                 : std::to_string(static_cast<int>(values.bits[i]));
    report_(Severity::warning,
            in_quotes(v.name) + " starts from " + got + " in the binary, from " + v.start_text + " in the description",
            "make both say the same");
  }
}

void Trial::check_log(const Instance& instance) const {
  if (!instance.messages().empty())
    report_(Severity::warning, "it logs although logging is off: " + instance.messages().front().text,
            "keep quiet unless logging is on");
}

void Trial::try_states(Instance& instance) {
  if (!fmu_.description().co_simulation->can_get_and_set_state) return;
  fmi2FMUstate state = nullptr;
  Values after;
  Values again;
  const double time = start_ + step_;
  if (!call("fmi2GetFMUstate", [&] { return instance.get_state(state); })) return;
  if (state == nullptr) {
    report_(Severity::error, "fmi2GetFMUstate answers OK but gives no state", "return one, or set the flag to false");
    return;
  }
  const bool fine = step(instance, time) && read(instance, after) &&
                    call("fmi2SetFMUstate", [&] { return instance.set_state(state); }) && step(instance, time) &&
                    read(instance, again);
  if (fine)
    compare(after, again, "a restored state goes on differently after one step",
            "canGetAndSetFMUstate promises everything that influences the next step, warm starts included");
  if (fine && fmu_.description().co_simulation->can_serialize_state) try_serialisation(instance, state, after);
  call("fmi2FreeFMUstate", [&] { return instance.free_state(state); });
}

void Trial::try_serialisation(Instance& instance, fmi2FMUstate state, const Values& expected) {
  std::vector<fmi2Byte> bytes;
  fmi2FMUstate copy = nullptr;
  Values again;
  if (!call("fmi2SerializeFMUstate", [&] { return instance.serialize_state(state, bytes); })) return;
  if (!call("fmi2DeSerializeFMUstate", [&] { return instance.deserialize_state(bytes, copy); })) return;
  const bool fine = call("fmi2SetFMUstate", [&] { return instance.set_state(copy); }) &&
                    step(instance, start_ + step_) && read(instance, again);
  if (fine)
    compare(expected, again, "a serialised state goes on differently after one step",
            "serialise everything that influences the next step");
  call("fmi2FreeFMUstate", [&] { return instance.free_state(copy); });
}

void Trial::try_reset(Instance& instance, const Values& expected) {
  Values again;
  if (!call("fmi2Reset", [&] { return instance.reset(); })) return;
  if (!initialise(instance) || !read(instance, again)) return;
  compare(expected, again, "fmi2Reset does not bring back the beginning", "reset everything that fmi2Instantiate sets");
}

bool Trial::good(const char* call, fmi2Status status) const {
  if (status == fmi2OK) return true;
  const bool warned = status == fmi2Warning;
  report_(warned ? Severity::warning : Severity::error, std::string(call) + " answers " + name_of(status),
          warned ? "some importers stop at a warning" : "it is legal there and promised by the description");
  return warned;
}

/// Other bits are worth a warning, other values an error: solvers of some FMUs restart with another step size.
void Trial::compare(const Values& expected, const Values& got, const std::string& what,
                    const std::string& remedy) const {
  constexpr double kRounding = 1e-6;
  const std::vector<ScalarVariable>& variables = fmu_.description().variables;
  for (const bool large : {true, false}) {
    for (std::size_t i = 0; i < variables.size(); ++i) {
      if (expected.bits[i] == got.bits[i] && expected.strings[i] == got.strings[i]) continue;
      const auto a = std::bit_cast<double>(expected.bits[i]);
      const auto b = std::bit_cast<double>(got.bits[i]);
      const bool rounding = variables[i].attributes.type == Type::real &&
                            std::fabs(a - b) <= kRounding * std::max({1.0, std::fabs(a), std::fabs(b)});
      if (large == rounding) continue;
      report_(large ? Severity::error : Severity::warning,
              what + ": " + in_quotes(variables[i].name) + " differs" + (rounding ? " in its last digits" : ""),
              remedy);
      return;
    }
  }
}

}  // namespace stickslip::host
