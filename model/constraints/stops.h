#pragma once

#include "model/collision/active_set.h"
#include "model/constraints/rows.h"
#include "model/core/derived.h"

/// Limits of coordinates. A coordinate at an end of its limits is held by a row under the laws of a contact without
/// friction, and goes through a step as one: listed when it may be reached, with the gap q - lower or upper - q.
namespace stickslip {

/// Everything that a stop's gap and gradient follow from.
struct Coordinates {
  const Model& model;
  const Layout& layout;
  const State& state;
  const Derived& derived;
};

/// Gap of a stop when the bodies are at `poses`. Angles are those nearest to `ahead` seconds after the state.
double stop_gap(const Coordinates& at, int stop, const Motion& motion, Span<const BodyPose> poses, double ahead);

/// Rate of the gap.
double stop_speed(const Model& model, const Derived& derived, int stop, Span<const double> velocity,
                  Span<const BodyPose> poses);

/// Lists all stops, as contacts that follow those between shapes.
void list_stops(const Coordinates& at, Span<const BodyPose> poses, ContactSet& contacts);

/// Lists those that may be reached within h at the velocity of the state or at `velocity`, and those whose rebound is
/// due.
void list_near_stops(const Coordinates& at, Span<const BodyPose> poses, Span<const double> velocity, double h,
                     ContactSet& contacts);

/// Lists those that are passed within h at `velocity` and are not listed yet; how many.
int add_missed_stops(const Coordinates& at, Span<const BodyPose> poses, Span<const double> velocity, double h,
                     ContactSet& contacts);

/// What compliant stops hold, J.
double stop_energy(const Coordinates& at, Span<const BodyPose> poses);

/// The row of a listed stop, point `index` of the set.
void add_stop_row(const Model& model, const Derived& derived, const ContactPoint& point, int index,
                  Span<const BodyPose> poses, RowSet& rows);

}  // namespace stickslip
