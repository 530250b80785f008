// libcosim (LIBCOSIM_ROOT), the library of the Open Simulation Platform.
#include <cosim/fmi/fmu.hpp>
#include <cosim/fmi/importer.hpp>
#include <cosim/model_description.hpp>
#include <cosim/time.hpp>

#include "tests/interop/importers/driver.h"

namespace {

void work(const importers::Job& job) {
  const auto fmu = cosim::fmi::importer::create()->import(job.fmu);
  const auto slave = fmu->instantiate_slave("libcosim");
  slave->setup(cosim::time_point(), std::nullopt, std::nullopt);
  slave->start_simulation();
  const cosim::duration step = cosim::to_duration(job.step);
  cosim::time_point time;
  for (int k = 0; k < job.steps; ++k, time += step)
    if (slave->do_step(time, step) != cosim::step_result::complete) throw std::runtime_error("a step failed");
  std::vector<std::string> names;
  std::vector<cosim::value_reference> references;
  for (const cosim::variable_description& variable : fmu->model_description()->variables) {
    if (variable.causality != cosim::variable_causality::output || variable.type != cosim::variable_type::real)
      continue;
    names.push_back(variable.name);
    references.push_back(variable.reference);
  }
  std::vector<double> values(names.size());
  slave->get_real_variables(gsl::make_span(references), gsl::make_span(values));
  importers::write_table(job, names, values);
  slave->end_simulation();
}

}  // namespace

int main(int argc, char** argv) {
  return importers::run(argc, argv, work);
}
