#pragma once

#include "model/schemes/scheme.h"

/// The linearly implicit trapezoidal method (P04) and the alpha-gamma family around it (G06).
///
///   w = alpha v+ + (1 - alpha) v,   q+ = q + h ((1 - gamma) v + gamma v+),   forces = c/(alpha h)
///   M~ w - nu c - n c_n - D beta = M~ v + alpha k~,   0 = nu' w,  0 <= n' w,  0 <= D' w + lambda e
///   M~ = M - alpha h (F(v) + k1_v) - alpha gamma h^2 k1_q
///
/// Deviations from the papers. G06 eq. 4.5 prints (1 - alpha) h F v, wrong by O(1); its eq. 4.18 is right and used
/// here. Everything that depends on position is taken at q + (h/2) v (rotations: q * exp(h/2 w)): Jacobians of joints
/// and contacts, where q or q + h v costs an order, and torques of world forces on rotating bodies, whose derivative is
/// then not needed. Springs and dampers too: the row of a spring is
///
///   g' w + T c + s = 0,   T = 1/H,  s = alpha h k (phi(q) - h (gamma - alpha) g' v)/H,  H = alpha h d + alpha gamma
///   h^2 k
///
/// with g at q + (h/2) v, which eliminated gives the terms of P04 eq. 9.2, 9.3 and the force k phi in k~. These are the
/// Gauss-Newton Jacobians; with g at the half step they alone have order two, and k to infinity is the joint. What the
/// exact Jacobian has beyond, the turning of g, is in g at the half step by (h/2) v, and M~ takes over the rest:
///   across the line (f/length) Jt' (1 - u u') Jt, under tension: rows across it, with s = -g' v
///   of the levers R' H R of geometric_stiffness.h, H+ where H could cost M~ its definiteness
///   across the line under compression nothing: M~ stays positive definite at every h, and the order is two anyway
///
/// A spring that turns and that the step does not resolve is damped (unresolved.h), and what hangs on it then has no
/// alternation: its v is reported and looked ahead with. The paper's carts are not.
///
/// A spring or damper that relaxes within the pass leaves v to alternate around w (the rule at 1/2 damps nothing). A
/// row at q + (h/2) v would then be off by the alternation, and a spring that turns would gain energy by it without
/// bound: bodies at such springs, and what joints tie to them, look ahead with w of the last pass, which is v - O(h).
///
/// Contacts and stops that give way: pressed_springs.h.
///
/// Sliding that jams ends by an impulse however short the pass is (Painleve's rod): w = 0, and v+ = -v would let the
/// end slide back as fast as it came. Such a pass is solved again with alpha = gamma = 1, for which v+ = w; it is
/// short, so that the order stays two. The same for a rebound that ends within the pass: what bounced comes to rest.
///
/// Gyroscopic torque: F = skew(I w) - skew(w) I, the true derivative, as long as M~ stays positive definite (order
/// two); F = skew(I w) otherwise (order one, keeps the energy exactly). With alpha = 1/2 that torque is integrated to
/// round-off (gyroscopic.h), of which the linearly implicit equation is the first Newton step: a free body keeps energy
/// and angular momentum.
///
/// Joints. nu' w = 0 with v+ = 2 w - v changes the sign of nu' v and damps it by nothing, and a row at q + (h/2) v
/// turns with it: on what turns at omega the error grows as e^(omega t), at every h. Where `projection` is on, v is
/// projected on the joints at the end of the step (step/projection.h); without it the scheme is the paper's.
///
/// Reported is w where v may alternate around it: at contacts, at springs and dampers that relax within the pass, at
/// joints without projection, and at what joints tie to these. Elsewhere v+, which is of order two at the step's end.
namespace stickslip {

/// Those of the model, with alpha = gamma = 1 in a plastic pass.
TrapezoidalOptions options_of(const Model& model, const Pass& pass);

/// Marks in work.loaded what joints tie to marked bodies.
void mark_tied_bodies(const Model& model, Workspace& work);

/// What takes the place of h^2, and H of the row of a spring or servo.
double weight_of_stiffness(const TrapezoidalOptions& options, double h);
double hardness_of(const TrapezoidalOptions& options, double h, const ConstraintRow& row);

/// Sets work.ahead, the velocity of q + (h/2) v: v, or w of the last pass where v rings around it.
void set_velocity_ahead(const Model& model, const Layout& layout, const Pass& pass, const State& state,
                        Workspace& work);
void discretise_trapezoidal(const Model& model, const Layout& layout, const Pass& pass, const State& state,
                            Workspace& work);
Event next_event_trapezoidal(const Model& model, const Layout& layout, const Pass& pass, const State& state,
                             Workspace& work);
void advance_trapezoidal(const Model& model, const Pass& pass, double time, State& state, Workspace& work);

/// I - alpha h F + added of one body with principal moments `inertia` and rates `rate`: its part of M~.
Mat3 rotational_block(const Vec3& inertia, const Vec3& rate, double alpha_h, const Mat3& added);

}  // namespace stickslip
