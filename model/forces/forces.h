#pragma once

#include "model/core/derived.h"
#include "model/kinematics/kinematics.h"

namespace stickslip {

/// Generalised forces, six per body: force in the world, torque in the body's inertial axes.
struct Forces {
  Span<double> input;  // what the inputs exert
  Span<double> total;  // inputs and gravity; gyroscopic torque, springs and constraints come elsewhere
};

void update_forces(const Model& model, const Layout& layout, const Derived& derived, Span<const double> inputs,
                   Span<const BodyPose> poses, const Forces& forces);

}  // namespace stickslip
