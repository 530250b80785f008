#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stickslip::sweep {

/// What is wrong with an expression; `column` counts from 1 in its text.
struct ExpressionError {
  std::string text;
  int column = 0;
};

/// A formula over named numbers: + - * / ^, comparisons, && || !, parentheses, pi, and abs sqrt exp log sin cos tan
/// atan2 hypot min max sign floor. Truth is 1 and 0. Names are those of variables, dots and brackets included.
class Expression {
 public:
  Expression() = default;
  /// Throws ExpressionError. `place_of` gives the place of a name among the values, or a negative number for one that
  /// is not known; it may throw an ExpressionError with a reason of its own.
  Expression(std::string_view text, const std::function<int(const std::string& name)>& place_of);

  double value(std::span<const double> values) const;

 private:
  friend class Parser;
  struct Step {
    enum class Kind { number, name, function } kind;
    double number = 0;
    int place = 0;  // of a name; of a function in the table
  };
  std::vector<Step> steps_;  // in the order of a stack machine
  int deepest_ = 0;
};

}  // namespace stickslip::sweep
