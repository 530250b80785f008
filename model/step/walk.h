#pragma once

#include "model/workspace/workspace.h"

namespace stickslip {

/// Places the bodies of a mechanism with loops and reads the coordinates of its joints. A start that takes a crank far
/// from the reference configuration leaves the loop open by as much, and closing it from there may end in another of
/// its assembly modes. So the starts are approached in small steps from the reference configuration, the loops closed
/// after each; what remains open after the last one is left to `assemble`. Without loops, or starts that move anything,
/// bodies are placed as by place_bodies.
void walk_to_starts(const Model& model, const Layout& layout, Span<const double> starts, State& state, Workspace& work);

}  // namespace stickslip
