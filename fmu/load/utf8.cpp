#include "fmu/load/utf8.h"

namespace stickslip::load {

namespace {

/// Length of the well-formed sequence at the start of `text`, 0 when there is none (Unicode 15, table 3-7).
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const auto follows = [&](std::size_t i, unsigned low, unsigned high) { return byte(i) >= low && byte(i) <= high; };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return follows(1, 0x80, 0xBF) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    const unsigned low = first == 0xE0 ? 0xA0 : 0x80;   // no overlong forms
    const unsigned high = first == 0xED ? 0x9F : 0xBF;  // no surrogates
    return follows(1, low, high) && follows(2, 0x80, 0xBF) ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const unsigned low = first == 0xF0 ? 0x90 : 0x80;
    const unsigned high = first == 0xF4 ? 0x8F : 0xBF;  // nothing beyond U+10FFFF
    return follows(1, low, high) && follows(2, 0x80, 0xBF) && follows(3, 0x80, 0xBF) ? 4 : 0;
  }
  return 0;
}

/// Walks over a text and keeps count of lines and columns.
class Walker {
 public:
  explicit Walker(std::string_view text) : rest_(text) {}

  bool at_end() const { return rest_.empty(); }
  bool at(std::string_view what) const { return rest_.substr(0, what.size()) == what; }
  bool beyond_ascii() const { return static_cast<unsigned char>(rest_.front()) >= 0x80; }
  Place place() const { return place_; }

  /// Over one character, false when it is malformed.
  bool next() {
    const std::size_t length = sequence_length(rest_);
    if (length == 0) return false;
    place_ = at("\n") ? Place{place_.line + 1, 1} : Place{place_.line, place_.col + 1};
    rest_.remove_prefix(length);
    return true;
  }
  void next(std::size_t count) {
    for (std::size_t i = 0; i < count && !at_end(); ++i) next();
  }

 private:
  std::string_view rest_;
  Place place_{1, 1};
};

/// Over a string; one that does not end stops the parser where its line ends, and this walk there too.
void skip_string(Walker& walker) {
  const bool basic = walker.at("\"");
  const bool long_form = walker.at("\"\"\"") || walker.at("'''");
  const std::string_view quote = long_form ? (basic ? "\"\"\"" : "'''") : (basic ? "\"" : "'");
  walker.next(quote.size());
  while (!walker.at_end() && !walker.at(quote) && (long_form || !walker.at("\n"))) {
    if (basic && walker.at("\\")) walker.next();
    if (!walker.at_end()) walker.next();
  }
  walker.next(quote.size());
}

}  // namespace

std::optional<Place> first_malformed(std::string_view text) {
  Walker walker(text);
  while (!walker.at_end()) {
    const Place place = walker.place();
    if (!walker.next()) return place;
  }
  return std::nullopt;
}

std::optional<Place> first_stray(std::string_view text) {
  Walker walker(text);
  if (walker.at("\xEF\xBB\xBF")) walker.next();  // a byte order mark
  while (!walker.at_end()) {
    if (walker.at("\"") || walker.at("'")) {
      skip_string(walker);
    } else if (walker.at("#")) {
      while (!walker.at_end() && !walker.at("\n")) walker.next();
    } else if (walker.beyond_ascii()) {
      return walker.place();
    } else {
      walker.next();
    }
  }
  return std::nullopt;
}

}  // namespace stickslip::load
