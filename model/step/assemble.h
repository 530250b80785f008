#pragma once

#include "model/core/error.h"
#include "model/workspace/workspace.h"

namespace stickslip {

/// Moves the bodies until all joints close, by the smallest changes in the metric of the masses; joints with a start of
/// their own keep it. What closes already is not touched.
Error close_positions(const Model& model, const Layout& layout, Span<const double> starts, State& state,
                      Workspace& work);

/// Closes positions, then makes all velocities agree with the joints, likewise by the smallest changes.
Error assemble(const Model& model, const Layout& layout, Span<const double> starts, State& state, Workspace& work);

}  // namespace stickslip
