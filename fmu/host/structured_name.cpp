#include "fmu/host/structured_name.h"

namespace stickslip::host {

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_nondigit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

constexpr std::string_view kQuotedCharacters = "!#$%&()*+,-./:;<>=?@[]^{}|~ ";
constexpr std::string_view kEscapedCharacters = "'\"?\\abfnrtv";

/// Recursive descent over one name; each function returns what is wrong, or nothing.
class NameParser {
 public:
  explicit NameParser(std::string_view name) : name_(name) {}

  std::string parse() {
    const bool derivative = name_.substr(0, 4) == "der(";
    if (derivative) at_ = 4;
    std::string problem = identifier();
    if (problem.empty() && derivative && take(',')) problem = number("the order of a derivative");
    if (problem.empty() && derivative && !take(')')) return "lacks the closing ) of der(";
    if (problem.empty() && at_ != name_.size()) return unexpected();
    return problem;
  }

 private:
  char next() const { return at_ < name_.size() ? name_[at_] : '\0'; }

  bool take(char c) {
    if (at_ >= name_.size() || name_[at_] != c) return false;
    ++at_;
    return true;
  }

  std::string unexpected() const {
    if (at_ >= name_.size()) return "ends too early";
    return std::string("has a '") + name_[at_] + "' at character " + std::to_string(at_ + 1);
  }

  std::string identifier() {
    do {
      std::string problem = next() == '\'' ? quoted() : word();
      if (problem.empty() && take('[')) problem = indices();
      if (!problem.empty()) return problem;
    } while (take('.'));
    return {};
  }

  std::string word() {
    if (!is_nondigit(next())) return unexpected();
    while (is_nondigit(next()) || is_digit(next())) ++at_;
    return {};
  }

  std::string quoted() {
    const std::size_t begin = ++at_;
    while (at_ < name_.size() && name_[at_] != '\'') {
      const bool escape = take('\\');
      const std::string_view allowed = escape ? kEscapedCharacters : kQuotedCharacters;
      const bool plain = !escape && (is_digit(next()) || is_nondigit(next()));
      if (!plain && (at_ >= name_.size() || allowed.find(name_[at_]) == std::string_view::npos)) return unexpected();
      ++at_;
    }
    if (at_ == begin) return "has an empty quoted part";
    return take('\'') ? std::string() : "lacks a closing '";
  }

  std::string number(const char* what) {
    if (!is_digit(next())) return std::string("needs an unsigned number as ") + what;
    while (is_digit(next())) ++at_;
    return {};
  }

  std::string indices() {
    do {
      std::string problem = number("array index");
      if (!problem.empty()) return problem;
    } while (take(','));
    return take(']') ? std::string() : "lacks a closing ]";
  }

  std::string_view name_;
  std::size_t at_ = 0;
};

}  // namespace

std::string structured_name_problem(std::string_view name) {
  return NameParser(name).parse();
}

}  // namespace stickslip::host
