#pragma once

#include "fmu/load/hull.h"
#include "fmu/load/hull_grower.h"

namespace stickslip::load {

/// The sides and corners of a grown hull, which is closed: triangles that lie in one plane, to `precision` of the
/// extent, become one side.
void merge_sides(const std::vector<Vec3>& points, const HullGrower& grown, double precision, Hull& hull);

}  // namespace stickslip::load
