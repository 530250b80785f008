#pragma once

#include <string>
#include <string_view>

#include "fmu/export/documentation.h"
#include "model/core/model.h"

namespace stickslip::fmu {

/// The bytes of a model's FMU: the generic binary, resources/model.bin (all the binary reads) and resources/model.toml,
/// the text the model was made from, for the record. The same model and text give the same bytes. Throws host::Error.
std::string pack_model(const Model& model, std::string_view text, bool flat, const About& about = {});

/// The generic binary for linux64, as it is in every model's FMU.
std::string_view plant_binary();

}  // namespace stickslip::fmu
