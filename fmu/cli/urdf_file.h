#pragma once

#include <filesystem>
#include <string>

#include "fmu/cli/options.h"

namespace stickslip::cli {

/// By its name.
bool is_urdf(const std::string& path);

/// The model file of a robot, as it stands in `folder`. Prints what was repaired or left out on standard error; throws
/// host::Error with every error of the URDF, a line each.
std::string import_file(const std::string& path, const RobotOptions& options, const std::filesystem::path& folder);

}  // namespace stickslip::cli
