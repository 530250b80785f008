#include "fmu/shell/value_store.h"

#include <algorithm>

namespace stickslip::fmu {

ValueLayout::ValueLayout(const Description& description)
    : inputs(static_cast<int>(description.blocks.inputs.size())),
      parameters(static_cast<int>(description.blocks.parameters.size())),
      starts(static_cast<int>(description.blocks.starts.size())),
      outputs(description.blocks.outputs),
      integer_outputs(description.blocks.integer_outputs),
      boolean_outputs(description.blocks.boolean_outputs) {
  for (const Variable& variable : description.variables) {
    int* count = nullptr;
    switch (variable.slot.store) {
      case Store::input:
        count = &inputs;
        break;
      case Store::parameter:
        count = &parameters;
        break;
      case Store::start:
        count = &starts;
        break;
      case Store::output:
        count = &outputs;
        break;
      case Store::integer_output:
        count = &integer_outputs;
        break;
      case Store::boolean_output:
        count = &boolean_outputs;
        break;
    }
    *count = std::max(*count, variable.slot.index + 1);
  }
  size = sizeof(double) * static_cast<std::size_t>(2 * (inputs + parameters + outputs) + starts) +
         sizeof(int) * static_cast<std::size_t>(integer_outputs + boolean_outputs);
}

StoredValues ValueLayout::at(std::byte* bytes) const {
  auto* real = reinterpret_cast<double*>(bytes);
  StoredValues values;
  values.inputs = {real, inputs};
  values.parameters = {values.inputs.end(), parameters};
  values.starts = {values.parameters.end(), starts};
  values.outputs = {values.starts.end(), outputs};
  values.slopes = {values.outputs.end(), inputs + parameters};
  values.last_outputs = {values.slopes.end(), outputs};
  values.integer_outputs = {reinterpret_cast<int*>(values.last_outputs.end()), integer_outputs};
  values.boolean_outputs = {values.integer_outputs.end(), boolean_outputs};
  return values;
}

void set_to_start(const Description& description, const Values& values) {
  const Blocks& blocks = description.blocks;
  std::copy(blocks.inputs.begin(), blocks.inputs.end(), values.inputs.begin());
  std::copy(blocks.parameters.begin(), blocks.parameters.end(), values.parameters.begin());
  std::copy(blocks.starts.begin(), blocks.starts.end(), values.starts.begin());
  std::fill(values.outputs.begin(), values.outputs.end(), 0.0);
  std::fill(values.integer_outputs.begin(), values.integer_outputs.end(), 0);
  std::fill(values.boolean_outputs.begin(), values.boolean_outputs.end(), 0);
  for (const Variable& variable : description.variables) {
    if (variable.causality != Causality::output) write(values, variable.slot, variable.start);
  }
}

double read(const Values& values, const Slot& slot) {
  switch (slot.store) {
    case Store::input:
      return values.inputs[slot.index];
    case Store::parameter:
      return values.parameters[slot.index];
    case Store::start:
      return values.starts[slot.index];
    case Store::output:
      return values.outputs[slot.index];
    case Store::integer_output:
      return values.integer_outputs[slot.index];
    case Store::boolean_output:
      return values.boolean_outputs[slot.index];
  }
  return 0;
}

void write(const Values& values, const Slot& slot, double number) {
  switch (slot.store) {
    case Store::input:
      values.inputs[slot.index] = number;
      break;
    case Store::parameter:
      values.parameters[slot.index] = number;
      break;
    case Store::start:
      values.starts[slot.index] = number;
      break;
    case Store::output:
      values.outputs[slot.index] = number;
      break;
    case Store::integer_output:
      values.integer_outputs[slot.index] = static_cast<int>(number);
      break;
    case Store::boolean_output:
      values.boolean_outputs[slot.index] = static_cast<int>(number);
      break;
  }
}

}  // namespace stickslip::fmu
