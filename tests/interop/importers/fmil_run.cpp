// FMI Library (FMIL_ROOT).
#include <FMI/fmi_import_context.h>
#include <FMI/fmi_version.h>
#include <FMI2/fmi2_import.h>
#include <JM/jm_callbacks.h>

#include "fmu/archive/temporary_folder.h"
#include "tests/interop/importers/driver.h"

namespace {

void say(jm_callbacks* /*callbacks*/, jm_string module, jm_log_level_enu_t level, jm_string message) {
  if (level <= jm_log_level_warning) std::fprintf(stderr, "%s: %s\n", module, message);
}

void require(bool good, const char* what) {
  if (!good) throw std::runtime_error(std::string(what) + " failed");
}

void simulate(fmi2_import_t* fmu, const importers::Job& job) {
  require(fmi2_import_create_dllfmu(fmu, fmi2_fmu_kind_cs, nullptr) == jm_status_success, "loading");
  require(fmi2_import_instantiate(fmu, "fmil", fmi2_cosimulation, nullptr, fmi2_false) == jm_status_success,
          "fmi2Instantiate");
  require(fmi2_import_setup_experiment(fmu, fmi2_false, 0, 0, fmi2_false, 0) == fmi2_status_ok &&
              fmi2_import_enter_initialization_mode(fmu) == fmi2_status_ok &&
              fmi2_import_exit_initialization_mode(fmu) == fmi2_status_ok,
          "initialisation");
  for (int k = 0; k < job.steps; ++k)
    require(fmi2_import_do_step(fmu, k * job.step, job.step, fmi2_true) == fmi2_status_ok, "fmi2DoStep");

  std::vector<std::string> names;
  std::vector<fmi2_value_reference_t> references;
  fmi2_import_variable_list_t* list = fmi2_import_get_variable_list(fmu, 0);
  for (std::size_t k = 0; k < fmi2_import_get_variable_list_size(list); ++k) {
    fmi2_import_variable_t* variable = fmi2_import_get_variable(list, k);
    if (fmi2_import_get_causality(variable) != fmi2_causality_enu_output ||
        fmi2_import_get_variable_base_type(variable) != fmi2_base_type_real)
      continue;
    names.emplace_back(fmi2_import_get_variable_name(variable));
    references.push_back(fmi2_import_get_variable_vr(variable));
  }
  fmi2_import_free_variable_list(list);
  std::vector<double> values(names.size());
  require(fmi2_import_get_real(fmu, references.data(), references.size(), values.data()) == fmi2_status_ok,
          "fmi2GetReal");
  importers::write_table(job, names, values);
  fmi2_import_terminate(fmu);
  fmi2_import_free_instance(fmu);
  fmi2_import_destroy_dllfmu(fmu);
}

void work(const importers::Job& job) {
  const stickslip::host::TemporaryFolder folder;
  jm_callbacks callbacks{std::malloc, std::calloc, std::realloc, std::free, say, jm_log_level_warning, nullptr, {}};
  fmi_import_context_t* context = fmi_import_allocate_context(&callbacks);
  require(fmi_import_get_fmi_version(context, job.fmu.c_str(), folder.path().c_str()) == fmi_version_2_0_enu,
          "the version");
  fmi2_import_t* fmu = fmi2_import_parse_xml(context, folder.path().c_str(), nullptr);
  require(fmu != nullptr, "modelDescription.xml");
  simulate(fmu, job);
  fmi2_import_free(fmu);
  fmi_import_free_context(context);
}

}  // namespace

int main(int argc, char** argv) {
  return importers::run(argc, argv, work);
}
