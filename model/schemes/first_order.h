#pragma once

#include "model/workspace/workspace.h"

/// What the first-order schemes share: w = v+, M~ = M, q+ = q + h v+, gyroscopic torque by a linearly implicit
/// midpoint.
namespace stickslip {

/// r = M v + h k, with the gyroscopic change of the rates; the change is kept for the attitude.
void free_momentum(double h, const State& state, Workspace& work);

/// Marks the bodies that rows of the solution act on.
void mark_loaded_bodies(Workspace& work);

/// Part of what a velocity is made of below which settle() takes it for round-off.
constexpr double kSettles = 256 * 2.220446049250313e-16;

/// A velocity that is left over when everything it is made of cancels is round-off, and zero is as true. Without this
/// what rests would creep until its gaps exceed round-off, and forces would flicker as those are closed again.
void settle(Workspace& work);

/// Turn of a body over h by the solution, in its axes: h w+ - (h/2) dg for a body without active rows, else h w+.
Vec3 free_turn(double h, int body, const Workspace& work);

}  // namespace stickslip
