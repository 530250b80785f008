#pragma once

#include "model/core/error.h"
#include "model/workspace/workspace.h"

namespace stickslip {

/// The file's starting values, laid out by Layout.
void default_starts(const Model& model, const Layout& layout, Span<double> starts);
void default_parameters(const Model& model, const Layout& layout, Span<double> parameters);
void default_inputs(const Model& model, const Layout& layout, Span<double> inputs);

/// Makes the initial state: every joint's start moves its whole subtree, then loops are closed by projecting positions
/// and velocities, in the metric of the masses. `parameters` are the tunable numbers the state begins with.
Error initialise(const Model& model, const Layout& layout, Span<const double> starts, Span<const double> parameters,
                 State& state, Workspace& work);

}  // namespace stickslip
