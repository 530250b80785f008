// The stages that try what the flags of an FMU claim.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "fmu/archive/text.h"
#include "fmu/lint/passes.h"
#include "fmu/lint/trial.h"

namespace stickslip::host {

namespace {

constexpr int kBefore = 3;  // steps until the state is taken
constexpr int kAfter = 3;   // and from there on

}  // namespace

bool Trial::restored_goes_on_alike(Instance& instance, fmi2FMUstate state, double time, const Values& expected,
                                   const std::string& what, const std::string& remedy) {
  Values again;
  if (!good("fmi2SetFMUstate", instance.set_state(state)) || !advance(instance, time, kAfter) || !read(instance, again))
    return false;
  compare(expected, again, what, remedy);
  return true;
}

void Trial::try_state() {
  Instance instance = instantiate();
  Values expected;
  double time = start_;
  fmi2FMUstate state = nullptr;
  if (!initialise(instance) || !advance(instance, time, kBefore)) return;
  if (!good("fmi2GetFMUstate", instance.get_state(state))) return;
  if (state == nullptr) {
    report_(Severity::error, "fmi2GetFMUstate answers OK but gives no state", "return one, or set the flag to false");
    return;
  }
  const double taken = time;
  const bool fine =
      advance(instance, time, kAfter) && read(instance, expected) &&
      restored_goes_on_alike(
          instance, state, taken, expected, "a restored state goes on differently after some steps",
          "canGetAndSetFMUstate promises everything that influences the next step, warm starts included") &&
      restored_goes_on_alike(instance, state, taken, expected,
                             "a state that is restored twice goes on differently the second time",
                             "fmi2SetFMUstate leaves the state that it is given as it is");
  if (!fine) return;
  good("fmi2FreeFMUstate", instance.free_state(state));
  if (state != nullptr) report_(Severity::warning, "fmi2FreeFMUstate leaves the pointer as it was", "set it to null");
  state = nullptr;
  good("fmi2FreeFMUstate of null", instance.free_state(state));
}

void Trial::try_serialisation() {
  const char* remedy = "serialise everything that influences the next step";
  Instance instance = instantiate();
  std::vector<fmi2Byte> bytes;
  Values expected;
  double time = start_;
  fmi2FMUstate state = nullptr;
  fmi2FMUstate copy = nullptr;
  if (!initialise(instance) || !advance(instance, time, kBefore)) return;
  if (!good("fmi2GetFMUstate", instance.get_state(state)) || state == nullptr) return;
  if (!good("fmi2SerializeFMUstate", instance.serialize_state(state, bytes))) return;
  good("fmi2FreeFMUstate", instance.free_state(state));
  const double taken = time;
  if (!advance(instance, time, kAfter) || !read(instance, expected)) return;
  if (!good("fmi2DeSerializeFMUstate", instance.deserialize_state(bytes, copy))) return;
  restored_goes_on_alike(instance, copy, taken, expected, "a serialised state goes on differently after some steps",
                         remedy);
  good("fmi2FreeFMUstate", instance.free_state(copy));
  if (description().co_simulation->only_one_instance_per_process) return;
  Instance other = fmu_.instantiate({.name = "other"});
  copy = nullptr;
  if (!initialise(other) || !good("fmi2DeSerializeFMUstate", other.deserialize_state(bytes, copy))) return;
  restored_goes_on_alike(other, copy, taken, expected, "a serialised state goes on differently in another instance",
                         remedy);
  good("fmi2FreeFMUstate", other.free_state(copy));
}

/// A run in whole, half and double steps. Who ignores the size of a step makes two half ones as far as two whole ones.
void Trial::try_step_sizes() {
  std::array<Values, 3> ends;  // after one whole step, two half ones, two whole ones
  for (std::size_t i = 0; i < ends.size(); ++i) {
    Instance instance = instantiate();
    double time = start_;
    if (!initialise(instance) || !advance(instance, time, 1)) return;
    const double size = i == 1 ? step_ / 2 : step_;
    for (int k = 0; k < (i == 0 ? 1 : 2); ++k, time += size)
      if (!step(instance, time, size)) return;
    if (!read(instance, ends.at(i))) return;
    if (i == 1 && !step(instance, time, 1.5 * step_)) return;
  }
  const ScalarVariable* moving = nullptr;
  for (const Causality causality : {Causality::output, Causality::local, Causality::independent}) {
    for (const ScalarVariable* v : reals(causality)) {
      const auto place = static_cast<std::size_t>(v - description().variables.data());
      if (ends[0].bits[place] == ends[2].bits[place]) continue;
      if (ends[1].bits[place] != ends[2].bits[place]) return;
      moving = v;
    }
  }
  if (moving != nullptr)
    report_(Severity::error,
            "two half steps bring " + in_quotes(moving->name) + " and all else as far as two whole ones",
            "use communicationStepSize, or set canHandleVariableCommunicationStepSize to false");
}

bool Trial::run_with_slope(double value, double slope, bool tell, Values& values) {
  const std::vector<const ScalarVariable*> inputs = reals(Causality::input);
  Instance instance = instantiate();
  double time = start_;
  if (!initialise(instance) || !advance(instance, time, 1)) return false;
  std::vector<fmi2ValueReference> references;
  for (const ScalarVariable* input : inputs) {
    const std::array<double, 1> shifted{input->start + value};
    references.push_back(input->reference);
    if (instance.set_real(std::array{input->reference}, shifted) > fmi2Warning) return false;  // out of its range
  }
  const std::vector<fmi2Integer> orders(references.size(), 1);
  const std::vector<fmi2Real> slopes(references.size(), slope);
  if (tell && !good("fmi2SetRealInputDerivatives", instance.set_real_input_derivatives(references, orders, slopes)))
    return false;
  return advance(instance, time, 1) && read(instance, values);
}

/// The inputs' own values differ between the runs, so they are no sign that something was used.
void Trial::try_input_derivatives() {
  constexpr double kRise = 1e-2;  // of all inputs over a step
  if (reals(Causality::input).empty()) return;
  std::array<Values, 3> ends;  // level, rising, level at what it rises to
  if (!run_with_slope(0, 0, true, ends[0]) || !run_with_slope(0, kRise / step_, true, ends[1]) ||
      !run_with_slope(kRise, 0, true, ends[2]))
    return;
  const std::vector<ScalarVariable>& variables = description().variables;
  bool matters = false;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    if (variables[i].causality == Causality::input) continue;
    if (ends[1].bits[i] != ends[0].bits[i]) return;
    matters = matters || ends[2].bits[i] != ends[0].bits[i];
  }
  if (matters)
    report_(Severity::error, "canInterpolateInputs is claimed, but the inputs' derivatives change nothing",
            "use them within a step, or set the flag to false");
}

