#pragma once

#include "model/constraints/rows.h"
#include "model/core/layout.h"
#include "model/core/model.h"
#include "model/core/state.h"

/// Springs between the orientations of two bodies. In space the second body is off its rest by a turn theta (world
/// axes), energy k |theta|^2/2. Its components along the axes of the first body do not change when both turn together,
/// so that each makes a row that acts and reacts: with R the first body's rotation,
///
///   d/dt (R' theta)_k = a_k . (w_second - w_first),   a_k = J_r(theta)^-1 R e_k
///
/// J_r(theta)^-1 x = x + theta x x/2 + (1 - (|theta|/2) cot(|theta|/2))/|theta|^2 theta x (theta x x). Together the
/// three pull with k theta, along the turn. A turn is never more than half of one: beyond, the way round is shorter.
namespace stickslip {

/// The vector of a turn, at most half of one.
Vec3 turn_vector(const Quat& turn);

/// J_r(theta)^-1 axis.
Vec3 turn_gradient(const Vec3& theta, const Vec3& axis);

/// Rows of one, as many as there are axes to turn about.
void add_torsion_rows(const Model& model, const Layout& layout, const State& state, int spring,
                      Span<const BodyPose> poses, RowSet& rows);

/// How far a spring is from its rest: along the axes of the first body; in planar worlds the third alone. At poses that
/// belong to the state.
Vec3 torsion(const Model& model, const Layout& layout, const State& state, int spring, Span<const BodyPose> poses);

/// Which component of it a row is about.
int torsion_axis(const ConstraintRow& row);

/// Direction in the world in which the second body is turned about by a unit of a row's impulse.
Vec3 torsion_direction(const Model& model, const ConstraintRow& row, Span<const BodyPose> poses);

/// The angle of the turn: in planar worlds of the second body against the first, 0 in the reference configuration; in
/// space from rest.
double torsion_angle(const Model& model, const State& state, int spring, Span<const BodyPose> poses);

}  // namespace stickslip
