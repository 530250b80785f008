#include "fmu/load/log.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <tuple>
#include <utility>

#include "fmu/text/spelling.h"

namespace stickslip::load {

namespace {

constexpr std::size_t kMaxListed = 16;  // names in a message
constexpr std::size_t kMaxQuoted = 60;  // bytes of the user's text in a message

}  // namespace

Place place_of(const toml::source_region& region) {
  return {static_cast<int>(region.begin.line), static_cast<int>(region.begin.column)};
}

void Log::error(Place at, std::string text) {
  ++errors_;
  said_.push_back({file_, at.line, at.col, std::move(text), Severity::error});
}

void Log::warn(Place at, std::string text) {
  said_.push_back({file_, at.line, at.col, std::move(text), Severity::warning});
}

std::vector<Diagnostic> Log::take() {
  std::stable_sort(said_.begin(), said_.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::tie(a.line, a.col) < std::tie(b.line, b.col);
  });
  return std::move(said_);
}

std::string to_text(double value) {
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  return {buffer.data(), end};
}

std::string about(double value) {
  std::array<char, 32> buffer{};
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general, 4).ptr;
  return {buffer.data(), end};
}

std::string in_quotes(std::string_view text) {
  if (text.size() <= kMaxQuoted) return '"' + std::string(text) + '"';
  std::size_t cut = kMaxQuoted;
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0U) == 0x80U) --cut;  // not inside a UTF-8 sequence
  return '"' + std::string(text.substr(0, cut)) + "...\"";
}

std::string slip_of(std::string_view key, const toml::table& table) {
  for (const auto& [written, value] : table)
    if (written.str() != key && !text::nearest(written.str(), {std::string(key)}).empty())
      return std::string(written.str());
  return {};
}

std::string suggestion(std::string_view text, const std::vector<std::string>& candidates,
                       const std::vector<std::string>& listed) {
  const std::string near = text::nearest(text, candidates);
  if (!near.empty()) return "; did you mean " + in_quotes(near) + "?";
  if (listed.empty() || listed.size() > kMaxListed) return {};
  std::string list;
  for (const std::string& candidate : listed) list += (list.empty() ? "" : ", ") + candidate;
  return "; known: " + list;
}

}  // namespace stickslip::load
