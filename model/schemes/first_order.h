#pragma once

#include "model/workspace/workspace.h"

/// What the first-order schemes share: w = v+, M~ = M, q+ = q + h v+, gyroscopic torque by a linearly implicit
/// midpoint.
namespace stickslip {

/// r = M v + h k, with the gyroscopic change of the rates; the change is kept for the attitude.
void free_momentum(double h, const State& state, Workspace& work);

/// Lists what can touch within the step, without what only passes by when nothing acts but the forces. Poses and forces
/// must be current.
void list_contacts(const Model& model, const Layout& layout, double h, const State& state, Workspace& work);

/// Pairs of shapes that the solution makes meet without a contact; after the last revision also points that it sinks
/// deeper than their contacts were told.
int count_missed(const Model& model, double h, int tries, Workspace& work);

/// Lists these and stops that are passed, and mends the gradient of contacts that sink deeper than it says; false where
/// there are none. `tries` counts what was solved before.
bool revise_contacts(const Model& model, const Layout& layout, double h, int tries, const State& state,
                     Workspace& work);

/// Whether what turning adds to the rates of rotors, and their rows have not been told, gains energy that counts beside
/// what moves: a blow or a drive has set them turning. Then they are told what the solution says.
bool revise_rotors(const Model& model, double h, const State& state, Workspace& work);

/// The most that a step is solved again because of these.
constexpr int kMostRevisions = 8;

/// After so many of them what still sinks swings from one solution to the next.
constexpr int kSettled = 5;

/// Marks the bodies that rows of the solution act on.
void mark_loaded_bodies(Workspace& work);

/// Part of what a velocity is made of below which settle() takes it for round-off.
constexpr double kSettles = 256 * 2.220446049250313e-16;

/// A velocity that is left over when everything it is made of cancels is round-off, and zero is as true. Without this
/// what rests would creep until its gaps exceed round-off, and forces would flicker as those are closed again.
void settle(Workspace& work);

/// Speed below which a contact does not bounce: the given threshold, or what two steps of free fall make.
double bounce_threshold(double least, const ConstraintRow& row, double h, const Workspace& work);

/// A spring or damper as a compliant row, implicit and damped the more the stiffer it is; k to infinity is the joint.
void set_implicit_spring(const ConstraintRow& row, double elongation, double h, lcp::Row& out);

/// A contact that is a spring, or a stop that is one beyond its limit. A contact is damped by a share of what would be
/// critical for its row alone.
struct PressedSpring {
  double stiffness = 0;  // N/m, N m/rad
  double damping = 0;    // N s/m
};
PressedSpring pressed_spring(const ConstraintRow& row, const Workspace& work);

/// Its row with geometry at q: pushes with depth/compliance, taken where the step ends, and damped.
void set_pressed_spring(const ConstraintRow& row, double h, const Workspace& work, lcp::Row& out);

/// Where joints are closed their violation has nothing yet of what turning bodies need, m w^2 r, which it brings from
/// the second step on: adds that to the rows of joints, so that a trial step has the forces of its state.
void lead_joints(const Model& model, const Layout& layout, double h, const State& state, Workspace& work);

/// Takes the solution as the new velocity, without its round-off, and moves the bodies by it.
void move_on(const Model& model, double h, State& state, Workspace& work);

/// Turn of a body over h by the solution, in its axes: h w+ - (h/2) dg for a body without active rows, else h w+.
Vec3 free_turn(double h, int body, const Workspace& work);

}  // namespace stickslip
