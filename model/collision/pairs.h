#pragma once

#include "model/core/model.h"

namespace stickslip {

/// Whether two shapes of the model can ever touch, the lower index first.
bool may_touch(const Model& model, int first, int second);

/// How many pairs of shapes may touch, and the most points that all of them can have.
struct PairCount {
  double pairs = 0;
  double points = 0;
};

PairCount count_pairs(const Model& model);

}  // namespace stickslip
