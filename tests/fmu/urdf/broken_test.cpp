// Every file in broken/ has beside it, as .txt, what the importer must say about it, a line each.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "fmu/archive/error.h"
#include "fmu/urdf/import.h"

namespace stickslip::urdf {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<fs::path> broken_files() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(fs::path(STICKSLIP_SOURCE_DIR) / "tests/fmu/urdf/broken")) {
    if (entry.path().extension() == ".urdf") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

class Broken : public testing::TestWithParam<fs::path> {};

TEST_P(Broken, SaysWhatIsWrongAndWhere) {
  std::string said;
  try {
    said = import_urdf(read(GetParam()), GetParam().filename().string(), {}).text;
  } catch (const host::Error& error) {
    said = std::string(error.what()) + "\n";
  }
  EXPECT_EQ(said, read(fs::path(GetParam()).replace_extension(".txt")));
}

INSTANTIATE_TEST_SUITE_P(Files, Broken, testing::ValuesIn(broken_files()),
                         [](const auto& tested) { return tested.param.stem().string(); });

}  // namespace
}  // namespace stickslip::urdf
