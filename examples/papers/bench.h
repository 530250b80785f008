#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/interface/describe.h"
#include "model/interface/simulation.h"

/// For what the command line cannot do: states no model starts in, clocks, contact points.
namespace papers {

/// The model of a file; throws what is wrong with it.
stickslip::Model load_model(const std::string& file);

/// A model that runs in this program, with its outputs by name.
class Bench {
 public:
  /// Initialises the model with what its file says.
  explicit Bench(const stickslip::Model& model);

  const stickslip::StepReport& step(double h);
  double value(const std::string& output) const;

  stickslip::Simulation simulation;
  stickslip::StepReport report;  // of the last step

 private:
  stickslip::Outputs outputs() { return {real_, integer_, boolean_}; }

  std::vector<double> starts_, parameters_, inputs_, real_;
  std::vector<int> integer_, boolean_;
  std::map<std::string, stickslip::Slot> slots_;
};

}  // namespace papers
