#pragma once

#include "model/constraints/rows.h"
#include "model/core/capacity.h"
#include "model/core/model.h"
#include "model/core/state.h"

namespace stickslip {

/// A joint under load l whose anchors stay together carries them across l when its bodies bend by b. With
/// b' = w_C - w_P, the velocity v_a of the anchor and H of schemes/geometric_stiffness.h, what the step leaves of it to
/// the next one is, for h^2 times
///
///   sum over bodies  w' H w  =  sum over joints  v_a'(b' x l)  -  sum over bodies  v'(w x sum of l)
///
/// The last sum is that of accelerations and small. The first makes a step unstable once it exceeds the bodies'
/// 4 (m v^2 + w'I w) and 2 K b'^2 of a damper. For that it is enough that at every joint and about every axis across l
/// half of the bodies' shares answer for v_a and half for b':
///
///   (h^2 l)^2/(8 mu) <= 2 K + 2 J,   mu = mu_C/n_C + mu_P/n_P,   1/J = n_C/I_C + n_P/I_P
///
/// mu_C is the mass that the child has at its anchor, I_C its moment of inertia, n_C the joints and springs at it: each
/// the least of all directions, so that the world may be turned. Of l counts what draws a body away from the joint; a
/// strut under compression needs nothing, nor does a joint with the world, whose anchor stays.
///
/// The damper belongs to the joint: what it does to the parent is the opposite of what it does to the child, no
/// momentum comes from nowhere, and the joint's reaction shows it. What turns as one is not damped.
///
/// Where rows lie ahead the damper acts on the change of b'. Under `euler` the step then holds 4/3 (M + K) in place of
/// 4 M + 2 K, under `trapezoidal` 4 (M + K), with its `weight` alpha gamma h^2 for h^2.
void add_bending_rows(const Model& model, const State& state, int joint, double weight, Span<const int> loads_at,
                      Span<const lcp::BodyInverse> inverse_mass, Span<const BodyPose> poses, RowSet& rows);

}  // namespace stickslip
