#pragma once

#include "fmu/host/model_description.h"

namespace stickslip::cli {

/// Name, kind, type, unit, start and description of every variable, a line each, on standard output.
void print_variables(const host::ModelDescription& description);

}  // namespace stickslip::cli
