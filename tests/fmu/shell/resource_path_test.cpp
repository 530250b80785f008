#include "fmu/shell/resource_path.h"

#include <gtest/gtest.h>

namespace stickslip::fmu {
namespace {

TEST(ResourcePath, OfWhatImportersSend) {
  EXPECT_EQ(path_of_uri("file:///tmp/x/resources"), "/tmp/x/resources/");
  EXPECT_EQ(path_of_uri("file:////tmp/x/resources/"), "/tmp/x/resources/");
  EXPECT_EQ(path_of_uri("file:/tmp/x/resources"), "/tmp/x/resources/");
  EXPECT_EQ(path_of_uri("file://localhost/tmp/x"), "/tmp/x/");
  EXPECT_EQ(path_of_uri("file://tmp/x"), "tmp/x/");
  EXPECT_EQ(path_of_uri("/tmp/x"), "/tmp/x/");
}

TEST(ResourcePath, DecodesPercentSigns) {
  EXPECT_EQ(path_of_uri("file:///tmp/a%20b%C3%A4/r"), "/tmp/a b\xC3\xA4/r/");
  EXPECT_EQ(path_of_uri("file:///tmp/100%/r"), "/tmp/100%/r/");
  EXPECT_EQ(path_of_uri("file:///tmp/%zz%4"), "/tmp/%zz%4/");
  EXPECT_EQ(path_of_uri("file:///a%00b"), "/a%00b/");
}

TEST(ResourcePath, IsEmptyWhenNoneIsNamed) {
  EXPECT_EQ(path_of_uri(nullptr), "");
  EXPECT_EQ(path_of_uri(""), "");
  EXPECT_EQ(path_of_uri("http://host/x"), "");
  EXPECT_EQ(path_of_uri("file:"), "");
}

}  // namespace
}  // namespace stickslip::fmu
