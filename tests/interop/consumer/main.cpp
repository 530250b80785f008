#include <cmath>
#include <vector>

#include "model/core/layout.h"
#include "model/interface/simulation.h"
#include "model/step/initialise.h"

// A body thrown upwards; v = v0 - g t holds in every step.
int main() {
  stickslip::Model model;
  stickslip::Body body;
  body.name = "ball";
  body.mass = 2;
  body.inertia = {1, 1, 1};
  body.velocity = {0, 0, 3};
  model.bodies.push_back(body);
  model.gravity = {0, 0, -10};

  stickslip::Simulation simulation(model);
  const stickslip::Layout& layout = simulation.layout();
  std::vector<double> parameters(static_cast<std::size_t>(layout.parameters));
  std::vector<double> starts(static_cast<std::size_t>(layout.starts));
  std::vector<double> inputs(static_cast<std::size_t>(layout.inputs));
  std::vector<double> outputs(static_cast<std::size_t>(layout.outputs));
  std::vector<int> integers(static_cast<std::size_t>(layout.integer_outputs));
  std::vector<int> booleans(static_cast<std::size_t>(layout.boolean_outputs));
  stickslip::default_parameters(model, layout, parameters);
  stickslip::default_starts(model, layout, starts);
  const stickslip::Outputs all{outputs, integers, booleans};
  if (simulation.initialise(starts, parameters, inputs, all)) return 1;
  for (int i = 0; i < 500; ++i) simulation.step(0.001, parameters, inputs, all);
  const int vertical_speed = layout.body_output(0) + 5;
  return std::fabs(outputs[static_cast<std::size_t>(vertical_speed)] + 2) < 1e-12 ? 0 : 1;
}
