#pragma once

#include "model/core/derived.h"
#include "model/kinematics/kinematics.h"

namespace stickslip {

/// Generalised forces, six per body: force in the world, torque in the body's inertial axes.
struct Forces {
  Span<double> input;  // what inputs and the model's own oscillating forces exert
  Span<double> total;  // these and gravity; gyroscopic torque, springs and constraints come elsewhere
};

/// When forces that depend on time are taken: (1 - share) times their value at `first` plus share times that at `last`.
struct ForceTimes {
  double first = 0;
  double last = 0;
  double share = 0;
};

void update_forces(const Model& model, const Layout& layout, const Derived& derived, Span<const double> inputs,
                   const ForceTimes& times, Span<const BodyPose> poses, const Forces& forces);

}  // namespace stickslip
