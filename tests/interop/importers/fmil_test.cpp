// FMI Library reads and runs what we export: no warning, and the values that our own importer gets.
#include <FMI/fmi_import_context.h>
#include <FMI/fmi_version.h>
#include <FMI2/fmi2_import.h>
#include <JM/jm_callbacks.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "fmu/archive/files.h"
#include "fmu/archive/temporary_folder.h"
#include "fmu/export/model/model_fmu.h"
#include "fmu/host/slave.h"
#include "fmu/load/load.h"

namespace stickslip {
namespace {

namespace fs = std::filesystem;

constexpr int kSteps = 100;

/// What FMI Library says at the level of a warning or worse. Its reader of terminalsAndIcons, which calls itself
/// FMI3XML, is not finished: it refuses the version that FMI 3 asks for there, and does not know the attributes of a
/// terminal.
void remember(jm_callbacks* callbacks, jm_string module, jm_log_level_enu_t level, jm_string message) {
  if (level <= jm_log_level_warning && std::string_view(module) != "FMI3XML")
    *static_cast<std::string*>(callbacks->context) += std::string(module) + ": " + message + "\n";
}

std::vector<std::string> resources() {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(STICKSLIP_SOURCE_DIR "/resources"))
    if (entry.path().extension() == ".toml")
      names.push_back(fs::relative(entry.path(), STICKSLIP_SOURCE_DIR "/resources").replace_extension().string());
  return names;
}

/// All Real outputs after some steps, or nothing when a call failed.
std::vector<double> run_with_fmil(const fs::path& file, const fs::path& folder, double step,
                                  const std::vector<fmi2_value_reference_t>& references, std::string& said) {
  jm_callbacks callbacks{std::malloc, std::calloc, std::realloc, std::free, remember, jm_log_level_warning, &said, {}};
  fmi_import_context_t* context = fmi_import_allocate_context(&callbacks);
  std::vector<double> values;
  if (fmi_import_get_fmi_version(context, file.c_str(), folder.c_str()) == fmi_version_2_0_enu) {
    fmi2_import_t* fmu = fmi2_import_parse_xml(context, folder.c_str(), nullptr);
    if (fmu != nullptr && fmi2_import_create_dllfmu(fmu, fmi2_fmu_kind_cs, nullptr) == jm_status_success) {
      bool good = fmi2_import_instantiate(fmu, "fmil", fmi2_cosimulation, nullptr, fmi2_false) == jm_status_success &&
                  fmi2_import_setup_experiment(fmu, fmi2_false, 0, 0, fmi2_false, 0) == fmi2_status_ok &&
                  fmi2_import_enter_initialization_mode(fmu) == fmi2_status_ok &&
                  fmi2_import_exit_initialization_mode(fmu) == fmi2_status_ok;
      for (int k = 0; k < kSteps && good; ++k)
        good = fmi2_import_do_step(fmu, k * step, step, fmi2_true) == fmi2_status_ok;
      values.resize(references.size());
      if (!good || fmi2_import_get_real(fmu, references.data(), references.size(), values.data()) != fmi2_status_ok)
        values.clear();
      fmi2_import_terminate(fmu);
      fmi2_import_free_instance(fmu);
      fmi2_import_destroy_dllfmu(fmu);
    }
    if (fmu != nullptr) fmi2_import_free(fmu);
  }
  fmi_import_free_context(context);
  return values;
}

class Fmil : public ::testing::TestWithParam<std::string> {};

TEST_P(Fmil, RunsWhatWeExport) {
  const load::Loaded loaded = load::load_file(STICKSLIP_SOURCE_DIR "/resources/" + GetParam() + ".toml");
  ASSERT_TRUE(loaded.model.has_value());
  for (const bool flat : {false, true}) {
    const host::TemporaryFolder folder;
    const fs::path file = folder.path() / "model.fmu";
    host::write_file(file, fmu::pack_model(*loaded.model, loaded.text, flat, loaded.about));
    const host::Fmu ours(file);
    const double step = ours.description().experiment->step.value();
    std::vector<const host::ScalarVariable*> outputs;
    std::vector<fmi2_value_reference_t> references;
    for (const host::ScalarVariable& v : ours.description().variables) {
      if (v.causality != host::Causality::output || v.attributes.type != host::Type::real) continue;
      outputs.push_back(&v);
      references.push_back(v.reference);
    }
    host::Slave slave(ours, "ours");
    slave.initialise(0);
    for (int k = 0; k < kSteps; ++k) ASSERT_TRUE(slave.step(k * step, step));
    std::vector<double> expected(outputs.size());
    slave.read(host::Selection(outputs), expected);
    std::string said;
    fs::create_directory(folder.path() / "fmil");
    EXPECT_EQ(run_with_fmil(file, folder.path() / "fmil", step, references, said), expected);
    EXPECT_EQ(said, "");
  }
}

INSTANTIATE_TEST_SUITE_P(Of, Fmil, ::testing::ValuesIn(resources()), [](const auto& model) {
  std::string name = model.param;
  for (char& c : name)
    if (c == '/') c = '_';
  return name;
});

}  // namespace
}  // namespace stickslip
