#include "fmu/plant/plant.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "model/core/codec.h"
#include "model/interface/describe.h"
#include "model/step/initialise.h"

namespace stickslip::fmu {
namespace {

constexpr double kDeepPenetration = 1e-3;  // m, worth a message

std::size_t padded(std::size_t bytes) {
  return (bytes + kStateAlignment - 1) / kStateAlignment * kStateAlignment;
}

// Copies what the interface exposes; slots it does not name are left alone.
void take_exposed(const std::vector<Variable>& variables, Store store, Span<const double> from,
                  std::vector<double>& to) {
  for (const Variable& v : variables) {
    if (v.slot.store == store) to[static_cast<std::size_t>(v.slot.index)] = from[v.slot.index];
  }
}

template <class T>
void give_exposed(const std::vector<T>& from, Span<T> to) {
  std::copy(from.begin(), from.begin() + std::min<std::ptrdiff_t>(to.size(), static_cast<std::ptrdiff_t>(from.size())),
            to.begin());
}

void report_to(const Log& log, double t, const StepReport& report) {
  if (!log.wants(Category::solver)) return;
  if (report.fallbacks > 0) {
    log.write(Category::solver, "step ending at t = %.9g s: solved by rung %d of the fallback ladder, residual %.3g", t,
              report.fallbacks, report.residual);
  }
  if (report.overflow > 0) {
    log.write(Category::solver, "step ending at t = %.9g s: %d contact points beyond max_contacts were dropped", t,
              report.overflow);
  }
  if (report.misses > 0) {
    log.write(Category::solver, "step ending at t = %.9g s: %d pairs of shapes met without a contact in the step", t,
              report.misses);
  }
  if (report.penetration > kDeepPenetration) {
    log.write(Category::solver, "step ending at t = %.9g s: shapes overlap by %.3g m", t, report.penetration);
  }
}

}  // namespace

Plant::Plant(const Model& model, const Digest& content)
    : simulation_(model),
      inputs_(static_cast<std::size_t>(simulation_.layout().inputs)),
      parameters_(static_cast<std::size_t>(simulation_.layout().parameters)),
      starts_(static_cast<std::size_t>(simulation_.layout().starts)),
      outputs_(static_cast<std::size_t>(simulation_.layout().outputs)),
      integer_outputs_(static_cast<std::size_t>(simulation_.layout().integer_outputs)),
      boolean_outputs_(static_cast<std::size_t>(simulation_.layout().boolean_outputs)) {
  description_.name = model.name;
  description_.description = model.description;
  description_.step = model.step.size;
  description_.stop = model.stop;
  description_.variables = describe(model);
  description_.state_bytes = padded(simulation_.state().memory.size());
  description_.content = content;
  default_parameters(model, simulation_.layout(), parameters_);
  default_starts(model, simulation_.layout(), starts_);
}

void Plant::take(const Values& values) {
  take_exposed(description_.variables, Store::input, values.inputs, inputs_);
  take_exposed(description_.variables, Store::parameter, values.parameters, parameters_);
  take_exposed(description_.variables, Store::start, values.starts, starts_);
}

void Plant::give(const Values& values) const {
  give_exposed(outputs_, values.outputs);
  give_exposed(integer_outputs_, values.integer_outputs);
  give_exposed(boolean_outputs_, values.boolean_outputs);
}

bool Plant::initialise(double /*start_time*/, const Values& values, const Log& log) {
  take(values);
  const Error error = simulation_.initialise(starts_, parameters_, inputs_, outputs());
  if (error) {
    log.write(Category::error, "the initial state cannot be made: %s", error.text.c_str());
    return false;
  }
  give(values);
  return true;
}

bool Plant::step(double t, double h, const Values& values, const Log& log) {
  take(values);
  const StepReport report = simulation_.step(h, parameters_, inputs_, outputs());
  if (report.status == kStatusFailed || !simulation_.state().valid()) {
    log.write(Category::error, "the step from t = %.9g s has no finite result; inputs or parameters are too large", t);
    return false;
  }
  report_to(log, t + h, report);
  give(values);
  return true;
}

void Plant::save(std::byte* state) const {
  const Memory& memory = simulation_.state().memory;
  std::memcpy(state, memory.data(), memory.size());
  std::memset(state + memory.size(), 0, description_.state_bytes - memory.size());
}

bool Plant::restore(const std::byte* state) {
  Memory& memory = simulation_.state().memory;
  std::memcpy(memory.data(), state, memory.size());
  return simulation_.state().valid();
}

std::unique_ptr<Plant> make_plant(const std::vector<std::uint8_t>& bytes, std::string& error) {
  Model model;
  Error refused;
  if (!decode(Span<const std::uint8_t>(bytes), model, refused)) {
    error = refused.text;
    return nullptr;
  }
  Hasher hasher;
  hasher.add(bytes.data(), bytes.size());
  return std::unique_ptr<Plant>(new Plant(model, hasher.digest()));
}

}  // namespace stickslip::fmu
