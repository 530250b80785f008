#include "fmu/amalgam/lexer.h"

#include <gtest/gtest.h>

namespace stickslip::amalgam {
namespace {

using Set = std::set<std::string, std::less<>>;

constexpr const char* kSource = R"(
#include "a.h"
namespace stickslip {
namespace {
constexpr int kCount = 1 << 3;  // not kComment
template <class T, int N = 2>
struct Box { int inside; };
enum class Side : int { left, right };
using Table = std::vector<std::array<int, 3>>;
double weight(const Box<int, 3>& b, int n = kCount) { return b.inside * n; }
const double table[2] = {1, 2};
static_assert(sizeof table == 16, "two");
}  // namespace
int shared(int x);
Box::Box() : inside(1), other{2} { int hidden = 0; }
const char* text = "weight";
}  // namespace stickslip
)";

TEST(Lexer, FindsWhatIsDeclaredOutsideOfFunctionsAndClasses) {
  const std::string source = kSource;
  const Names names = names_of(tokens_of(source));
  EXPECT_EQ(names.local, (Set{"kCount", "Box", "Side", "Table", "weight", "table"}));
  EXPECT_EQ(names.shared, (Set{"shared", "text"}));
}

TEST(Lexer, RenamesNamesAndNoMembersTextsAndComments) {
  const std::string source = "int f(A a) { return f2(a.f, a->f, B::f, f, \"f\", 'f', 1'000); }  // f\n#define f\n";
  EXPECT_EQ(renamed(tokens_of(source), {"f"}, "here"),
            "int f_here(A a) { return f2(a.f, a->f, B::f, f_here, \"f\", 'f', 1'000); }  // f\n#define f\n");
}

TEST(Lexer, LosesNothing) {
  const std::string source = std::string(kSource) + "auto s = R\"x(a \" b)x\"; /* c */ char q = '\\'';\n";
  EXPECT_EQ(renamed(tokens_of(source), {}, "x"), source);
}

}  // namespace
}  // namespace stickslip::amalgam
