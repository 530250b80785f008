#include "fmu/host/structured_name.h"

#include <gtest/gtest.h>

namespace stickslip::host {
namespace {

TEST(StructuredName, AcceptsWhatTheGrammarAllows) {
  for (const char* name : {"a", "_a1", "body[1].r[3]", "a[1,2].b", "der(body.v)", "der(v,2)", "'min speed'",
                           "a.'#123'.c", "vehicle.engine.speed", "'it\\'s'"})
    EXPECT_EQ(structured_name_problem(name), "") << name;
}

TEST(StructuredName, NamesTheCharacterThatBreaksIt) {
  EXPECT_EQ(structured_name_problem("body-1.v"), "has a '-' at character 5");
  EXPECT_EQ(structured_name_problem("v min"), "has a ' ' at character 2");
  EXPECT_EQ(structured_name_problem("1a"), "has a '1' at character 1");
  EXPECT_EQ(structured_name_problem("a."), "ends too early");
  EXPECT_EQ(structured_name_problem("a..b"), "has a '.' at character 3");
  EXPECT_EQ(structured_name_problem(""), "ends too early");
  EXPECT_EQ(structured_name_problem("a[x]"), "needs an unsigned number as array index");
  EXPECT_EQ(structured_name_problem("a[1"), "lacks a closing ]");
  EXPECT_EQ(structured_name_problem("a[1]b"), "has a 'b' at character 5");
  EXPECT_EQ(structured_name_problem("der(a"), "lacks the closing ) of der(");
  EXPECT_EQ(structured_name_problem("'a"), "lacks a closing '");
  EXPECT_EQ(structured_name_problem("''"), "has an empty quoted part");
  EXPECT_EQ(structured_name_problem("'a\\x'"), "has a 'x' at character 4");
  EXPECT_EQ(structured_name_problem("d\xc3\xa9j\xc3\xa0").substr(0, 5), "has a");
}

}  // namespace
}  // namespace stickslip::host
