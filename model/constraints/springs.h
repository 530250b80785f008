#pragma once

#include "model/constraints/rows.h"
#include "model/core/layout.h"
#include "model/core/model.h"
#include "model/core/state.h"

namespace stickslip {

/// Rows of one spring are at most this many: one axial and two across, or one per axis.
constexpr int kMaxSpringRows = 3;

/// row_part of the row that damps a joint; its source is the joint.
constexpr int kDampingPart = 128;

/// A spring's geometry: anchors from the centres of mass, and the line from the first anchor to the second.
struct SpringLine {
  Vec3 r_A = Vec3::Zero();
  Vec3 r_B = Vec3::Zero();
  Vec3 d = Vec3::Zero();
  double length = 0;
  Vec3 u = Vec3::UnitX();  // d/|d|
};

SpringLine spring_line(const Spring& spring, Span<const BodyPose> poses);

/// Axial rows of a spring (and its damper): violation is the elongation. A spring of rest length 0 has no line of its
/// own near length 0 and gets one row per axis; one along a joint has the row of the joint's coordinate.
void add_spring_rows(const Model& model, const Layout& layout, const State& state, int spring,
                     Span<const BodyPose> poses, RowSet& rows);

/// How far the joint of a spring along one is from the spring's rest, at poses that belong to the state.
double joint_elongation(const Model& model, const Layout& layout, const State& state, int spring,
                        Span<const BodyPose> poses);

/// Direction of one of the rows of a spring between two points.
Vec3 spring_row_direction(const ConstraintRow& row, const SpringLine& line);

/// True for the rows of add_tension_rows.
bool is_across(const ConstraintRow& row);

/// Elongation along one of a spring's rows, at poses that belong to the state; zero across it and for dampers of
/// joints.
double spring_row_elongation(const Model& model, const Layout& layout, const State& state, const ConstraintRow& row,
                             Span<const BodyPose> poses);

/// k times the elongation, and the energy that this holds.
double spring_force(const Model& model, const Layout& layout, const State& state, int spring,
                    Span<const BodyPose> poses);
double spring_energy(const Model& model, const Layout& layout, const State& state, int spring,
                     Span<const BodyPose> poses);

/// A stretched spring also resists being turned: force / length per unit of sideways motion. What of that is too stiff
/// for an explicit step of size h, 1/(h^2 A) with A the inverse mass across the spring, shared by all springs at its
/// bodies, becomes two compliant rows. The excess alone is taken, so that a spring which needs no such help is not
/// damped. The force is k times the elongation where the step resolves the spring, and the mean of
/// the last two steps where it is stiffer: there the elongation is mostly what the next step takes out, and under the
/// trapezoidal rule the force may alternate.
void add_tension_rows(const Model& model, const Layout& layout, const State& state, int spring, double h,
                      Span<const lcp::BodyInverse> inverse_mass, Span<const BodyPose> poses, RowSet& rows);

/// Viscous friction of a hinge or slider about its axis.
void add_damping_row(const Model& model, const Layout& layout, Span<const double> parameters, int joint,
                     Span<const BodyPose> poses, RowSet& rows);

}  // namespace stickslip
