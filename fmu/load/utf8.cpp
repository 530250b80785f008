#include "fmu/load/utf8.h"

#include "fmu/text/utf8.h"

namespace stickslip::load {

namespace {

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
    const std::size_t length = text::sequence_length(rest_);
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
