#pragma once

#include "model/schemes/scheme.h"

namespace stickslip {

/// The problem of a pass from where the bodies are, in the workspace.
void pose_pass(const Model& model, const Layout& layout, Span<const double> inputs, const Pass& pass,
               const State& state, Workspace& work);

/// The first problem of a step of h as `step` would solve it, posed and not solved: in the workspace, which the answer
/// refers to. What touches at the beginning is resolved on the way, so `state` moves and is worth nothing afterwards.
/// For tools.
lcp::Problem pose(const Model& model, const Layout& layout, Span<const double> inputs, double h, State& state,
                  Workspace& work);

}  // namespace stickslip
