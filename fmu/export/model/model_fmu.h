#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fmu/export/documentation.h"
#include "fmu/export/package.h"
#include "fmu/load/load.h"
#include "model/core/model.h"

namespace stickslip::fmu {

/// What an FMU may carry besides its model.
struct Carried {
  std::vector<std::string> platforms;  // empty: those of usual_platforms()
  bool sources = false;                // one source file with all in it
  std::vector<load::PartText> parts;   // files that the model includes, for the record
};

/// The bytes of a model's FMU: the generic binaries, resources/model.bin (all that they read) and resources/model.toml,
/// the text the model was made from, for the record. The same model and text give the same bytes. Throws host::Error.
std::string pack_model(const Model& model, std::string_view text, bool flat, const About& about = {},
                       const Carried& carried = {});

/// The generic binaries of all platforms that these tools were built for, as they are in every model's FMU.
std::vector<Binary> plant_binaries();

/// linux64 and win64, or that of them which these tools were built for.
std::vector<std::string> usual_platforms();

}  // namespace stickslip::fmu
