#pragma once

#include "model/constraints/rows.h"
#include "model/core/layout.h"
#include "model/core/model.h"

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
/// own near length 0 and gets one row per axis.
void add_spring_rows(const Model& model, const Layout& layout, Span<const double> parameters, int spring,
                     Span<const BodyPose> poses, RowSet& rows);

/// Direction of one of a spring's rows.
Vec3 spring_row_direction(const ConstraintRow& row, const SpringLine& line);

/// True for the rows of add_tension_rows.
bool is_across(const ConstraintRow& row);

/// Elongation along one of a spring's rows; zero across it.
double spring_row_elongation(const ConstraintRow& row, const SpringLine& line, double rest_length);

/// A stretched spring also resists being turned: force / length per unit of sideways motion. What of that is too stiff
/// for an explicit step of size h, 1/(h^2 A) with A the inverse mass across the spring, shared by all springs at its
/// bodies, becomes two compliant rows. The excess alone is taken, so that a spring which needs no such help is not
/// damped.
void add_tension_rows(const Model& model, const Layout& layout, Span<const double> parameters, int spring, double h,
                      Span<const lcp::BodyInverse> inverse_mass, Span<const BodyPose> poses, RowSet& rows);

/// Viscous friction of a hinge or slider about its axis.
void add_damping_row(const Model& model, const Layout& layout, Span<const double> parameters, int joint,
                     Span<const BodyPose> poses, RowSet& rows);

}  // namespace stickslip
