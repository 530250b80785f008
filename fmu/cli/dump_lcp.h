#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fmu/cli/model_file.h"

namespace stickslip::cli {

/// Writes the first complementarity problem of a communication step over H from `snapshot`, the serialised state of an
/// instance of this model: joints eliminated, in SI units, c_n before beta before lambda where all contacts have the
/// same number of friction edges.
void dump_lcp(const ModelFile& model, const std::vector<std::uint8_t>& snapshot, double H, const std::string& path);

}  // namespace stickslip::cli
