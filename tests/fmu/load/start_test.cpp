#include "tests/fmu/load/texts.h"

namespace stickslip::load {
namespace {

TEST(Start, ASmallOverlapWarnsAndALargeOneFails) {
  const auto ball_at = [](const std::string& z) {
    return "[model]\nname = \"t\"\n" + std::string(kSteel) +
           "[[body]]\nname = \"f\"\nfixed = true\nshapes = [{ type = \"plane\", material = \"steel\" }]\n" +
           "[[body]]\nname = \"b\"\nmass = 4\nposition = [0, 0, " + z +
           "]\nshapes = [{ type = \"sphere\", radius = 0.1, material = \"steel\" }]";
  };
  EXPECT_EQ(said(ball_at("0.1")).size(), 0U);
  EXPECT_EQ(said(ball_at("0.0999999999")).size(), 0U);
  ASSERT_EQ(said(ball_at("0.0999")).size(), 1U);
  EXPECT_NE(said(ball_at("0.0999"))[0].find("warning: shape 1 of body \"b\" starts 0.0001 m deep"), std::string::npos);
  EXPECT_NE(said(ball_at("0.0999"))[0].find("and is thrown out at 0.1 m/s; move them apart or"), std::string::npos);
  ASSERT_EQ(said(ball_at("0.09")).size(), 1U);
  EXPECT_NE(said(ball_at("0.09"))[0].find("t:14:11: shape 1 of body \"b\" starts"), std::string::npos);
}

TEST(Start, TheOverlapIsThatOfTheStartNotOfTheReference) {
  const std::string text = "[model]\nname = \"t\"\n" + std::string(kSteel) + R"(
[[body]]
name = "f"
fixed = true
shapes = [{ type = "plane", material = "steel" }]
[[body]]
name = "b"
mass = 4
shapes = [{ type = "sphere", radius = 0.1, material = "steel" }]
[[joint]]
name = "j"
type = "slider"
bodies = ["world", "b"]
axis = [0, 0, 1]
)";
  EXPECT_EQ(said(text).size(), 1U);
  EXPECT_EQ(said(text + "start = { position = 0.2 }").size(), 0U);
}

}  // namespace
}  // namespace stickslip::load
