#pragma once

#include <string>

#include "fmu/host/slave.h"

namespace stickslip::cli {

/// `name=value`, before initialisation: parameters, inputs and whatever else has a start. Throws host::Error.
void set_start(host::Slave& slave, const std::string& assignment);

}  // namespace stickslip::cli
