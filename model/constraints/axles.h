#pragma once

#include <vector>

#include "model/core/model.h"

namespace stickslip {

/// Per rolling joint of a wheel the next of those on the same axle, in a ring; every other joint is its own next.
///
/// Wheels that turn on one body about one line, or are one body, touch the plane on a line along the axle, and none may
/// slide along it: each says so of the same motion. As rows of their own these would depend on each other but for the
/// error of a step, and such rows stop a vehicle or load its wheels against each other. So wheels on one axle have one
/// row for it, the mean of their speeds along the axle, whose impulse is divided evenly: the smallest forces that hold
/// it. It is the row of the joint that comes first.
std::vector<int> rings_of_wheels(const Model& model);

}  // namespace stickslip
