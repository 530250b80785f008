#pragma once

#include <cstddef>
#include <vector>

#include "fmu/shell/component.h"

namespace stickslip::fmu {

/// The values of an instance, and what the shell itself keeps beside them.
struct StoredValues : Values {
  Span<double> slopes;        // of inputs and parameters, from the last communication point on
  Span<double> last_outputs;  // before the component's last step

  /// A parameter may be an input to the outside.
  double& slope(const Slot& slot) const {
    return slopes[slot.store == Store::parameter ? inputs.size() + slot.index : slot.index];
  }
};

/// Where each block of values begins in one run of bytes, so that all of them are copied as one.
struct ValueLayout {
  explicit ValueLayout(const Description& description);

  /// The blocks inside `bytes`, which must be aligned for double and `size` long.
  StoredValues at(std::byte* bytes) const;

  int inputs = 0;
  int parameters = 0;
  int starts = 0;
  int outputs = 0;
  int integer_outputs = 0;
  int boolean_outputs = 0;
  std::size_t size = 0;  // in bytes
};

/// Writes the declared start values; outputs become 0.
void set_to_start(const Description& description, const Values& values);

/// One number of whatever type, read from or written to its slot.
double read(const Values& values, const Slot& slot);
void write(const Values& values, const Slot& slot, double number);

}  // namespace stickslip::fmu
