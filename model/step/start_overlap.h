#pragma once

#include <string>

#include "model/core/model.h"
#include "model/kinematics/kinematics.h"
#include "model/math/span.h"

namespace stickslip {

/// How deep two shapes begin in each other.
struct StartOverlap {
  double depth = 0;      // m; 0: they do not, or by no more than rounding
  bool mistake = false;  // more than a hundredth of the smaller shape's smallest extent: nobody means that
};

StartOverlap start_overlap(const Model& model, const ShapePair& pair, Span<const BodyPose> poses);

/// `shape 2 of body "lid"`
std::string shape_label(const Model& model, int shape);

}  // namespace stickslip
