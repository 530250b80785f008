#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "model/interface/describe.h"
#include "model/interface/simulation.h"

/// For what the command line cannot do: states no model starts in, clocks, contact points.
namespace papers {

/// The model of a file; throws what is wrong with it.
stickslip::Model load_model(const std::string& file);

/// A model that runs in this program, with its inputs and outputs by name.
class Bench {
 public:
  /// Initialises the model with what its file says.
  explicit Bench(const stickslip::Model& model);

  const stickslip::StepReport& step(double h);
  double value(const std::string& output) const;
  void set(const std::string& input, double value);

  stickslip::Simulation simulation;
  stickslip::StepReport report;  // of the last step

 private:
  stickslip::Outputs outputs() { return {real_, integer_, boolean_}; }

  std::vector<double> starts_, parameters_, inputs_, real_;
  std::vector<int> integer_, boolean_;
  std::map<std::string, stickslip::Slot> slots_;
};

/// Root mean square of what is off, in m and rad: of every row of a joint where the last step ended, and of every
/// contact that it loads, how deep it was where that began.
double rms_violation(const Bench& bench);

/// The same run once more in this program, with what a controller commanded: `after_step` sees each of its steps.
void repeat(const std::string& model_file, const std::string& inputs_csv,
            const std::function<void(const Bench&)>& after_step);

}  // namespace papers
