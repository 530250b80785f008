#pragma once

#include "model/interface/variable.h"

namespace stickslip::fmu {

/// Exponents of the SI base units that occur here.
struct BaseUnit {
  int kg = 0;
  int m = 0;
  int s = 0;
  int rad = 0;
};

/// How a quantity appears in modelDescription.xml.
struct QuantityInfo {
  Quantity quantity;
  const char* name;  // of the FMI quantity; the declared type is stickslip.<name>
  const char* unit;
  BaseUnit base;
  const char* display_unit;  // null: none
  double display_factor;     // display value = factor * value
};

/// Null for Quantity::none, which has no unit.
const QuantityInfo* info_of(Quantity quantity);

}  // namespace stickslip::fmu
