#pragma once

#include "model/core/model.h"

namespace stickslip {

/// Whether the parts of the model's geometry that the shape names exist and fit each other; a shape of a kind without
/// such parts must name none.
bool has_its_geometry(const Model& model, const Shape& shape);

}  // namespace stickslip
