#pragma once

#include <string>

#include "fmu/cli/model_file.h"

namespace stickslip::cli {

/// The model of a model file, or of an FMU that stickslip has made and that carries it. Throws host::Error.
ModelFile model_of(const std::string& path, const RobotOptions& robot);

}  // namespace stickslip::cli
