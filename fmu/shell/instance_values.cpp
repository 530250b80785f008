#include <cmath>

#include "fmu/shell/instance.h"

namespace stickslip::fmu {
namespace {

constexpr const char* kTypeNames[] = {"Real", "Integer", "Boolean"};

const char* name_of(ValueType type) {
  return kTypeNames[static_cast<int>(type)];
}

// Booleans are stored as 0 and 1, whatever the importer takes for true.
template <class T>
double stored(ValueType type, T value) {
  return type == ValueType::boolean ? (value != 0 ? 1.0 : 0.0) : static_cast<double>(value);
}

bool in_range(const Variable& variable, double value) {
  return std::isfinite(value) && !(variable.has_min && value < variable.min) &&
         !(variable.has_max && value > variable.max);
}

}  // namespace

const Variable* Instance::variable(fmi2ValueReference reference, ValueType type) const {
  const bool known = reference < variables_.size() && variables_[reference].type == type;
  if (known) return &variables_[reference];
  error("there is no %s variable with value reference %u", name_of(type), reference);
  return nullptr;
}

bool Instance::readable(ValueType type, References references, const void* values) {
  if (references.count == 0) return true;
  if (references.data == nullptr || values == nullptr) {
    error("fmi2Get%s: value references or the place for the values are missing", name_of(type));
    return false;
  }
  bool needs_state = false;
  for (std::size_t i = 0; i < references.count; ++i) {
    const Variable* asked = variable(references.data[i], type);
    if (asked == nullptr) return false;
    needs_state = needs_state || asked->causality == Causality::output;
  }
  if (!needs_state || make_consistent()) return true;
  error("fmi2Get%s: there is no initial state with these start values, so there are no outputs", name_of(type));
  return false;
}

template <class T>
fmi2Status Instance::get_as(ValueType type, References references, T* values) {
  if (!readable(type, references, values)) return fmi2Error;
  const Values& stored_values = this->values();
  for (std::size_t i = 0; i < references.count; ++i) {
    values[i] = static_cast<T>(read(stored_values, variables_[references.data[i]].slot));
  }
  return fmi2OK;
}

fmi2Status Instance::get(ValueType type, References references, double* values) {
  return get_as(type, references, values);
}

fmi2Status Instance::get(ValueType type, References references, int* values) {
  return get_as(type, references, values);
}

bool Instance::settable(ValueType type, References references, const void* values) const {
  if (references.count == 0) return true;
  if (references.data == nullptr || values == nullptr) {
    error("fmi2Set%s: value references or values are missing", name_of(type));
    return false;
  }
  for (std::size_t i = 0; i < references.count; ++i) {
    const Variable* target = variable(references.data[i], type);
    if (target == nullptr) return false;
    const unsigned phases = settable_phases(target->causality, target->variability);
    if ((phases & bit(live_->phase)) != 0) continue;
    error("%s cannot be set %s: it is %s", target->name.c_str(), kPhaseNames[static_cast<int>(live_->phase)],
          phases == 0 ? "an output" : "a fixed parameter");
    return false;
  }
  return true;
}

fmi2Status Instance::refuse(const Variable& target, double value) const {
  const char* name = target.name.c_str();
  constexpr const char* kRest = "nothing of the call was stored";
  if (!std::isfinite(value)) return discard("%s must be a finite number, got %g; %s", name, value, kRest);
  if (target.has_min && value < target.min) {
    return discard("%s must be at least %.9g, got %.9g; %s", name, target.min, value, kRest);
  }
  return discard("%s must be at most %.9g, got %.9g; %s", name, target.max, value, kRest);
}

template <class T>
fmi2Status Instance::set_as(ValueType type, References references, const T* values) {
  if (!settable(type, references, values)) return fmi2Error;
  for (std::size_t i = 0; i < references.count; ++i) {
    const Variable& target = variables_[references.data[i]];
    const double value = stored(type, values[i]);
    if (in_range(target, value)) continue;
    return refuse(target, value);
  }
  const Values& stored_values = this->values();
  for (std::size_t i = 0; i < references.count; ++i) {
    write(stored_values, variables_[references.data[i]].slot, stored(type, values[i]));
  }
  if ((bit(live_->phase) & kBeforeRun) != 0 && references.count > 0) live_->has_state = 0;
  return fmi2OK;
}

fmi2Status Instance::set(ValueType type, References references, const double* values) {
  return set_as(type, references, values);
}

fmi2Status Instance::set(ValueType type, References references, const int* values) {
  return set_as(type, references, values);
}

bool Instance::has_first_derivative(const char* call, References references, const int* orders, const void* values,
                                    Causality causality) const {
  if (references.count == 0) return true;
  if (references.data == nullptr || orders == nullptr || values == nullptr) {
    error("%s: value references, orders or values are missing", call);
    return false;
  }
  for (std::size_t i = 0; i < references.count; ++i) {
    const Variable* asked = variable(references.data[i], ValueType::real);
    if (asked == nullptr) return false;
    if (asked->causality != causality || asked->variability != Variability::continuous) {
      error("%s: %s is not a continuous %s", call, asked->name.c_str(),
            causality == Causality::input ? "input" : "output");
      return false;
    }
    if (orders[i] == 1) continue;
    error("%s: derivatives are of order 1, got %d for %s", call, orders[i], asked->name.c_str());
    return false;
  }
  return true;
}

fmi2Status Instance::set_input_derivatives(References references, const int* orders, const double* values) {
  if (!has_first_derivative("fmi2SetRealInputDerivatives", references, orders, values, Causality::input)) {
    return fmi2Error;
  }
  for (std::size_t i = 0; i < references.count; ++i) {
    if (std::isfinite(values[i])) continue;
    return discard("the derivative of %s must be a finite number, got %g; nothing of the call was stored",
                   variables_[references.data[i]].name.c_str(), values[i]);
  }
  const StoredValues& here = this->values();
  for (std::size_t i = 0; i < references.count; ++i) here.slope(variables_[references.data[i]].slot) = values[i];
  if (references.count > 0) live_->has_slopes = 1;
  return fmi2OK;
}

// Over the component's last step: with its velocities held, a position moves by just that.
fmi2Status Instance::get_output_derivatives(References references, const int* orders, double* values) {
  if (!has_first_derivative("fmi2GetRealOutputDerivatives", references, orders, values, Causality::output)) {
    return fmi2Error;
  }
  if (references.count > 0 && live_->last_size == 0) {
    return discard("fmi2GetRealOutputDerivatives: there are derivatives after the first step");
  }
  const Values& here = this->values();
  for (std::size_t i = 0; i < references.count; ++i) {
    const int place = variables_[references.data[i]].slot.index;
    values[i] = (here.outputs[place] - last_outputs_[place]) / live_->last_size;
  }
  return fmi2OK;
}

fmi2Status Instance::none(References references, const char* what) const {
  return references.count == 0 ? fmi2OK : error("%s", what);
}

}  // namespace stickslip::fmu
