#pragma once

#include "model/workspace/workspace.h"

namespace stickslip {

void clear_impulses(StepImpulses& impulses);

/// Adds what the rows of one solve did to joints, sensors and springs, times `weight`. `velocity` is the one that the
/// constraints hold for.
void accumulate_impulses(const Model& model, Span<const double> velocity, double weight, Workspace& work);

/// Adds what the joint inputs did over h: they too pass from parent to child.
void accumulate_joint_inputs(const Model& model, const Layout& layout, Span<const double> inputs, double h,
                             Workspace& work);

}  // namespace stickslip
