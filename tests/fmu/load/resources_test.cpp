#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "fmu/load/load.h"

namespace stickslip::load {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> resources() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(STICKSLIP_SOURCE_DIR) / "resources")) {
    if (entry.path().extension() == ".toml") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

class Resources : public testing::TestWithParam<fs::path> {};

TEST_P(Resources, LoadWithoutErrorOrWarning) {
  const Loaded loaded = load_file(GetParam().string());
  for (const Diagnostic& diagnostic : loaded.diagnostics) ADD_FAILURE() << to_string(diagnostic);
  ASSERT_TRUE(loaded.model.has_value());
  EXPECT_EQ(loaded.model->name, GetParam().stem().string());
}

TEST_P(Resources, HaveAPictureInTheirReadme) {
  if (GetParam().parent_path().filename() == "parts") GTEST_SKIP() << "no model of its own";
  const fs::path folder = fs::path(STICKSLIP_SOURCE_DIR) / "resources";
  std::string name = fs::relative(GetParam(), folder).replace_extension(".png").generic_string();
  std::replace(name.begin(), name.end(), '/', '_');
  EXPECT_TRUE(fs::exists(folder / "pictures" / name)) << "pictures/make makes it";
  std::ostringstream readme;
  readme << std::ifstream(folder / "README.md").rdbuf();
  EXPECT_NE(readme.str().find("pictures/" + name), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Files, Resources, testing::ValuesIn(resources()),
                         [](const auto& tested) { return tested.param.stem().string(); });

}  // namespace
}  // namespace stickslip::load
