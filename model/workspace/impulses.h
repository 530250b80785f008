#pragma once

#include "model/workspace/workspace.h"

namespace stickslip {

void clear_impulses(StepImpulses& impulses);

/// Axes in which torques are reported: (1 - share) those of `first` + share those of `last`. They are such that a body
/// without gyroscopic torque has felt what is reported, whatever pose its rows were made at. Its angular momentum R I w
/// changes by R I (w+ - w) where it turns by h w+ from R to R+, by (R + R+)/2 I (w+ - w) where it turns by
/// h (w + w+)/2. Of the first kind, cut after s of the step, w_s = w + s (w+ - w) has turned by s h w+ to R_s:
/// R_s w_s - R w = ((1 + k) R - k R_s) (w_s - w), k = (1 - s)/s. Of two bodies that is one: a joint's torque is what
/// its child has felt, a sensor's what its first body has. The other one turns with its own rate and has felt the
/// opposite turned by the order of the step.
struct TorqueAxes {
  Span<const BodyPose> first;
  Span<const BodyPose> last;
  double share = 0;
};

/// Adds what the rows of one solve did to joints, sensors and springs, times `weight`. `velocity` is the one that the
/// constraints hold for.
void accumulate_impulses(const Model& model, Span<const double> velocity, double weight, Workspace& work);
void accumulate_impulses(const Model& model, Span<const double> velocity, double weight, const TorqueAxes& axes,
                         Workspace& work);

/// Adds what the joint inputs did over h, at the poses where their forces were taken: they too pass from parent to
/// child.
void accumulate_joint_inputs(const Model& model, const Layout& layout, Span<const double> inputs, double h,
                             Span<const BodyPose> poses, const TorqueAxes& axes, Workspace& work);

}  // namespace stickslip
