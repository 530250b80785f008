// What only the initial state shows: loops that do not close and shapes that overlap.
#include <algorithm>
#include <cmath>

#include "fmu/load/reading.h"
#include "model/core/layout.h"
#include "model/core/state.h"
#include "model/kinematics/kinematics.h"
#include "model/math/size.h"
#include "model/step/initialise.h"
#include "model/step/start_overlap.h"
#include "model/workspace/workspace.h"

namespace stickslip::load {

namespace {

// The scheme whose velocities contain what undoes an overlap.
std::string consequence(double depth, const StepOptions& step) {
  if (step.scheme != Scheme::stabilised) return {};
  const double speed = std::fmin(step.stabilised.stabilisation * depth / step.size, step.stabilised.push_out_speed);
  return " and is thrown out at " + about(speed) + " m/s; move them apart or set a lower push_out_speed";
}

void report_overlap(const ShapePair& pair, const StartOverlap& found, Reading& reading) {
  const Model& model = reading.model;
  const auto body = [&](int shape) { return model.bodies[size(model.shapes[size(shape)].body)].name; };
  const std::pair<std::string, std::string> bodies(body(pair.first), body(pair.second));
  if (reading.overlaps.empty() || reading.overlaps.back() != bodies) reading.overlaps.push_back(bodies);
  const std::string text = shape_label(model, pair.second) + " starts " + about(found.depth) + " m deep in " +
                           shape_label(model, pair.first);
  const Place at = reading.shapes[size(pair.second)];
  if (found.mistake) {
    reading.log.error(at, text + "; move them apart or switch the pair off with [[no_contact]]");
  } else {
    reading.log.warn(at, text + consequence(found.depth, model.step));
  }
}

Place place_of_error(const Error& error, const Reading& reading) {
  if (error.gear >= 0) return reading.gears[size(error.gear)];
  return reading.joints.empty() ? Place{} : reading.joints[size(std::max(error.joint, 0))];
}

}  // namespace

void check_start(Reading& reading) {
  // No step is taken: room for one contact spares the memory of all of them.
  Model model = reading.model;
  model.step.max_contacts = 1;
  const Layout layout(model);
  State state(model, layout);
  Workspace work(model);
  std::vector<double> starts(size(layout.starts));
  std::vector<double> parameters(size(layout.parameters));
  default_starts(model, layout, starts);
  default_parameters(model, layout, parameters);
  if (const Error error = initialise(model, layout, starts, parameters, state, work)) {
    reading.log.error(place_of_error(error, reading), error.text);
    return;
  }
  update_poses(model, state.motion, work.poses);
  for_each_start_overlap(model, work.poses, work.near, [&](const ShapePair& pair, const StartOverlap& found) {
    report_overlap(pair, found, reading);
  });
}

}  // namespace stickslip::load
