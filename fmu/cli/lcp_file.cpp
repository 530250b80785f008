#include "fmu/cli/lcp_file.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "fmu/archive/error.h"
#include "fmu/archive/text.h"
#include "model/math/size.h"

namespace stickslip::cli {

namespace {

constexpr int kMostUnknowns = 10'000;  // the matrix is dense: 800 MB

/// Takes one number after the other and knows the line it stands in.
class Numbers {
 public:
  Numbers(const std::string& text, const std::string& label) : text_(text), label_(label) {}

  double real(const char* what, double least = -HUGE_VAL, const char* expected = "a finite number") {
    const std::string_view word = next(what);
    const auto value = host::parse_double(word);
    if (!value || !std::isfinite(*value) || *value < least) fail(what, word, expected);
    return *value;
  }

  /// A whole number from `least` to `most`.
  int whole(const char* what, int least, int most) {
    const std::string_view word = next(what);
    const auto value = host::parse_int(word);
    if (!value || *value < least || *value > most)
      fail(what, word, "a whole number from " + std::to_string(least) + " to " + std::to_string(most));
    return *value;
  }

  void expect_end() {
    skip_blanks();
    if (at_ < text_.size()) throw host::Error(place() + ": there is more behind q; does the number of entries agree?");
  }

  std::string place() const { return label_ + ":" + std::to_string(line_); }

 private:
  void skip_blanks() {
    for (; at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos; ++at_)
      if (text_[at_] == '\n') ++line_;
  }

  std::string_view next(const char* what) {
    skip_blanks();
    if (at_ >= text_.size()) throw host::Error(place() + ": the file ends where " + what + " should stand");
    const std::size_t begin = at_;
    at_ = std::min(text_.find_first_of(" \t\r\n", at_), text_.size());
    return std::string_view(text_).substr(begin, at_ - begin);
  }

  [[noreturn]] void fail(const char* what, std::string_view got, const std::string& expected) const {
    throw host::Error(place() + ": " + what + ": expected " + expected + ", got \"" + host::printable(got, 40) + "\"");
  }

  const std::string& text_;
  const std::string& label_;
  std::size_t at_ = 0;
  int line_ = 1;
};

}  // namespace

LcpFile parse_lcp(const std::string& text, const std::string& label) {
  Numbers numbers(text, label);
  LcpFile file;
  file.n = numbers.whole("the number of unknowns", 1, kMostUnknowns);
  file.contacts = numbers.whole("the number of contacts", 0, file.n);
  file.dimension = numbers.whole("the dimension", 0, 3);
  file.edges = numbers.whole("the number of friction edges", 0, lcp::kMaxEdges);
  if (file.contacts > 0 && file.contacts * (2 + file.edges) != file.n)
    throw host::Error(label + ":1: " + std::to_string(file.contacts) + " contacts with " + std::to_string(file.edges) +
                      " edges have " + std::to_string(file.contacts * (2 + file.edges)) + " unknowns, not " +
                      std::to_string(file.n));
  const int entries = numbers.whole("the number of entries", 0, file.n * file.n);
  file.mu = numbers.real("mu", 0, "a finite number, 0 or more");
  const auto n = size(file.n);
  file.M.assign(n * n, 0.0);
  file.q.assign(n, 0.0);
  std::vector<bool> given(n * n);
  for (int k = 0; k < entries; ++k) {
    const int row = numbers.whole("a row of M", 0, file.n - 1);
    const int column = numbers.whole("a column of M", 0, file.n - 1);
    const std::size_t place = size(row) * n + size(column);
    if (given[place])
      throw host::Error(numbers.place() + ": entry " + std::to_string(row) + " " + std::to_string(column) +
                        " of M is given a second time; add them up or leave one out");
    given[place] = true;
    file.M[place] = numbers.real("an entry of M");
  }
  for (double& value : file.q) value = numbers.real("an entry of q");
  numbers.expect_end();
  return file;
}

std::string format_lcp(const LcpFile& file) {
  const auto entries = std::count_if(file.M.begin(), file.M.end(), [](double x) { return x != 0; });
  const auto line = [](const char* format, auto... values) {
    char text[128];
    std::snprintf(text, sizeof text, format, values...);
    return std::string(text);
  };
  std::string text = line("%d %d %d %d %ld %.17g\n", file.n, file.contacts, file.dimension, file.edges,
                          static_cast<long>(entries), file.mu);
  std::size_t at = 0;
  for (int i = 0; i < file.n; ++i) {
    for (int j = 0; j < file.n; ++j, ++at) {
      if (file.M[at] != 0) text += line("%d %d %.17g\n", i, j, file.M[at]);
    }
  }
  for (const double x : file.q) text += line("%.17g\n", x);
  return text;
}

}  // namespace stickslip::cli
