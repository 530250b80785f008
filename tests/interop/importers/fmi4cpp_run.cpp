// FMI4cpp (FMI4CPP_ROOT).
#include <fmi4cpp/fmi4cpp.hpp>

#include "tests/interop/importers/driver.h"

namespace {

void work(const importers::Job& job) {
  fmi4cpp::fmi2::fmu fmu(job.fmu);
  const auto slave = fmu.as_cs_fmu();
  const auto instance = slave->new_instance();
  bool good =
      instance->setup_experiment() && instance->enter_initialization_mode() && instance->exit_initialization_mode();
  for (int k = 0; k < job.steps && good; ++k) good = instance->step(job.step);
  std::vector<std::string> names;
  std::vector<fmi4cpp::fmi4cppValueReference> references;
  for (const auto& variable : *slave->get_model_description()->model_variables) {
    if (variable.causality != fmi4cpp::fmi2::causality::output || !variable.is_real()) continue;
    names.push_back(variable.name);
    references.push_back(variable.value_reference);
  }
  std::vector<double> values(names.size());
  good = good && instance->read_real(references, values);
  if (!good) throw std::runtime_error("a call failed");
  importers::write_table(job, names, values);
  instance->terminate();
}

}  // namespace

int main(int argc, char** argv) {
  return importers::run(argc, argv, work);
}
