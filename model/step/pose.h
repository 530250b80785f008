#pragma once

#include "model/workspace/workspace.h"

namespace stickslip {

/// The first problem of a step of h as `step` would solve it, posed and not solved: in the workspace, which the answer
/// refers to. What touches at the beginning is resolved on the way, so `state` moves and is worth nothing afterwards.
/// For tools.
lcp::Problem pose(const Model& model, const Layout& layout, Span<const double> inputs, double h, State& state,
                  Workspace& work);

}  // namespace stickslip
