#pragma once

#include <vector>

#include "model/core/state.h"

namespace stickslip {

/// The joint that places each body, or -1 for a body with a start of its own. Hinges, sliders, balls and fixed joints
/// place their child (or their parent, when the child already has its place); joints that close a loop place nothing.
std::vector<int> placing_joints(const Model& model);

/// Every body where its own start or the start of the joint that places it puts it, with its subtree; loops stay open.
void place_bodies(const Model& model, const Layout& layout, Span<const double> starts, State& state);

}  // namespace stickslip
