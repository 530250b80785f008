#include "fmu/load/section.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace stickslip::load {

namespace {

bool within(double value, const Rule& rule) {
  return value <= rule.high && (rule.above_low ? value > rule.low : value >= rule.low);
}

bool good(double value, const Rule& rule) {
  const double magnitude = std::fabs(value);
  return within(value, rule) && (magnitude == 0 || (magnitude >= kSmallest && magnitude <= kLargest));
}

/// What a number that is not good() should have been.
std::string rule_text(double value, const Rule& rule) {
  if (!std::isfinite(value)) return "must be a finite number";
  if (within(value, rule)) return "must be at least 1e-30 in magnitude";
  const bool too_large = value > 0 ? rule.high >= kLargest && value > kLargest : rule.low <= -kLargest;
  if (too_large) return "must be at most 1e30 in magnitude";
  const std::string low = "must be " + std::string(rule.above_low ? "> " : ">= ") + to_text(rule.low);
  return rule.high < kLargest ? low + " and <= " + to_text(rule.high) : low;
}

bool is_in(std::string_view key, const std::vector<std::string>& keys) {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

std::string count_text(std::size_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

}  // namespace

std::string kind_of(const toml::node& node) {
  if (const auto* text = node.as_string()) return in_quotes(text->get());
  if (const auto* integer = node.as_integer()) return std::to_string(integer->get());
  if (const auto* real = node.as_floating_point()) return to_text(real->get());
  if (const auto* truth = node.as_boolean()) return truth->get() ? "true" : "false";
  if (node.is_table()) return "a table";
  if (const auto* array = node.as_array()) return count_text(array->size(), "value");
  return "a date or time";
}

Section::Section(const toml::table& table, std::string what, bool planar, Log& log)
    : table_(table), what_(std::move(what)), planar_(planar), log_(log), place_(place_of(table)) {}

bool Section::asked(std::string_view key) const {
  return is_in(key, asked_);
}

const toml::node* Section::node(std::string_view key) {
  asked_.emplace_back(key);
  return table_.get(key);
}

const toml::node* Section::required(std::string_view key, std::string_view remedy) {
  if (const toml::node* found = node(key)) return found;
  const std::string slip = slip_of(key, table_);
  if (slip.empty() || asked(slip)) {
    error(place_, std::string(key) + " is missing" + (remedy.empty() ? "" : "; " + std::string(remedy)));
  } else if (!is_in(slip, refused_)) {
    refuse_unknown(table_.find(slip)->first, {std::string(key)});
  }
  return nullptr;
}

bool Section::misspelt(std::initializer_list<std::string_view> keys) const {
  return std::any_of(keys.begin(), keys.end(), [this](std::string_view key) {
    const std::string slip = slip_of(key, table_);
    return !has(key) && !slip.empty() && !asked(slip);
  });
}

void Section::refuse_unknown(const toml::key& key, const std::vector<std::string>& known) {
  error(place_of(key), "unknown key " + in_quotes(key.str()) + suggestion(key.str(), known));
  refused_.emplace_back(key.str());
}

void Section::refuse(std::string_view key, std::string_view reason) {
  if (!has(key)) return;
  refused_.emplace_back(key);
  error(key_place(key), std::string(key) + " has no meaning here: " + std::string(reason));
}

Place Section::place(std::string_view key) const {
  const auto found = table_.find(key);
  return found == table_.end() ? place_ : place_of(found->second);
}

Place Section::key_place(std::string_view key) const {
  const auto found = table_.find(key);
  return found == table_.end() ? place_ : place_of(found->first);
}

std::optional<double> Section::number(std::string_view key, Rule rule, Unit unit) {
  const toml::node* value = node(key);
  return value == nullptr ? std::nullopt : number_in(*value, key, rule, unit);
}

std::optional<double> Section::number_in(const toml::node& value, std::string_view name, Rule rule, Unit unit) {
  std::optional<double> number;
  if (const auto* text = value.as_string(); text != nullptr && unit != Unit::none) {
    number = parse_quantity(text->get(), unit);
  } else if (value.is_number()) {
    number = value.value<double>();
  }
  if (!number) {
    const bool quoted = value.is_string();
    const std::string or_unit = unit != Unit::none ? " or a string with a unit (" + unit_names(unit) + ")"
                                : quoted           ? " in SI units, without quotes"
                                                   : "";
    error(place_of(value), std::string(name) + " must be a number" + or_unit + ", got " + kind_of(value));
    return std::nullopt;
  }
  if (std::fabs(*number) < kSmallest && within(0, rule)) return 0.0;  // what sums of sines leave of a zero
  if (!good(*number, rule)) {
    error(place_of(value), std::string(name) + " " + rule_text(*number, rule) + ", got " + kind_of(value));
    return std::nullopt;
  }
  return number;
}

std::optional<int> Section::integer(std::string_view key, int low, int high) {
  const toml::node* value = node(key);
  if (value == nullptr) return std::nullopt;
  const auto* number = value->as_integer();
  if (number == nullptr || number->get() < low || number->get() > high) {
    const auto* real = value->as_floating_point();
    const bool whole = real != nullptr && std::floor(real->get()) == real->get();
    error(place_of(*value), std::string(key) + " must be a whole number from " + std::to_string(low) + " to " +
                                std::to_string(high) + ", got " + kind_of(*value) +
                                (whole ? "; write it without a decimal point" : ""));
    return std::nullopt;
  }
  return static_cast<int>(number->get());
}

std::optional<bool> Section::boolean(std::string_view key) {
  const toml::node* value = node(key);
  if (value == nullptr) return std::nullopt;
  if (const auto* truth = value->as_boolean()) return truth->get();
  error(place_of(*value), std::string(key) + " must be true or false, got " + kind_of(*value));
  return std::nullopt;
}

std::optional<std::string> Section::string(std::string_view key) {
  const toml::node* value = node(key);
  return value == nullptr ? std::nullopt : string_in(*value, key);
}

std::optional<std::string> Section::string_in(const toml::node& value, std::string_view name) {
  if (const auto* text = value.as_string()) return text->get();
  error(place_of(value), std::string(name) + " must be a string, got " + kind_of(value));
  return std::nullopt;
}

std::optional<Vec3> Section::vector(std::string_view key, Unit unit, Rule rule) {
  const toml::node* value = node(key);
  return value == nullptr ? std::nullopt : vector_in(*value, key, unit, rule);
}

std::optional<Vec3> Section::vector_in(const toml::node& value, std::string_view name, Unit unit, Rule rule) {
  const std::size_t count = planar_ ? 2 : 3;
  const auto* array = value.as_array();
  if (array == nullptr || array->size() != count) {
    error(place_of(value),
          std::string(name) + " must be " + (planar_ ? "[x, y]" : "[x, y, z]") + ", got " + kind_of(value));
    return std::nullopt;
  }
  Vec3 result = Vec3::Zero();
  bool good = true;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string element = std::string(name) + "[" + std::to_string(i + 1) + "]";
    const auto number = number_in((*array)[i], element, rule, unit);
    if (number) result[static_cast<int>(i)] = *number;
    good = good && number.has_value();
  }
  return good ? std::optional<Vec3>(result) : std::nullopt;
}

std::optional<std::vector<double>> Section::numbers(std::string_view key, Rule rule, Unit unit) {
  const toml::node* value = node(key);
  if (value == nullptr) return std::nullopt;
  const auto* array = value->as_array();
  if (array == nullptr) {
    error(place_of(*value), std::string(key) + " must be an array of numbers, got " + kind_of(*value));
    return std::nullopt;
  }
  std::vector<double> result;
  for (std::size_t i = 0; i < array->size(); ++i) {
    const std::string element = std::string(key) + "[" + std::to_string(i + 1) + "]";
    const auto number = number_in((*array)[i], element, rule, unit);
    if (!number) return std::nullopt;
    result.push_back(*number);
  }
  return result;
}

void Section::finish(std::initializer_list<std::string_view> later) {
  std::sort(asked_.begin(), asked_.end());
  asked_.erase(std::unique(asked_.begin(), asked_.end()), asked_.end());
  for (const auto& [key, value] : table_) {
    const std::string_view name = key.str();
    if (std::binary_search(asked_.begin(), asked_.end(), name) || is_in(name, refused_)) continue;
    if (std::find(later.begin(), later.end(), name) != later.end()) {
      error(place_of(key), std::string(name) + " is not available in this version");
    } else {
      refuse_unknown(key, asked_);
    }
  }
}

}  // namespace stickslip::load
