#include "fmu/sweep/expression.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "fmu/archive/text.h"
#include "fmu/text/spelling.h"
#include "model/math/size.h"

namespace stickslip::sweep {

namespace {

constexpr int kDeepest = 100;  // calls within each other, some three a parenthesis; also numbers on the stack
constexpr double kPi = 3.14159265358979323846;

struct Function {
  const char* name;
  int arguments;
  double (*value)(const double* a);
};

double sign_of(double x) {
  return x > 0 ? 1 : x < 0 ? -1 : 0;
}

// Operators first, by their signs.
const std::array kFunctions{
    Function{"+", 2, [](const double* a) { return a[0] + a[1]; }},
    Function{"-", 2, [](const double* a) { return a[0] - a[1]; }},
    Function{"*", 2, [](const double* a) { return a[0] * a[1]; }},
    Function{"/", 2, [](const double* a) { return a[0] / a[1]; }},
    Function{"^", 2, [](const double* a) { return std::pow(a[0], a[1]); }},
    Function{"negative", 1, [](const double* a) { return -a[0]; }},
    Function{"!", 1, [](const double* a) { return a[0] == 0 ? 1.0 : 0.0; }},
    Function{"<", 2, [](const double* a) { return a[0] < a[1] ? 1.0 : 0.0; }},
    Function{"<=", 2, [](const double* a) { return a[0] <= a[1] ? 1.0 : 0.0; }},
    Function{">", 2, [](const double* a) { return a[0] > a[1] ? 1.0 : 0.0; }},
    Function{">=", 2, [](const double* a) { return a[0] >= a[1] ? 1.0 : 0.0; }},
    Function{"==", 2, [](const double* a) { return a[0] == a[1] ? 1.0 : 0.0; }},
    Function{"!=", 2, [](const double* a) { return a[0] != a[1] ? 1.0 : 0.0; }},
    Function{"&&", 2, [](const double* a) { return a[0] != 0 && a[1] != 0 ? 1.0 : 0.0; }},
    Function{"||", 2, [](const double* a) { return a[0] != 0 || a[1] != 0 ? 1.0 : 0.0; }},
    Function{"abs", 1, [](const double* a) { return std::fabs(a[0]); }},
    Function{"sqrt", 1, [](const double* a) { return std::sqrt(a[0]); }},
    Function{"exp", 1, [](const double* a) { return std::exp(a[0]); }},
    Function{"log", 1, [](const double* a) { return std::log(a[0]); }},
    Function{"sin", 1, [](const double* a) { return std::sin(a[0]); }},
    Function{"cos", 1, [](const double* a) { return std::cos(a[0]); }},
    Function{"tan", 1, [](const double* a) { return std::tan(a[0]); }},
    Function{"atan2", 2, [](const double* a) { return std::atan2(a[0], a[1]); }},
    Function{"hypot", 2, [](const double* a) { return std::hypot(a[0], a[1]); }},
    Function{"min", 2, [](const double* a) { return std::min(a[0], a[1]); }},
    Function{"max", 2, [](const double* a) { return std::max(a[0], a[1]); }},
    Function{"sign", 1, [](const double* a) { return sign_of(a[0]); }},
    Function{"floor", 1, [](const double* a) { return std::floor(a[0]); }},
};
constexpr int kOperators = 15;

int function_named(std::string_view name) {
  for (int i = 0; i < static_cast<int>(kFunctions.size()); ++i)
    if (name == kFunctions.at(size(i)).name) return i;
  return -1;
}

std::string function_near(const std::string& word) {
  std::vector<std::string> names;
  for (std::size_t i = kOperators; i < kFunctions.size(); ++i) names.emplace_back(kFunctions.at(i).name);
  const std::string near = text::nearest(word, names);
  return near.empty() ? "" : ", is \"" + near + "\" meant?";
}

bool starts_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Binary operators from loose to tight; ^ binds tighter than a sign and to the right.
const std::array<std::vector<std::string_view>, 5> kLevels{
    {{"||"}, {"&&"}, {"<=", ">=", "==", "!=", "<", ">"}, {"+", "-"}, {"*", "/"}}};

}  // namespace

/// Recursive descent; writes steps in the order in which a stack machine takes them.
class Parser {
 public:
  Parser(std::string_view text, const std::function<int(const std::string&)>& place_of, Expression& out)
      : text_(text), place_of_(place_of), out_(out) {}

  void parse() {
    level(0, 0);
    skip();
    if (at_ < text_.size()) fail("expected an operator before \"" + host::printable(text_.substr(at_), 20) + "\"");
  }

 private:
  using Step = Expression::Step;

  [[noreturn]] void fail(const std::string& what) const { throw ExpressionError{what, static_cast<int>(at_) + 1}; }

  void skip() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n')) ++at_;
  }
  bool take(std::string_view sign) {
    skip();
    if (text_.substr(at_, sign.size()) != sign) return false;
    at_ += sign.size();
    return true;
  }

