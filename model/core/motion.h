#pragma once

#include "model/math/span.h"

namespace stickslip {

/// The part of the state that says where bodies are and how they move.
struct Motion {
  Span<double> position;     // m, 3 per body: centre of mass, world
  Span<double> orientation;  // 4 per body: w x y z of q_WI
  Span<double> angle;        // rad, 1 per body, planar worlds: never wrapped
  Span<double> velocity;     // 6 per body: m/s in the world, rad/s in the body's inertial axes
};

}  // namespace stickslip
