// What only the initial state shows: loops that do not close and shapes that overlap.
#include <array>
#include <cmath>
#include <limits>

#include "fmu/load/reading.h"
#include "model/collision/collide.h"
#include "model/core/layout.h"
#include "model/core/state.h"
#include "model/kinematics/kinematics.h"
#include "model/math/size.h"
#include "model/step/initialise.h"
#include "model/workspace/workspace.h"

namespace stickslip::load {

namespace {

constexpr double kRoundOff = 1e-9;          // m, overlaps below are nobody's fault
constexpr double kShareOfSize = 0.01;       // of the smaller shape, overlaps above are a mistake
constexpr double kSizeOfTheSizeless = 1.0;  // m, when neither shape has a size

/// Smallest extent of a shape; infinite for planes and points.
double size_of(const Shape& shape, bool planar) {
  switch (shape.type) {
    case ShapeType::sphere:
    case ShapeType::capsule:
      return 2 * shape.radius;
    case ShapeType::box:
      return 2 * (planar ? std::min(shape.half_size.x(), shape.half_size.y()) : shape.half_size.minCoeff());
    case ShapeType::plane:
    case ShapeType::point:
      break;
  }
  return std::numeric_limits<double>::infinity();
}

Placement placement(const Shape& shape, const BodyPose& pose) {
  return {pose.p + pose.R * shape.p_IS, pose.R * shape.q_IS.toRotationMatrix()};
}

/// How deep two shapes overlap, 0 when they do not.
double overlap(const Shape& a, const Placement& at_a, const Shape& b, const Placement& at_b, bool planar) {
  std::array<ContactPoint, kMaxPointsPerPair> points;
  const int count = collide_shapes(a, at_a, b, at_b, planar, 0, {points.data(), kMaxPointsPerPair});
  double deepest = 0;
  for (int i = 0; i < count; ++i) deepest = std::fmax(deepest, -points[size(i)].gap);
  return deepest;
}

std::string called(int shape, const Model& model) {
  int first = shape;
  const int body = model.shapes[size(shape)].body;
  while (first > 0 && model.shapes[size(first) - 1].body == body) --first;
  return "shape " + std::to_string(shape - first + 1) + " of body " + in_quotes(body_name(body, model));
}

// The scheme whose velocities contain what undoes an overlap.
std::string consequence(double depth, const StepOptions& step) {
  if (step.scheme != Scheme::stabilised) return {};
  const double speed = std::fmin(step.stabilised.stabilisation * depth / step.size, step.stabilised.push_out_speed);
  return " and is thrown out at " + about(speed) + " m/s; move them apart or set a lower push_out_speed";
}

void check_overlap(const ShapePair& pair, Span<const BodyPose> poses, Reading& reading) {
  const Model& model = reading.model;
  const Shape& a = model.shapes[size(pair.first)];
  const Shape& b = model.shapes[size(pair.second)];
  const Placement at_a = placement(a, poses[a.body]);
  const Placement at_b = placement(b, poses[b.body]);
  const double distance = (at_a.p - at_b.p).norm();
  if (distance > bounding_radius(a) + bounding_radius(b)) return;
  const double depth = overlap(a, at_a, b, at_b, model.planar);
  if (!(depth > kRoundOff)) return;
  double extent = std::fmin(size_of(a, model.planar), size_of(b, model.planar));
  if (!std::isfinite(extent)) extent = kSizeOfTheSizeless;
  const std::string text =
      called(pair.second, model) + " starts " + about(depth) + " m deep in " + called(pair.first, model);
  const Place at = reading.shapes[size(pair.second)];
  if (depth > kShareOfSize * extent) {
    reading.log.error(at, text + "; move them apart or switch the pair off with [[no_contact]]");
  } else {
    reading.log.warn(at, text + consequence(depth, model.step));
  }
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
    reading.log.error(reading.joints.empty() ? Place{} : reading.joints.front(), error.text);
    return;
  }
  update_poses(model, state.motion, work.poses);
  for (const ShapePair& pair : model.pairs) check_overlap(pair, work.poses, reading);
}

}  // namespace stickslip::load
