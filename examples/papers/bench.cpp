#include "examples/papers/bench.h"

#include "fmu/archive/error.h"
#include "fmu/load/load.h"
#include "model/math/size.h"
#include "model/step/initialise.h"

namespace papers {

using stickslip::size;

stickslip::Model load_model(const std::string& file) {
  const stickslip::load::Loaded loaded = stickslip::load::load_file(file);
  if (!loaded.model) throw stickslip::host::Error(to_string(loaded.diagnostics.front()));
  return *loaded.model;
}

Bench::Bench(const stickslip::Model& model)
    : simulation(model),
      starts_(size(simulation.layout().starts)),
      parameters_(size(simulation.layout().parameters)),
      inputs_(size(simulation.layout().inputs)),
      real_(size(simulation.layout().outputs)),
      integer_(size(simulation.layout().integer_outputs)),
      boolean_(size(simulation.layout().boolean_outputs)) {
  default_starts(model, simulation.layout(), starts_);
  default_parameters(model, simulation.layout(), parameters_);
  for (const stickslip::Variable& v : candidate_variables(model)) slots_[v.name] = v.slot;
  const stickslip::Error error = simulation.initialise(starts_, parameters_, inputs_, outputs());
  if (error) throw stickslip::host::Error(error.text);
}

const stickslip::StepReport& Bench::step(double h) {
  report = simulation.step(h, parameters_, inputs_, outputs());
  return report;
}

double Bench::value(const std::string& output) const {
  const auto found = slots_.find(output);
  if (found == slots_.end() || found->second.store != stickslip::Store::output)
    throw stickslip::host::Error("no real output \"" + output + "\"");
  return real_[size(found->second.index)];
}

}  // namespace papers
