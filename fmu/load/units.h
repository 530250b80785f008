#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace stickslip::load {

/// What a number may be written in, beside SI without a unit.
enum class Unit : int { none, length, angle };

/// "30 deg" as radians, "200 mm" as metres; nothing when the text is not a number and a unit of that kind.
std::optional<double> parse_quantity(std::string_view text, Unit unit);

/// The units of a kind as a list for messages: `m, mm, ...`.
std::string unit_names(Unit unit);

}  // namespace stickslip::load
