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
/// H+ is the positive semidefinite part of H, so energy can only fall; the price is damping. l is that of the last
/// step. Joints have it where the model asks for it. Springs have it always: under the schemes of order one what of H+
/// an explicit step cannot carry; under `trapezoidal`, which gives h^2 alpha gamma in place of h^2, all of H, their
/// exact Jacobian, and H+ where H could take more than a quarter of the least moment of inertia.
///
/// Schemes that take their rows at q give r unchanged. Where rows are taken ahead, at q + s v, these hold the turn by
/// s v already, and r gets the same moments times the rate: otherwise they act twice, and the step is unstable again.
namespace stickslip {

Mat3 geometric_stiffness(const Vec3& l, const Vec3& p);

/// True where springs under tension resist with all of it, not only with what an explicit step cannot carry.
bool takes_whole_tension(const Model& model);

/// Sets work.stiffness, `weight` R' H R in place of h^2 R' H R; false where nothing is loaded.
bool collect_stiffness(const Model& model, const Layout& layout, double weight, const State& state, Workspace& work);

/// That of one body.
Mat3 stiffness_of(int body, const Workspace& work);

/// Sets the problem's mass for a scheme of order one with rows at q: M, and what loads add; false where that is
/// nothing.
bool set_effective_mass(const Model& model, const Layout& layout, double h, const State& state, Workspace& work);

/// The same for one with rows ahead.
void set_effective_mass_ahead(const Model& model, const Layout& layout, double h, const State& state, Workspace& work);

}  // namespace stickslip
