#include "examples/papers/bench.h"

#include <algorithm>
#include <cmath>

#include "fmu/archive/error.h"
#include "fmu/archive/files.h"
#include "fmu/host/csv.h"
#include "fmu/load/load.h"
#include "model/constraints/joints.h"
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
  default_inputs(model, simulation.layout(), inputs_);
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

void Bench::set(const std::string& input, double value) {
  const auto found = slots_.find(input);
  if (found == slots_.end() || found->second.store != stickslip::Store::input)
    throw stickslip::host::Error("no real input \"" + input + "\"");
  inputs_[size(found->second.index)] = value;
}

double rms_violation(const Bench& bench) {
  const stickslip::Workspace& work = bench.simulation.workspace();
  const stickslip::Model& model = bench.simulation.model();
  double sum = 0;
  int count = 0;
  const auto add = [&](double off) {
    sum += off * off;
    ++count;
  };
  for (int joint = 0; joint < static_cast<int>(model.joints.size()); ++joint) {
    const stickslip::JointMisfit misfit = stickslip::joint_misfit(model, joint, work.poses);
    for (int k = 0; k < misfit.count; ++k) {
      if (!misfit.rows[k].of_speed) add(misfit.rows[k].violation);
    }
  }
  for (int c = 0; c < work.problem.contact_count; ++c) {
    if (work.problem.solution.impulse[work.problem.contacts[c].normal] <= 0) continue;
    add(std::min(0.0, work.contacts.storage[c].gap));
  }
  return count == 0 ? 0 : std::sqrt(sum / count);
}

void repeat(const std::string& model_file, const std::string& inputs_csv,
            const std::function<void(const Bench&)>& after_step) {
  const stickslip::host::CsvTable inputs =
      stickslip::host::parse_csv(stickslip::host::read_file(inputs_csv), inputs_csv);
  const stickslip::Model model = load_model(model_file);
  Bench bench(model);
  for (const std::vector<double>& row : inputs.rows) {
    for (std::size_t k = 0; k < row.size(); ++k) bench.set(inputs.columns[k], row[k]);
    bench.step(model.step.size);
    after_step(bench);
  }
}

}  // namespace papers
