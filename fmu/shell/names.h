#pragma once

#include <string>

#include "fmu/shell/component.h"

namespace stickslip::fmu {

/// `box.position[1]` -> `box_position_1`, for tools that do not take structured names.
std::string flat_name(const std::string& name);

/// The same description under flat names. The caller looks for collisions.
Description with_flat_names(Description description);

/// A C identifier made from any name: other characters become _, a digit does not come first.
std::string identifier_from(const std::string& name);

}  // namespace stickslip::fmu
