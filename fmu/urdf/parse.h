#pragma once

#include <string>

#include "fmu/urdf/robot.h"

namespace stickslip::urdf {

/// Reads a URDF; `path` is how messages call it. Throws host::Error with everything that is wrong, a line each.
Robot parse(const std::string& text, const std::string& path);

}  // namespace stickslip::urdf
