#pragma once

#include <optional>
#include <string_view>

#include "fmu/load/log.h"

namespace stickslip::load {

/// Where a text stops being well-formed UTF-8; nothing when all of it is.
std::optional<Place> first_malformed(std::string_view text);

/// The first character beyond ASCII that is neither in a string nor in a comment. The text is well-formed.
std::optional<Place> first_stray(std::string_view text);

}  // namespace stickslip::load