  void push(const Step& step) {
    const int change = step.kind == Step::Kind::function ? 1 - kFunctions.at(size(step.place)).arguments : 1;
    height_ += change;
    out_.deepest_ = std::max(out_.deepest_, height_);
    if (out_.deepest_ > kDeepest) fail("nested too deeply");
    out_.steps_.push_back(step);
  }
  void call(int function) { push({Step::Kind::function, 0, function}); }

  void level(std::size_t loose, int depth) {
    if (depth > kDeepest) fail("nested too deeply");
    if (loose == kLevels.size()) return unary(depth + 1);
    level(loose + 1, depth);
    for (bool more = true; more;) {
      more = false;
      for (const std::string_view sign : kLevels.at(loose)) {
        if (!take(sign)) continue;
        level(loose + 1, depth);
        call(function_named(sign));
        more = true;
        break;
      }
    }
  }

  void unary(int depth) {
    if (depth > kDeepest) fail("nested too deeply");
    if (take("-")) {
      unary(depth + 1);
      call(function_named("negative"));
    } else if (take("+")) {
      unary(depth + 1);
    } else if (take("!")) {
      unary(depth + 1);
      call(function_named("!"));
    } else {
      atom(depth + 1);
      if (take("^")) {
        unary(depth + 1);
        call(function_named("^"));
      }
    }
  }

  void atom(int depth) {
    skip();
    if (take("(")) {
      level(0, depth + 1);
      if (!take(")")) fail("expected )");
    } else if (at_ < text_.size() && (is_digit(text_[at_]) || text_[at_] == '.')) {
      number();
    } else if (at_ < text_.size() && starts_name(text_[at_])) {
      name(depth);
    } else {
      fail("expected a number, a name or (");
    }
  }

  void number() {
    std::size_t end = at_;
    while (end < text_.size() && (is_digit(text_[end]) || text_[end] == '.')) ++end;
    if (end < text_.size() && (text_[end] == 'e' || text_[end] == 'E')) {
      std::size_t exponent = end + 1;
      if (exponent < text_.size() && (text_[exponent] == '+' || text_[exponent] == '-')) ++exponent;
      if (exponent < text_.size() && is_digit(text_[exponent])) {
        end = exponent;
        while (end < text_.size() && is_digit(text_[end])) ++end;
      }
    }
    const auto value = host::parse_double(text_.substr(at_, end - at_));
    if (!value) fail("\"" + std::string(text_.substr(at_, end - at_)) + "\" is no number");
    at_ = end;
    push({Step::Kind::number, *value, 0});
  }

  void name(int depth) {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (starts_name(text_[at_]) || is_digit(text_[at_]) || text_[at_] == '.')) ++at_;
    const std::string word(text_.substr(begin, at_ - begin));
    const int function = function_named(word);
    skip();
    if (at_ < text_.size() && text_[at_] == '(') {
      if (function >= kOperators) return arguments(function, depth);
      at_ = begin;
      fail("there is no function \"" + word + "\"" + function_near(word));
    }
    std::string whole = word;
    for (at_ = begin + word.size(); at_ < text_.size() && text_[at_] == '[';) {
      const std::size_t end = text_.find(']', at_);
      if (end == std::string_view::npos) fail("expected ]");
      whole += text_.substr(at_, end + 1 - at_);
      at_ = end + 1;
      while (at_ < text_.size() && (starts_name(text_[at_]) || is_digit(text_[at_]) || text_[at_] == '.'))
        whole += text_[at_++];
    }
    if (whole == "pi") return push({Step::Kind::number, kPi, 0});
    const std::size_t end = at_;
    at_ = begin;
    int place = -1;
    try {
      place = place_of_(whole);
    } catch (const ExpressionError& error) {
      fail(error.text);
    }
    if (place < 0) fail("\"" + whole + "\" is not known");
    at_ = end;
    push({Step::Kind::name, 0, place});
  }

  void arguments(int function, int depth) {
    take("(");
    const int count = kFunctions.at(size(function)).arguments;
    for (int i = 0; i < count; ++i) {
      if (i > 0 && !take(","))
        fail(std::string(kFunctions.at(size(function)).name) + " takes " + std::to_string(count) + " numbers");
      level(0, depth + 1);
    }
    if (!take(")")) fail("expected )");
    call(function);
  }

  std::string_view text_;
  const std::function<int(const std::string&)>& place_of_;
  Expression& out_;
  std::size_t at_ = 0;
  int height_ = 0;
};

Expression::Expression(std::string_view text, const std::function<int(const std::string& name)>& place_of) {
  Parser(text, place_of, *this).parse();
}

double Expression::value(std::span<const double> values) const {
  std::array<double, kDeepest + 1> stack{};
  std::size_t height = 0;
  for (const Step& step : steps_) {
    if (step.kind == Step::Kind::number) {
      stack.at(height++) = step.number;
    } else if (step.kind == Step::Kind::name) {
      stack.at(height++) = values[size(step.place)];
    } else {
      const Function& function = kFunctions.at(size(step.place));
      height -= size(function.arguments);
      stack.at(height) = function.value(&stack.at(height));
      ++height;
    }
  }
  return stack[0];
}

}  // namespace stickslip::sweep
