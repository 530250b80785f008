#include "fmu/load/units.h"

#include <array>
#include <charconv>

#include "fmu/load/geometry.h"

namespace stickslip::load {

namespace {

/// value / divisor * factor: whole fractions of a turn and whole millimetres come out as close as a double can.
struct UnitDefinition {
  Unit kind;
  std::string_view name;
  double divisor;
  double factor;
};

constexpr std::array<UnitDefinition, 10> kUnits = {{
    {Unit::length, "m", 1, 1},
    {Unit::length, "mm", 1000, 1},
    {Unit::length, "cm", 100, 1},
    {Unit::length, "um", 1e6, 1},
    {Unit::length, "km", 1, 1000},
    {Unit::length, "in", 10000, 254},
    {Unit::angle, "rad", 1, 1},
    {Unit::angle, "deg", 180, kPi},
    {Unit::angle, "mrad", 1000, 1},
    {Unit::angle, "turn", 1, 2 * kPi},
}};

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

}  // namespace

std::optional<double> parse_quantity(std::string_view text, Unit unit) {
  text = trimmed(text);
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  double value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc{}) return std::nullopt;
  const std::string_view name = trimmed(text.substr(static_cast<std::size_t>(end - text.data())));
  for (const UnitDefinition& known : kUnits) {
    if (known.kind == unit && known.name == name) return value / known.divisor * known.factor;
  }
  return std::nullopt;
}

std::string unit_names(Unit unit) {
  std::string list;
  for (const UnitDefinition& known : kUnits) {
    if (known.kind == unit) list += (list.empty() ? "" : ", ") + std::string(known.name);
  }
  return list;
}

}  // namespace stickslip::load
