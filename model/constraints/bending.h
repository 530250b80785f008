#pragma once

#include "model/constraints/mobility.h"
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
///   M^2/(8 mu) <= 2 K + 2 J,   M = h^2 l,   mu = mu_C/n_C + mu_P/n_P,   1/J = n_C/I_C + n_P/I_P
///
/// mu_C is the mass that the child has at its anchor, I_C its moment of inertia, n_C the joints and springs at it: each
/// the least of all directions, so that the world may be turned. Of l counts what draws a body away from the joint; a
/// strut under compression needs nothing, nor does a joint whose anchor stays: with the world, or with what other
/// joints hold there. Where a damper would be, mu and I are those of the motions that the joints between a body and the
/// world leave it (mobility.h): a light bracket or cross that cannot turn about an axis need not be slowed about it.
///
/// No more than that leaves waves which the step cannot resolve to run on into lighter links: the end of a whip turns
/// by more than a radian a step, and its joint opens by half the square of that. So K follows what turns a link on its
/// arm p as well, sets in earlier and rises fast:
///
///   K = 16 (M^2/(4 mu) + M p - 2 J)      J in place of 2 J where rows lie ahead
///
/// It is that of the side for which it is larger, with that side's p, and half of its own I/n for J where that is more:
/// a load that turns a heavy body with ease but not a light one on it is none that a light one can resist.
///
/// The damper belongs to the joint: what it does to the parent is the opposite of what it does to the child, no
/// momentum comes from nowhere, and the joint's reaction shows it. What turns as one is not damped.
///
/// A rod of a distance joint is a link without mass: it bends against each of the bodies that it holds by levers. With
/// t = a x u, about the axis a, and the rod along u over its length L,
///
///   b' = a'w_C - t'(v_a,C - v_a,P)/L,   J of the rod L^2 times the mass between its anchors
///
/// Where rows lie ahead the damper acts on the change of b', K b'_w - S b' with the b' ahead: see DamperBanks.
void add_bending_rows(const Model& model, const State& state, int joint, double weight, Span<const int> loads_at,
                      const Holders& holders, Span<const lcp::BodyInverse> inverse_mass, Span<const BodyPose> poses,
                      RowSet& rows);

/// True for the rows of add_bending_rows.
bool is_bending(const ConstraintRow& row);

/// True for a distance joint whose rod bends against a body of a lever.
bool bends_by_levers(const Model& model, int joint, Span<const lcp::BodyInverse> inverse_mass,
                     Span<const BodyPose> poses);

/// Under schemes with rows ahead a row across a joint's load has the impulse -(K w - S u), u its speed ahead and w that
/// of the solution, and takes the energy D = (K w - S u) w/alpha. Were S always K, a K that rises would give what
/// nobody has put in, and so would an impact that sets u anew. So every damper has an account of what it took,
///
///   A+ = A + D,   0 <= A+ <= K v+^2/2          S = min(K, 2 sqrt(alpha K A)/|u|)
///
/// of which no w can draw more than there is: D >= -S^2 u^2/(4 alpha K) >= -A. Energy and all accounts together never
/// rise. With K, and no impacts, S = K from the second step on. Both axes of a damper share its account.
struct DamperBanks {
  Span<double> accounts;  // J, 2 per joint: between its bodies or child and rod, parent and rod
  double weight = 0;      // h^2, or what takes its place: K = weight * stiffness
  double alpha = 1;

  /// Sets ConstraintRow::given_back, S/K.
  void lend(Span<const double> ahead, RowSet& rows) const;

  /// After a pass of which `share` counts: `w` is the solution, `v` the velocity at the end.
  void settle(double share, Span<const double> impulse, Span<const double> w, Span<const double> v,
              const RowSet& rows) const;
};

}  // namespace stickslip
