#pragma once

#include "model/workspace/workspace.h"

/// What joints and springs under load add to M~. With l the force on a body at p from its centre of mass, a small turn
/// t costs t' H t/2. A step that leaves this to the next one is unstable for stretched chains once h^2 |l||p|/I > 4.
///
///   H  = (l.p) I - (p l' + l p')/2
///   H+ = (l.p + |l||p|)/2 d d' + max(l.p, 0) b b',   d along p^ - l^,  b along p x l    (parallel: max(l.p, 0)(I - p^
///   p^'))
///   M~_rot = I + h^2 R' H+ R
///
/// H+ is the positive semidefinite part of H, so energy can only fall; the price is damping, and a torque that no other
/// body feels the opposite of. l is that of the last step. A model may ask for all of it at joints, or for none.
///
/// Left to the engine, joints get dampers across their loads instead (constraints/bending.h, springs.h), and bodies at
/// springs of H+ only what a step cannot carry explicitly, along d and b separately:
///
///   a+ = max(0, a - 1/(n h^2 d' I^-1 d)),   n joints and springs at the body
///
/// With k = h^2 a/I and c = k - h^2 a+/I, what is left to the next step, a turn z^n obeys
///
///   (1 + k - c) z^2 - (2 - c) z + 1 = 0
///
/// which is stable for any k if c <= 1. Nothing is added where k <= 1/n, and what is added grows from 0 with the load:
/// it does not chatter.
///
/// `trapezoidal` has alpha gamma h^2 in place of h^2, and of springs all of H, their exact Jacobian, or H+ where H
/// could take more than a quarter of the least moment of inertia. What it leaves to the next step is not damped: with
/// k = h^2 a/(4 I) and v ahead, z^2 + 2 (c + k - 1)/(1 + k - c) z + 1 = 0 wants c < 1.
///
/// Schemes that take their rows at q give r unchanged. Where rows are taken ahead, at q + s v, these hold the turn by
/// s v already, and r gets the same moments times the rate: otherwise they act twice, and the step is unstable again.
namespace stickslip {

Mat3 geometric_stiffness(const Vec3& l, const Vec3& p);

/// True where springs under tension resist with all of it, not only with what an explicit step cannot carry.
bool takes_whole_tension(const Model& model);

/// Sets work.stiffness, `weight` R' H R in place of h^2 R' H R, of springs with their whole tension or what an explicit
/// step cannot carry; false where nothing can be loaded.
bool collect_stiffness(const Model& model, const Layout& layout, double weight, bool whole_tension, const State& state,
                       Workspace& work);

/// What takes the place of h^2 in the model's scheme.
double stiffness_weight(const Model& model, double h);

/// That of one body.
Mat3 stiffness_of(int body, const Workspace& work);

/// Sets the problem's mass where rows are at q: M, and what an explicit step cannot carry of loads; false where that is
/// nothing.
bool set_effective_mass(const Model& model, const Layout& layout, double weight, const State& state, Workspace& work);

/// The same for a scheme of order one with rows ahead.
void set_effective_mass_ahead(const Model& model, const Layout& layout, double h, const State& state, Workspace& work);

}  // namespace stickslip
