#pragma once

#include <Eigen/Dense>
#include <vector>

#include "model/constraints/rows.h"
#include "model/core/derived.h"

namespace stickslip::linearize {

/// The directions in which bodies can move: entries 6 body + k of a velocity, in order; locked ones are left out.
std::vector<int> free_directions(const Derived& derived);

/// The gradient of a row over these directions.
Eigen::RowVectorXd gradient_of(const ConstraintRow& row, const RowSet& rows, const std::vector<int>& directions);

}  // namespace stickslip::linearize
