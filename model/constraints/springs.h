#pragma once

#include "model/constraints/rows.h"
#include "model/core/capacity.h"
#include "model/core/layout.h"
#include "model/core/model.h"
#include "model/core/state.h"

namespace stickslip {

/// row_part of the row that damps a joint, and least one of all rows of springs and dampers whose source is a joint.
constexpr int kDampingPart = 128;  // + the coordinate

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
/// own near length 0 and gets one row per axis; one along a joint has the row of the joint's coordinate; one between
/// orientations those of torsion.h.
void add_spring_rows(const Model& model, const Layout& layout, const State& state, int spring,
                     Span<const BodyPose> poses, RowSet& rows);

/// How far the joint of a spring along one is from the spring's rest, at poses that belong to the state.
double joint_elongation(const Model& model, const Layout& layout, const State& state, int spring,
                        Span<const BodyPose> poses);

/// Direction of one of the rows of a spring between two points.
Vec3 spring_row_direction(const ConstraintRow& row, const SpringLine& line);

/// True for the rows of add_tension_rows, add_joint_tension_rows and add_bending_rows; of joints: the last two.
bool is_across(const ConstraintRow& row);
bool is_across_joint(const ConstraintRow& row);

/// Force of a spring between two points, positive in tension, for the stiffness that it has across its line. `give` is
/// h^2 times the inverse mass it acts on. Where the step resolves the spring it is k times the elongation; where it is
/// stiffer that is mostly what the next step takes out, and under the trapezoidal rule the force may alternate: there
/// it is the mean of the last two steps.
double spring_tension(const Layout& layout, const State& state, int spring, const SpringLine& line, double give);

/// How many joints, bushings and springs between points pull at each body; 0 where it cannot give way.
void count_loads(const Model& model, Span<int> loads_at);

/// Elongation along one of a spring's rows, at poses that belong to the state; zero across it and for dampers of
/// joints.
double spring_row_elongation(const Model& model, const Layout& layout, const State& state, const ConstraintRow& row,
                             Span<const BodyPose> poses);

/// k times the elongation, and the energy that this holds.
double spring_force(const Model& model, const Layout& layout, const State& state, int spring,
                    Span<const BodyPose> poses);
double spring_energy(const Model& model, const Layout& layout, const State& state, int spring,
                     Span<const BodyPose> poses);

/// A stretched spring also resists being turned: force / length per unit of sideways motion, as two compliant rows. An
/// explicit step of size h can carry 1/(h^2 A) of that, with A the inverse mass across the spring, shared by all
/// joints and springs at its bodies. `excess`: only what is beyond is taken, so that a spring which needs no such help
/// is not damped.
void add_tension_rows(const Model& model, const Layout& layout, const State& state, int spring, double h, bool excess,
                      Span<const int> loads_at, Span<const lcp::BodyInverse> inverse_mass, Span<const BodyPose> poses,
                      RowSet& rows);

/// The same for a distance joint under the tension of the last step, by the model's choice, with `weight` in place of
/// h^2. Left to the engine, rods that hold bodies by levers bend against these instead (bending.h).
void add_joint_tension_rows(const Model& model, const State& state, int joint, double weight, Span<const int> loads_at,
                            Span<const lcp::BodyInverse> inverse_mass, Span<const BodyPose> poses, RowSet& rows);

/// Viscous friction along the coordinates of a joint.
void add_damping_rows(const Model& model, const Layout& layout, Span<const double> parameters, int joint,
                      Span<const BodyPose> poses, RowSet& rows);

}  // namespace stickslip
