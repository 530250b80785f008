#pragma once

#include "model/constraints/rows.h"
#include "model/core/layout.h"
#include "model/core/state.h"

/// What acts along a joint's coordinates, each as one row of its gradient g, with the impulse c of a step of h:
///
///   dry friction   -b h <= c <= b h,  g w = 0 within the bounds: it sticks, else it slides against c. A bearing adds
///                  to b what its coefficient and its lever make of the force that the joint carried in the last step:
///                  what an impact loads it with brakes it by as much one step later
///   rotor          c = -a (g w - g v + h g_t v): its inertia a is added to the mass, M + a g' g. Where g turns within
///                  the step, along a slider on what turns, the rate changes by h g_t v without any force on the rotor;
///                  g_t is that of v as the step begins, of order one under every scheme
///   drive          velocity  g w = v*,  |c| <= b h
///                  position  c = -h (k (q + h g w - q*) + d (g w - v*)),  |c| <= b h
///                  locked    g w = (q0 - q)/h,  |c| <= b h
namespace stickslip {

/// The coordinate that a row of a drive, dry friction or rotor belongs to.
inline int coordinate_of(const ConstraintRow& row) {
  return row_part(row.id);
}

/// All drives, or those that hold a speed whatever that takes: what others give in an instant is nothing.
enum class Drives { all, unyielding };

/// The row of the drive of a coordinate, as the inputs say, if it acts; and those of all coordinates of a joint.
bool add_drive_row(const Model& model, const Layout& layout, const State& state, Span<const double> inputs, int joint,
                   int k, Drives which, Span<const BodyPose> poses, RowSet& rows);
void add_drive_rows(const Model& model, const Layout& layout, const State& state, Span<const double> inputs, int joint,
                    Drives which, Span<const BodyPose> poses, RowSet& rows);
void add_friction_rows(const Model& model, const Layout& layout, const State& state, int joint,
                       Span<const BodyPose> poses, RowSet& rows);
void add_rotor_rows(const Model& model, const Layout& layout, const State& state, int joint, Span<const BodyPose> poses,
                    RowSet& rows);

inline bool is_rotor(const ConstraintRow& row) {
  return row.role == RowRole::rotor;
}

/// What turning adds to the rate that a rotor row is about: `ahead` are the poses that the velocity leads to from
/// `now`. Nothing where a hinge's axis turns with both bodies.
double rate_by_turning(const Model& model, const ConstraintRow& row, Span<const double> velocity,
                       Span<const BodyPose> now, Span<const BodyPose> ahead);

/// Drives remember where their coordinate is, to lock it there.
void note_locks(const Model& model, const Layout& layout, Span<const double> inputs, State& state);

/// Kinetic energy of the rotors of a joint, J.
double rotor_energy(const Model& model, const Layout& layout, const State& state, int joint,
                    Span<const BodyPose> poses);

}  // namespace stickslip
