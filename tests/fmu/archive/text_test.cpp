#include "fmu/archive/text.h"
#include "fmu/text/spelling.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <random>

namespace stickslip::host {
namespace {

TEST(Text, ReadsNumbersAsXmlSpellsThem) {
  EXPECT_EQ(parse_double("1"), 1.0);
  EXPECT_EQ(parse_double(" -2.5e-3\n"), -2.5e-3);
  EXPECT_EQ(parse_double("+4"), 4.0);
  EXPECT_EQ(parse_double("INF"), INFINITY);
  EXPECT_EQ(parse_double("-INF"), -INFINITY);
  EXPECT_TRUE(std::isnan(*parse_double("NaN")));
  EXPECT_EQ(parse_double("1e-999"), 0.0);
  for (const char* bad : {"", " ", "1,5", "1.5x", "inf", "nan", "1e999", "--1", "+-1", "0x10", "1 2"})
    EXPECT_FALSE(parse_double(bad).has_value()) << bad;
}

TEST(Text, ReadsIntegersAndBooleans) {
  EXPECT_EQ(parse_int("-2147483648"), -2147483647 - 1);
  EXPECT_FALSE(parse_int("2147483648").has_value());
  EXPECT_FALSE(parse_int("1.0").has_value());
  EXPECT_EQ(parse_unsigned("4294967295"), 4294967295U);
  EXPECT_FALSE(parse_unsigned("-1").has_value());
  EXPECT_EQ(parse_boolean("true"), true);
  EXPECT_EQ(parse_boolean("0"), false);
  EXPECT_FALSE(parse_boolean("True").has_value());
}

TEST(Text, PrintsSeventeenDigitsThatReadBackToTheSameBits) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t bits = random();
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    if (!std::isfinite(value)) continue;
    std::array<char, 64> printed{};
    std::snprintf(printed.data(), printed.size(), "%.17g", value);
    EXPECT_EQ(format_double(value), printed.data());
    EXPECT_EQ(parse_double(format_double(value)), value);
  }
}

TEST(Text, FindsTheNearestName) {
  const std::vector<std::string> names{"box.mass", "box.position[1]", "elbow.torque"};
  EXPECT_EQ(text::nearest("box.mas", names), "box.mass");
  EXPECT_EQ(text::nearest("elbow.torqe", names), "elbow.torque");
  EXPECT_EQ(text::nearest("something", names), "");
}

TEST(Text, PrintsNoControlCharactersAndNoNovels) {
  EXPECT_EQ(printable("a\tb\x1b[31m\x7f \xc3\xa9"), "a?b?[31m? \xc3\xa9");
  EXPECT_EQ(printable("0123456789", 4), "0123...");
  EXPECT_EQ(printable("0123", 4), "0123");
}

TEST(Text, FindsWhatIsNotUtf8) {
  EXPECT_FALSE(invalid_utf8("plain d\xc3\xa9j\xc3\xa0 \xe2\x82\xac \xf0\x9f\x98\x80").has_value());
  EXPECT_EQ(invalid_utf8("ab\xff"), 2U);
  EXPECT_EQ(invalid_utf8("\xc0\x80"), 0U);          // overlong
  EXPECT_EQ(invalid_utf8("a\xed\xa0\x80"), 1U);     // surrogate
  EXPECT_EQ(invalid_utf8("a\xe2\x82"), 1U);         // cut off
  EXPECT_EQ(invalid_utf8("\xf5\x80\x80\x80"), 0U);  // beyond the last code point
}

}  // namespace
}  // namespace stickslip::host
