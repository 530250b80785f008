#include "fmu/load/log.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <tuple>
#include <utility>

#include "fmu/text/spelling.h"

namespace stickslip::load {

namespace {

constexpr std::size_t kMaxListed = 16;  // names in a message
constexpr std::size_t kMaxQuoted = 60;  // bytes of the user's text in a message

}  // namespace

Place place_of(const toml::source_region& region) {
  return {static_cast<int>(region.begin.line), static_cast<int>(region.begin.column), region.path};
}

void Log::error(const Place& at, std::string text) {
  ++errors_;
  say(at, std::move(text), Severity::error);
}

void Log::warn(const Place& at, std::string text) {
  say(at, std::move(text), Severity::warning);
}

void Log::say(const Place& at, std::string text, Severity severity) {
  said_.push_back({at.file == nullptr ? files_.front() : *at.file, at.line, at.col, std::move(text), severity});
}

void Log::add_file(const std::string& file) {
  if (std::find(files_.begin(), files_.end(), file) == files_.end()) files_.push_back(file);
}

std::vector<Diagnostic> Log::take() {
  std::map<std::string, std::size_t> rank;
  for (const std::string& file : files_) rank.insert({file, rank.size()});
  std::stable_sort(said_.begin(), said_.end(), [&](const Diagnostic& a, const Diagnostic& b) {
    return std::tuple(rank[a.file], a.line, a.col) < std::tuple(rank[b.file], b.line, b.col);
  });
  const auto same = [](const Diagnostic& a, const Diagnostic& b) {
    return std::tie(a.file, a.line, a.col, a.text) == std::tie(b.file, b.line, b.col, b.text);
  };
  said_.erase(std::unique(said_.begin(), said_.end(), same), said_.end());
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

std::string path_in_quotes(std::string_view path) {
  return '"' + std::string(path) + '"';
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
