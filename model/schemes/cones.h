#pragma once

#include "model/constraints/grain.h"
#include "model/workspace/workspace.h"

/// Where the polygon of a friction cone lies in space. A polygon of m edges reaches mu c at its corners and
/// cos(pi/m) mu c between them, and whatever slides between two corners is braked towards one of them. So a corner
/// lies where the contact pushes, and stays there from step to step.
///
/// The round cone tells where. Its friction f at the sliding velocity u solves f = P(f - r u) for any r > 0, with P the
/// projection on the disk of radius mu c: the corner belongs along
///
///   d = f - r (u + g (u - u_before)),   r = 1/(n A),   g = 1/alpha
///
/// A is the inverse mass along the tangents and n the number of contacts that share a body, so that r u is at most the
/// impulse that u lacks. The term with g is what the next step will add: corners that follow the step before would be
/// late, and a slow slide across them would swing. Across the force, with b <= 1 the part of the mass that r stands
/// for, (u, f) goes to (u - f, f (1 - b (1 + g)) + b u) and under a rule with alpha = 1/2 to (u - 2 f, ..): the
/// determinants 1 - b g and 1 + b (1 - g) say that it dies out with g = 1 and g = 2, and that it does not with g = 0.
///
/// What sticks has d = f: a force close to its bound gets its corner before it breaks away. Turning by the least angle
/// to a corner leaves edges their names, and the warm start what it is.
///
/// A contact that carried no force has no corner to keep: it lies along its motion, where an impact will need it.
namespace stickslip {

/// The directions of a contact's tangents: as they lay in the step before, or new ones.
Tangents cone_of(const Model& model, const State& state, const ContactPoint& point, const Grain& grain,
                 const Workspace& work);

/// Likewise of the axes that a contact rolls about, at a corner of the polygon that bounds their torque.
Tangents rolling_axes_of(const Model& model, const State& state, const ContactPoint& point, const Workspace& work);

/// Lays cones anew by the solution in the workspace, for the next one, `gain` = 1/alpha. State::cones then knows the
/// contacts that carried force. `round`: the solution is one on round cones, whose friction keeps its direction in
/// space where the tangents turn; on polygons it goes with the corner.
void lay_cones(const Model& model, double gain, bool round, State& state, Workspace& work);

}  // namespace stickslip
