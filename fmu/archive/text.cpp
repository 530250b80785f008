#include "fmu/archive/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "fmu/text/utf8.h"

namespace stickslip::host {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";

/// from_chars takes no plus sign, the formats do.
std::string_view without_plus(std::string_view text) {
  text = trimmed(text);
  const bool plus = text.size() > 1 && text[0] == '+' && text[1] != '-' && text[1] != '+';
  return plus ? text.substr(1) : text;
}

template <class T>
std::optional<T> parse_whole(std::string_view text) {
  text = without_plus(text);
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> found;
  for (std::size_t at = text.find_first_not_of(kBlanks); at < text.size();) {
    const std::size_t end = std::min(text.find_first_of(kBlanks, at), text.size());
    found.push_back(text.substr(at, end - at));
    at = text.find_first_not_of(kBlanks, end);
  }
  return found;
}

std::optional<double> parse_double(std::string_view text) {
  text = trimmed(text);
  if (text == "INF" || text == "+INF") return std::numeric_limits<double>::infinity();
  if (text == "-INF") return -std::numeric_limits<double>::infinity();
  if (text == "NaN") return std::numeric_limits<double>::quiet_NaN();
  if (text.find_first_of("iInN") != std::string_view::npos) return std::nullopt;  // from_chars knows other spellings
  text = without_plus(text);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size() || text.empty()) return std::nullopt;
  if (error == std::errc::result_out_of_range) {  // 1e-400 is zero, 1e400 is not a number we can use
    const std::size_t exponent = text.find_first_of("eE");
    const bool tiny = exponent != std::string_view::npos && text.find('-', exponent) != std::string_view::npos;
    return tiny ? std::optional<double>(0.0) : std::nullopt;
  }
  if (error != std::errc{}) return std::nullopt;
  return value;
}

std::optional<std::int32_t> parse_int(std::string_view text) {
  return parse_whole<std::int32_t>(text);
}
std::optional<std::uint32_t> parse_unsigned(std::string_view text) {
  return parse_whole<std::uint32_t>(text);
}

std::optional<bool> parse_boolean(std::string_view text) {
  text = trimmed(text);
  if (text == "true" || text == "1") return true;
  if (text == "false" || text == "0") return false;
  return std::nullopt;
}

std::string format_double(double value) {
  std::array<char, 40> buffer{};
  const auto result =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general, 17);
  return {buffer.data(), result.ptr};
}

std::string short_double(double value) {
  std::array<char, 40> buffer{};
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return {buffer.data(), result.ptr};
}

std::string printable(std::string_view text, std::size_t most) {
  std::string out;
  for (const char c : text.substr(0, most)) {
    const auto byte = static_cast<unsigned char>(c);
    out += byte < 0x20 || byte == 0x7f ? '?' : c;
  }
  return text.size() > most ? out + "..." : out;
}

std::optional<std::size_t> invalid_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = text::sequence_length(text.substr(at));
    if (length == 0) return at;
    at += length;
  }
  return std::nullopt;
}

}  // namespace stickslip::host
