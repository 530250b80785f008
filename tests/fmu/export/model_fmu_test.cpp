// Every model of resources/ as an FMU, judged by the linter and the schema.
#include "fmu/export/model/model_fmu.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "fmu/host/lint.h"
#include "fmu/host/zip.h"
#include "fmu/load/load.h"

namespace stickslip::fmu {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> model_files() {
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(STICKSLIP_SOURCE_DIR "/resources")) {
    if (entry.path().extension() == ".toml") files.push_back(entry.path().stem().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

load::Loaded load_model(const std::string& stem) {
  load::Loaded loaded = load::load_file(STICKSLIP_SOURCE_DIR "/resources/" + stem + ".toml");
  for (const auto& diagnostic : loaded.diagnostics) {
    if (!loaded.model) ADD_FAILURE() << to_string(diagnostic);
  }
  return loaded;
}

class ModelFmu : public ::testing::TestWithParam<std::string> {};

TEST_P(ModelFmu, IsFoundGoodByTheLinter) {
  const load::Loaded loaded = load_model(GetParam());
  ASSERT_TRUE(loaded.model.has_value());
  const fs::path file = fs::path(::testing::TempDir()) / ("stickslip_lint_" + GetParam() + ".fmu");
  for (const bool flat : {false, true}) {
    host::write_file(file, pack_model(*loaded.model, loaded.text, flat));
    for (const auto& finding : host::lint(file)) ADD_FAILURE() << to_string(finding);
  }
  fs::remove(file);
}

TEST_P(ModelFmu, HasTheSameBytesEveryTime) {
  const load::Loaded loaded = load_model(GetParam());
  ASSERT_TRUE(loaded.model.has_value());
  EXPECT_TRUE(pack_model(*loaded.model, loaded.text, false) == pack_model(*loaded.model, loaded.text, false));
}

TEST_P(ModelFmu, IsValidAgainstTheSchema) {
  const char* folder = std::getenv("STICKSLIP_FMI2_SCHEMA");
  const std::string schema = std::string(folder != nullptr ? folder : "") + "/fmi2ModelDescription.xsd";
  if (folder == nullptr || !fs::exists(schema)) {
    GTEST_SKIP() << "name the folder of the FMI 2.0 schema in STICKSLIP_FMI2_SCHEMA";
  }
  const load::Loaded loaded = load_model(GetParam());
  ASSERT_TRUE(loaded.model.has_value());
  const host::ZipArchive archive("x.fmu", pack_model(*loaded.model, loaded.text, false));
  const std::string file = ::testing::TempDir() + "stickslip_" + GetParam() + ".xml";
  std::ofstream(file) << archive.read(*archive.find("modelDescription.xml"));
  EXPECT_EQ(std::system(("xmllint --noout --schema '" + schema + "' '" + file + "' 2> /dev/null").c_str()), 0);
  fs::remove(file);
}

INSTANTIATE_TEST_SUITE_P(Of, ModelFmu, ::testing::ValuesIn(model_files()),
                         [](const ::testing::TestParamInfo<std::string>& stem) { return stem.param; });

}  // namespace
}  // namespace stickslip::fmu
