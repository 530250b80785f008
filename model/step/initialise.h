#pragma once

#include "model/core/error.h"
#include "model/workspace/workspace.h"

namespace stickslip {

/// The file's starting values, laid out by Layout.
void default_starts(const Model& model, const Layout& layout, Span<double> starts);
void default_parameters(const Model& model, const Layout& layout, Span<double> parameters);

/// The joint that places each body, or -1 for a body with a start of its own. Hinges, sliders, balls and fixed joints
/// place their child (or their parent, when the child already has its place); joints that close a loop place nothing.
std::vector<int> placing_joints(const Model& model);

/// Makes the initial state: every joint's start moves its whole subtree, then loops are closed by projecting positions
/// and velocities, in the metric of the masses. `parameters` are the tunable numbers the state begins with.
Error initialise(const Model& model, const Layout& layout, Span<const double> starts, Span<const double> parameters,
                 State& state, Workspace& work);

}  // namespace stickslip
