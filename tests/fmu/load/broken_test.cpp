// Every file in broken/ says in its first lines what the loader must say about it:
//   # expect: 4:8: body "lid": mass must be > 0, got -1
// All errors and warnings must be expected, in the order of the file; those in a part of it begin with parts/.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "fmu/load/load.h"

namespace stickslip::load {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> broken_files() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(fs::path(STICKSLIP_SOURCE_DIR) / "tests/fmu/load/broken")) {
    if (entry.path().extension() == ".toml") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<std::string> expected(const fs::path& path) {
  static const std::string kMark = "# expect: ";
  std::vector<std::string> result;
  std::ifstream stream(path);
  for (std::string line; std::getline(stream, line) && line.rfind(kMark, 0) == 0;) {
    const std::string text = line.substr(kMark.size());
    const bool of_a_part = text.rfind("parts/", 0) == 0;
    result.push_back(of_a_part ? text : path.filename().string() + ":" + text);
  }
  return result;
}

/// Paths as they are from the folder of the broken files.
std::string without_folder(std::string text) {
  static const std::string kFolder = (fs::path(STICKSLIP_SOURCE_DIR) / "tests/fmu/load/broken/").string();
  for (std::size_t at = text.find(kFolder); at != std::string::npos; at = text.find(kFolder)) {
    text.erase(at, kFolder.size());
  }
  return text;
}

class Broken : public testing::TestWithParam<fs::path> {};

TEST_P(Broken, SaysWhatIsWrongAndWhere) {
  const Loaded loaded = load_file(GetParam().string());
  std::vector<std::string> said;
  for (const Diagnostic& diagnostic : loaded.diagnostics) said.push_back(without_folder(to_string(diagnostic)));
  EXPECT_EQ(said, expected(GetParam()));
  EXPECT_FALSE(loaded.model.has_value());
}

INSTANTIATE_TEST_SUITE_P(Files, Broken, testing::ValuesIn(broken_files()),
                         [](const auto& tested) { return tested.param.stem().string(); });

TEST(BrokenFiles, AreSixtyAtLeast) {
  EXPECT_GE(broken_files().size(), 60U);
}

}  // namespace
}  // namespace stickslip::load