void Trial::try_output_derivatives() {
  constexpr int kSteps = 5;
  const std::vector<const ScalarVariable*> outputs = reals(Causality::output);
  const int most = static_cast<int>(std::min(description().co_simulation->max_output_derivative_order, 10U));
  if (outputs.empty()) return;
  Instance instance = instantiate();
  double time = start_;
  Values before;
  Values after;
  bool moves = false;
  bool any = false;
  if (!initialise(instance)) return;
  for (int k = 0; k < kSteps; ++k) {
    if (!read(instance, before) || !advance(instance, time, 1) || !read(instance, after)) return;
    for (const ScalarVariable* v : outputs) {
      const auto place = static_cast<std::size_t>(v - description().variables.data());
      moves = moves || before.bits[place] != after.bits[place];
      for (int order = 1; order <= most; ++order) {
        std::array<double, 1> derivative{};
        const std::string call = "fmi2GetRealOutputDerivatives of " + in_quotes(v->name);
        if (!good(call.c_str(),
                  instance.get_real_output_derivatives(std::array{v->reference}, std::array{order}, derivative)))
          return;
        any = any || derivative[0] != 0;
        if (std::isnan(derivative[0])) {
          report_(Severity::error, call + " gives NaN", "answer an error when there is none");
          return;
        }
      }
    }
  }
  if (moves && !any)
    report_(Severity::error, "maxOutputDerivativeOrder is claimed, but all derivatives are 0 while outputs change",
            "give the derivatives, or set maxOutputDerivativeOrder to 0");
}

void Trial::try_directional_derivatives() {
  const std::vector<const ScalarVariable*> outputs = reals(Causality::output);
  const std::vector<const ScalarVariable*> inputs = reals(Causality::input);
  if (outputs.empty() || inputs.empty()) return;
  Instance instance = instantiate();
  double time = start_;
  if (!initialise(instance) || !advance(instance, time, 1)) return;
  std::array<double, 1> derivative{};
  if (!good("fmi2GetDirectionalDerivative",
            instance.get_directional_derivative(std::array{outputs[0]->reference}, std::array{inputs[0]->reference},
                                                std::array{1.0}, derivative)))
    return;
  if (!std::isfinite(derivative[0]))
    report_(Severity::error, "fmi2GetDirectionalDerivative gives " + short_double(derivative[0]),
            "answer an error when there is none");
}

}  // namespace stickslip::host
