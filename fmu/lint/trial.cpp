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

std::vector<Trial::Stage> Trial::stages(const Interface& interface) {
  std::vector<Stage> stages{{"a run", &Trial::try_life}, {"reading", &Trial::try_reading}};
  const auto add = [&](bool applies, Stage stage) {
    if (applies) stages.push_back(stage);
  };
  add(true, {"inputs and parameters", &Trial::try_inputs});
  add(interface.can_get_and_set_state, {"state", &Trial::try_state});
  add(interface.can_get_and_set_state && interface.can_serialize_state,
      {"serialised state", &Trial::try_serialisation});
  add(true, {"reset", &Trial::try_reset});
  add(!interface.only_one_instance_per_process, {"a second instance", &Trial::try_second_instance});
  add(interface.variable_step, {"step sizes", &Trial::try_step_sizes});
  add(interface.interpolates_inputs, {"input derivatives", &Trial::try_input_derivatives});
  add(interface.max_output_derivative_order > 0, {"output derivatives", &Trial::try_output_derivatives});
  add(interface.provides_directional_derivative, {"directional derivatives", &Trial::try_directional_derivatives});
  add(true, {"memory", &Trial::try_memory});
  return stages;
}

Trial::Trial(const Fmu& fmu, Whereabouts& where, Report report)
    : fmu_(fmu),
      where_(where),
      report_(std::move(report)),
      said_not_finite_(fmu.description().variables.size(), false) {
  const DefaultExperiment experiment = fmu.description().experiment.value_or(DefaultExperiment{});
  start_ = experiment.start.value_or(0);
  stop_ = experiment.stop.value_or(start_ + 1);
  step_ = experiment.step.value_or((stop_ - start_) / 100);
  if (!(step_ > 0) || !std::isfinite(step_) || !std::isfinite(start_)) {
    start_ = 0;
    step_ = 0.01;
    stop_ = 1;
  }
}

void Trial::run(const Stage& stage) {
  where_.set_about(std::string("trying ") + stage.name);
  (this->*stage.run)();
}

std::vector<const ScalarVariable*> Trial::reals(Causality causality) const {
  std::vector<const ScalarVariable*> found;
  for (const ScalarVariable& v : description().variables)
    if (v.causality == causality && v.attributes.type == Type::real && v.variability == Variability::continuous)
      found.push_back(&v);
  return found;
}

/// Every input and parameter that has a start is given it once more: that may change nothing.
bool Trial::set_starts(Instance& instance, bool tunable_only) {
  for (const ScalarVariable& v : description().variables) {
    const bool input = v.causality == Causality::input;
    const bool parameter = v.causality == Causality::parameter;
    if (!v.has_start || (!input && !parameter)) continue;
    if (tunable_only && parameter && v.variability != Variability::tunable) continue;
    const std::array<fmi2ValueReference, 1> reference{v.reference};
    fmi2Status status = fmi2OK;
    switch (v.attributes.type) {
      case Type::real:
        if (!std::isfinite(v.start)) continue;
        status = instance.set_real(reference, std::array{v.start});
        break;
      case Type::integer:
      case Type::enumeration:
        status = instance.set_integer(reference, std::array{static_cast<fmi2Integer>(v.start)});
        break;
      case Type::boolean:
        status = instance.set_boolean(reference, std::array<fmi2Boolean, 1>{v.start != 0 ? fmi2True : fmi2False});
        break;
      case Type::string:
        status = instance.set_string(reference, std::array{v.start_text.c_str()});
        break;
    }
    if (!good(("setting " + in_quotes(v.name) + " to its start" + (tunable_only ? " while it runs" : "")).c_str(),
              status))
      return false;
  }
  return true;
}

bool Trial::initialise(Instance& instance) {
  return good("fmi2SetupExperiment", instance.setup_experiment(start_)) &&
         good("fmi2EnterInitializationMode", instance.enter_initialization_mode()) &&
         good("fmi2ExitInitializationMode", instance.exit_initialization_mode());
}

bool Trial::step(Instance& instance, double time, double size) {
  const fmi2Status status = instance.do_step(time, size);
  fmi2Boolean ended = fmi2False;
  if (status == fmi2Discard && instance.get_boolean_status(fmi2Terminated, ended) == fmi2OK && ended != fmi2False) {
    ended_ = true;
    return false;
  }
  if (status == fmi2Pending && description().co_simulation->runs_asynchronously) {
    report_(Severity::warning, "fmi2DoStep answers Pending, which cannot be tried here", "");
    ended_ = true;
    return false;
  }
  return good(("fmi2DoStep at t = " + short_double(time)).c_str(), status);
}

bool Trial::advance(Instance& instance, double& time, int count) {
  for (int i = 0; i < count; ++i, time += step_)
    if (!step(instance, time, step_)) return false;
  return true;
}

bool Trial::read_one(Instance& instance, const ScalarVariable& v, Values& values) {
  const std::array<fmi2ValueReference, 1> reference{v.reference};
  std::array<fmi2Real, 1> real{};
  std::array<fmi2Integer, 1> integer{};
  std::array<fmi2Boolean, 1> boolean{};
  std::array<fmi2String, 1> string{};
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
  return good(("getting " + in_quotes(v.name)).c_str(), status);
}

bool Trial::read(Instance& instance, Values& values) {
  values = {};
  const std::vector<ScalarVariable>& variables = description().variables;
  return std::all_of(variables.begin(), variables.end(),
                     [&](const ScalarVariable& v) { return read_one(instance, v, values); });
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
  const std::vector<ScalarVariable>& variables = description().variables;
  for (const bool large : {true, false}) {
    for (std::size_t i = 0; i < variables.size(); ++i) {
      if (expected.bits[i] == got.bits[i] && expected.strings[i] == got.strings[i]) continue;
      const auto a = std::bit_cast<double>(expected.bits[i]);
      const auto b = std::bit_cast<double>(got.bits[i]);
      const bool real = variables[i].attributes.type == Type::real;
      if (real && std::isnan(a) && std::isnan(b)) continue;  // said elsewhere
      const bool rounding = real && std::fabs(a - b) <= kRounding * std::max({1.0, std::fabs(a), std::fabs(b)});
      if (large == rounding) continue;
      report_(large ? Severity::error : Severity::warning,
              what + ": " + in_quotes(variables[i].name) + " differs" + (rounding ? " in its last digits" : ""),
              remedy);
      return;
    }
  }
}

}  // namespace stickslip::host
