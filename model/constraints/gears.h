#pragma once

#include "model/constraints/rows.h"
#include "model/core/derived.h"
#include "model/core/state.h"

/// Gears: G = sum of ratio times coordinate, less the offset, is 0; with backlash it stays within half of that to
/// either side, between two stops (constraints/stops.h).
namespace stickslip {

/// G when the bodies are at `poses`; angles are those nearest to `ahead` seconds after the state.
double gear_value(const Model& model, const Derived& derived, int gear, const State& state, const Motion& motion,
                  Span<const BodyPose> poses, double ahead);

/// Its rate.
double gear_velocity(const Model& model, const Derived& derived, int gear, Span<const double> velocity,
                     Span<const BodyPose> poses);

/// Adds `weight` times the gradient of G to the last row.
void share_gear(const Model& model, const Derived& derived, int gear, double weight, Span<const BodyPose> poses,
                RowSet& rows);

/// The rows of all gears without backlash; violation is G.
void add_gear_rows(const Model& model, const Derived& derived, const State& state, Span<const BodyPose> poses,
                   RowSet& rows);

}  // namespace stickslip
