#pragma once

#include <string>

#include "model/collision/near_shapes.h"
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

/// Visits the pairs that do, with what is found.
template <class Visit>
void for_each_start_overlap(const Model& model, Span<const BodyPose> poses, NearShapes& near, Visit&& visit) {
  near.follow(model, poses);
  near.for_each_pair(model, [&](int pair) {
    const StartOverlap found = start_overlap(model, shapes_of(model, pair), poses);
    if (found.depth > 0) visit(shapes_of(model, pair), found);
  });
}

/// `shape 2 of body "lid"`
std::string shape_label(const Model& model, int shape);

}  // namespace stickslip
