#include "fmu/sweep/expression.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace stickslip::sweep {
namespace {

int place_of(const std::string& name) {
  return name == "x" ? 0 : name == "box.position[3]" ? 1 : name == "max" ? 2 : -1;
}

double value_of(const std::string& text) {
  return Expression(text, place_of).value(std::array{2.0, -3.0, 7.0});
}

/// Column and text of what is wrong.
std::string fault_of(const std::string& text) {
  try {
    value_of(text);
  } catch (const ExpressionError& error) {
    return std::to_string(error.column) + ": " + error.text;
  }
  return "none";
}

TEST(Expression, ComputesAsMathematicsIsWritten) {
  EXPECT_EQ(value_of("1 + 2 * 3 - 4 / 8"), 6.5);
  EXPECT_EQ(value_of("2 ^ 3 ^ 2"), 512);
  EXPECT_EQ(value_of("-2 ^ 2"), -4);
  EXPECT_EQ(value_of("2 ^ -1"), 0.5);
  EXPECT_EQ(value_of("10 - 3 - 2"), 5);
  EXPECT_EQ(value_of("(1 + 2) * -x"), -6);
  EXPECT_EQ(value_of("1.5e2 + .5"), 150.5);
  EXPECT_EQ(value_of("abs(box.position[3]) + max"), 10);
  EXPECT_EQ(value_of("max(x, 5) + hypot(3, 4)"), 10);
  EXPECT_DOUBLE_EQ(value_of("cos(pi) + exp(log(3)) + atan2(0, -1)"), 2 + std::acos(-1.0));
  EXPECT_EQ(value_of("x > 1 && !(box.position[3] >= 0) || 0"), 1);
  EXPECT_EQ(value_of("x == 2 == 1"), 1);
  EXPECT_EQ(value_of("1 <= 0"), 0);
}

TEST(Expression, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(fault_of("1 +"), "4: expected a number, a name or (");
  EXPECT_EQ(fault_of(""), "1: expected a number, a name or (");
  EXPECT_EQ(fault_of("(1"), "3: expected )");
  EXPECT_EQ(fault_of("1 2"), "3: expected an operator before \"2\"");
  EXPECT_EQ(fault_of("x + y"), "5: \"y\" is not known");
  EXPECT_EQ(fault_of("hypot(1)"), "8: hypot takes 2 numbers");
  EXPECT_EQ(fault_of("1.2.3"), "1: \"1.2.3\" is no number");
  EXPECT_EQ(fault_of("box.position[3"), "13: expected ]");
  EXPECT_EQ(fault_of(std::string(500, '(')), "35: nested too deeply");
  EXPECT_NE(fault_of(std::string(100'000, '-') + "1").find("nested too deeply"), std::string::npos);
}

}  // namespace
}  // namespace stickslip::sweep
