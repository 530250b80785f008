#pragma once

#include <optional>
#include <string_view>

#include "fmu/load/log.h"

namespace stickslip::load {

/// Where a text stops being well-formed UTF-8; nothing when all of it is.
std::optional<Place> first_malformed(std::string_view text);

}  // namespace stickslip::load
