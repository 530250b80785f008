#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fmu/archive/zip.h"

namespace stickslip::fmu {

/// What a source FMU has in its folder sources/: the one file to compile, <identifier>.cpp, with the model as a
/// constant, buildDescription.xml, the licence, and a README for rigs.
std::vector<host::ZipMember> source_members(const std::string& identifier, const std::vector<std::uint8_t>& model);

}  // namespace stickslip::fmu
