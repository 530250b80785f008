#include "model/step/start_overlap.h"

#include <cmath>
#include <limits>

#include "model/collision/collide.h"
#include "model/math/size.h"

namespace stickslip {
namespace {

constexpr double kRoundOff = 1e-9;          // m, overlaps below are nobody's fault
constexpr double kShareOfSize = 0.01;       // of the smaller shape, overlaps above are a mistake
constexpr double kSizeOfTheSizeless = 1.0;  // m, when neither shape has a size

// Smallest extent of a shape; infinite for planes and points.
double size_of(const Shape& shape, bool planar) {
  const double width = half_width(shape, planar);
  return width > 0 ? 2 * width : std::numeric_limits<double>::infinity();
}

Placement placement(const Shape& shape, const BodyPose& pose) {
  return {pose.p + pose.R * shape.p_IS, pose.R * shape.q_IS.toRotationMatrix()};
}

}  // namespace

StartOverlap start_overlap(const Model& model, const ShapePair& pair, Span<const BodyPose> poses) {
  const Shape& a = model.shapes[size(pair.first)];
  const Shape& b = model.shapes[size(pair.second)];
  const Placement at_a = placement(a, poses[a.body]);
  const Placement at_b = placement(b, poses[b.body]);
  StartOverlap found;
  if ((at_a.p - at_b.p).norm() > bounding_radius(a) + bounding_radius(b)) return found;
  ContactPoint points[kMaxPointsPerPair];
  const int count = collide_shapes(model.geometry, a, at_a, b, at_b, model.planar, 0, {points, kMaxPointsPerPair});
  double depth = 0;
  for (int i = 0; i < count; ++i) depth = std::fmax(depth, -points[i].gap);
  if (!(depth > kRoundOff)) return found;
  double extent = std::fmin(size_of(a, model.planar), size_of(b, model.planar));
  if (!std::isfinite(extent)) extent = kSizeOfTheSizeless;
  found.depth = depth;
  found.mistake = depth > kShareOfSize * extent;
  return found;
}

std::string shape_label(const Model& model, int shape) {
  int first = shape;
  const int body = model.shapes[size(shape)].body;
  while (first > 0 && model.shapes[size(first) - 1].body == body) --first;
  const std::string name = body < 0 ? std::string("world") : model.bodies[size(body)].name;
  return "shape " + std::to_string(shape - first + 1) + " of body \"" + name + "\"";
}

}  // namespace stickslip
