// Every model of resources/ as an FMU, judged by the linter and the schema.
#include "fmu/export/model/model_fmu.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "fmu/archive/files.h"
#include "fmu/archive/temporary_folder.h"
#include "fmu/archive/zip.h"
#include "fmu/lint/lint.h"
#include "fmu/load/load.h"
#include "tests/fmu/export/schema.h"

namespace stickslip::fmu {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> model_files() {
  const fs::path folder = STICKSLIP_SOURCE_DIR "/resources";
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".toml")
      files.push_back(fs::relative(entry.path(), folder).replace_extension().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// What may stand in names of tests and files.
std::string flattened(std::string name) {
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
}

load::Loaded load_model(const std::string& name) {
  load::Loaded loaded = load::load_file(STICKSLIP_SOURCE_DIR "/resources/" + name + ".toml");
  for (const auto& diagnostic : loaded.diagnostics) {
    if (!loaded.model) ADD_FAILURE() << to_string(diagnostic);
  }
  return loaded;
}

constexpr std::size_t kLarge = 60;  // bodies; what has more is not run by the linter, which would take minutes

class ModelFmu : public ::testing::TestWithParam<std::string> {};

TEST_P(ModelFmu, IsFoundGoodByTheLinter) {
  const load::Loaded loaded = load_model(GetParam());
  ASSERT_TRUE(loaded.model.has_value());
  const host::TemporaryFolder folder;
  const fs::path file = folder.path() / "model.fmu";
  for (const bool flat : {false, true}) {
    host::write_file(file, pack_model(*loaded.model, loaded.text, flat));
    const bool run = !flat && loaded.model->bodies.size() <= kLarge;
    for (const auto& finding : host::lint(file, {.run = run}).findings) ADD_FAILURE() << to_string(finding);
  }
}

TEST_P(ModelFmu, HasTheSameBytesEveryTime) {
  const load::Loaded loaded = load_model(GetParam());
  ASSERT_TRUE(loaded.model.has_value());
  EXPECT_TRUE(pack_model(*loaded.model, loaded.text, false) == pack_model(*loaded.model, loaded.text, false));
}

TEST_P(ModelFmu, IsValidAgainstTheSchema) {
  if (const std::string reason = why_no_schema_check(); !reason.empty()) GTEST_SKIP() << reason;
  const load::Loaded loaded = load_model(GetParam());
  ASSERT_TRUE(loaded.model.has_value());
  const host::ZipArchive archive("x.fmu", pack_model(*loaded.model, loaded.text, false));
  const std::string file = ::testing::TempDir() + "stickslip_" + flattened(GetParam()) + ".xml";
  std::ofstream(file) << archive.read(*archive.find("modelDescription.xml"));
  expect_valid_against_schema(file);
  fs::remove(file);
}

INSTANTIATE_TEST_SUITE_P(Of, ModelFmu, ::testing::ValuesIn(model_files()),
                         [](const ::testing::TestParamInfo<std::string>& name) { return flattened(name.param); });

}  // namespace
}  // namespace stickslip::fmu
