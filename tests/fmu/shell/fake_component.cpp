#include "tests/fmu/shell/fake_component.h"

#include <cstring>

namespace stickslip::fmu::testing {
namespace {

Variable variable(const char* name, ValueType type, Causality causality, Variability variability, Slot slot) {
  Variable v;
  v.name = name;
  v.type = type;
  v.causality = causality;
  v.variability = variability;
  v.slot = slot;
  return v;
}

Variable limited(Variable v, double start, double min, double max) {
  v.start = start;
  v.has_min = v.has_max = true;
  v.min = min;
  v.max = max;
  return v;
}

Description fake_description(double step) {
  constexpr auto kContinuous = Variability::continuous;
  constexpr auto kDiscrete = Variability::discrete;
  Description d;
  d.name = "fake";
  d.description = "Counts and adds.";
  d.step = step;
  d.variables = {
      limited(variable("force", ValueType::real, Causality::input, kContinuous, {Store::input, 0}), 0, -100, 100),
      variable("enable", ValueType::boolean, Causality::input, kDiscrete, {Store::input, 1}),
      limited(variable("mode", ValueType::integer, Causality::input, kDiscrete, {Store::input, 2}), 1, 0, 3),
      limited(variable("gain", ValueType::real, Causality::parameter, Variability::tunable, {Store::parameter, 0}), 2,
              0, 10),
      limited(variable("mass", ValueType::real, Causality::parameter, Variability::fixed, {Store::parameter, 1}), 1,
              0.1, 1e6),
      variable("start.x", ValueType::real, Causality::parameter, Variability::fixed, {Store::start, 0}),
      variable("x", ValueType::real, Causality::output, kContinuous, {Store::output, 0}),
      variable("elapsed", ValueType::real, Causality::output, kContinuous, {Store::output, 1}),
      variable("steps", ValueType::integer, Causality::output, kDiscrete, {Store::integer_output, 0}),
      variable("moving", ValueType::boolean, Causality::output, kDiscrete, {Store::boolean_output, 0}),
  };
  d.state_bytes = 2 * sizeof(double) + sizeof(long);
  return d;
}

class Fake final : public Component {
 public:
  explicit Fake(double step) : description_(fake_description(step)) {}

  const Description& description() const override { return description_; }

  bool initialise(double /*start_time*/, const Values& values, const Log& /*log*/) override {
    if (values.starts[0] == kStartWithoutState) return false;
    state_ = {values.starts[0], 0, 0};
    put_outputs(values);
    return true;
  }

  bool step(double /*t*/, double h, const Values& values, const Log& log) override {
    const double force = values.inputs[0];
    state_.x += values.parameters[0] * force * h / values.parameters[1];
    state_.elapsed += h;
    ++state_.steps;
    if (force == kForceThatFails) {
      log.write(Category::error, "100%% #1 failure");
      return false;
    }
    if (force == kForceThatReports) log.write(Category::solver, "fallback in step %ld", state_.steps);
    put_outputs(values);
    return true;
  }

  void save(std::byte* state) const override { std::memcpy(state, &state_, sizeof state_); }

  bool restore(const std::byte* state) override {
    State restored;
    std::memcpy(&restored, state, sizeof restored);
    if (restored.steps < 0) return false;
    state_ = restored;
    return true;
  }
  void keep() override { kept_ = state_; }
  void go_back() override { state_ = kept_; }

 private:
  struct State {
    double x = 0;
    double elapsed = 0;
    long steps = 0;
  };

  void put_outputs(const Values& values) const {
    values.outputs[0] = state_.x;
    values.outputs[1] = state_.elapsed;
    values.integer_outputs[0] = static_cast<int>(state_.steps);
    values.boolean_outputs[0] = values.inputs[1] != 0 && values.inputs[0] != 0 ? 1 : 0;
  }

  Description description_;
  State state_;
  State kept_;
};

}  // namespace

std::unique_ptr<Component> make_fake(double step) {
  return std::make_unique<Fake>(step);
}

}  // namespace stickslip::fmu::testing

namespace stickslip::fmu {

std::unique_ptr<Component> make_component(const std::string& resources, std::string& error) {
  if (resources.find("missing") != std::string::npos) {
    error = "cannot read " + resources + "model.bin";
    return nullptr;
  }
  return testing::make_fake();
}

}  // namespace stickslip::fmu
