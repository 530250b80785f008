#include "fmu/load/log.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <tuple>
#include <utility>

namespace stickslip::load {

namespace {

constexpr std::size_t kMaxListed = 16;    // names in a message
constexpr std::size_t kMaxQuoted = 60;    // bytes of the user's text in a message
constexpr std::size_t kMaxCompared = 64;  // longer words are nobody's slip of the pen

char lower(char c) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

/// Edit distance with swaps of neighbours as one edit, letter case free.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> current(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1;
      current[j] = std::min({last[j] + 1, current[j - 1] + 1, last[j - 1] + change});
      const bool swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
      if (swapped) current[j] = std::min(current[j], before_last[j - 2] + 1);
    }
    std::swap(before_last, last);
    std::swap(last, current);
  }
  return last[b.size()];
}

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

std::string nearest(std::string_view text, const std::vector<std::string>& candidates) {
  std::string best;
  if (text.size() > kMaxCompared) return best;
  std::size_t best_distance = std::max<std::size_t>(1, text.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    if (candidate.size() > kMaxCompared) continue;
    const std::size_t d = distance(text, candidate);
    if (d < best_distance && d < candidate.size()) {
      best = candidate;
      best_distance = d;
    }
  }
  return best;
}

std::string slip_of(std::string_view key, const toml::table& table) {
  for (const auto& [written, value] : table)
    if (written.str() != key && !nearest(written.str(), {std::string(key)}).empty()) return std::string(written.str());
  return {};
}

std::string suggestion(std::string_view text, const std::vector<std::string>& candidates,
                       const std::vector<std::string>& listed) {
  const std::string near = nearest(text, candidates);
  if (!near.empty()) return "; did you mean " + in_quotes(near) + "?";
  if (listed.empty() || listed.size() > kMaxListed) return {};
  std::string list;
  for (const std::string& candidate : listed) list += (list.empty() ? "" : ", ") + candidate;
  return "; known: " + list;
}

}  // namespace stickslip::load
