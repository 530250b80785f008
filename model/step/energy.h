#pragma once

#include "model/core/derived.h"
#include "model/core/state.h"
#include "model/kinematics/kinematics.h"

namespace stickslip {

struct Energy {
  double kinetic = 0;    // J
  double potential = 0;  // J, gravity (zero at the origin) and springs
  double springs = 0;    // J, the part of it that springs, bushings, limits and contacts hold

  double sum() const { return kinetic + potential; }
};

Energy energy_of(const Model& model, const Layout& layout, const Derived& derived, const State& state,
                 Span<const BodyPose> poses);

}  // namespace stickslip
