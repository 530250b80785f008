#pragma once

#include "model/workspace/workspace.h"

/// A joint under load also resists turning: with l the force on a body at p from its centre of mass, a small turn t
/// costs t' H t/2. A step that leaves this to the next one is unstable for stretched chains once h^2 |l||p|/I > 4.
///
///   H  = (l.p) I - (p l' + l p')/2
///   H+ = (l.p + |l||p|)/2 d d' + max(l.p, 0) b b',   d along p^ - l^,  b along p x l    (parallel: max(l.p, 0)(I - p^
///   p^'))
///   M~_rot = I + h^2 R' H+ R,  r unchanged
///
/// H+ is the positive semidefinite part of H, so energy can only fall; the price is damping. l is that of the last
/// step.
namespace stickslip {

Mat3 geometric_stiffness(const Vec3& l, const Vec3& p);

/// Sets the problem's mass: M, with the stiffness of joints where the model asks for it.
void set_effective_mass(const Model& model, double h, const State& state, Workspace& work);

}  // namespace stickslip
