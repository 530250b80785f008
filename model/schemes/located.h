#pragma once

#include "model/schemes/scheme.h"

/// What schemes share that locate events: the contacts that are closed now, the geometry ahead, the path of a pass and
/// the first collision on it (P04 section 6).
///
/// Active is what is closed *now*. A contact that has just been hit is closed at the beginning of the rest of the step.
/// The clause "or Phi(q + h v) <= eps" of P04 eq. 6.1 is left out: under the trapezoidal rule it reflects the speed of
/// approach before any impact is seen.
namespace stickslip {

/// Contacts slower than this neither approach nor slide: what an event has stopped.
double quiet_speed(double threshold_speed);

/// Takes into work.contacts the candidates that act in an instant and are closed at q, and those that the pass before,
/// in the same step, has loaded: its rows hold where it would have ended, and cut short it leaves them open by up to
/// (omega h)^2. Dropped, each of two contacts would open while the other one is held, in turn and without end. What
/// remains is closed at the end of the step. Springs act from where they are closed, and only `with_springs` in an
/// instant.
void keep_hit(const Model& model, const Pass& pass, bool with_springs, const State& state, Workspace& work);

/// Likewise for the rows of a pass, with springs; one that ends an exhausted step takes all candidates.
void keep_active(const Model& model, const Pass& pass, const State& state, Workspace& work);

/// Poses that a velocity held for some time leads to.
void find_poses_ahead(const Model& model, double time, Span<const double> velocity, const State& state, Workspace& work,
                      Span<BodyPose> poses);

/// Moves work.poses from q to q + time velocity, and work.contacts with them.
void look_ahead(const Model& model, double time, Span<const double> velocity, const State& state, Workspace& work);

/// How far a body has come on the path, `time` into the pass, and how fast it is there; turn and rate in the body. The
/// velocity changes evenly: of every impulse in the pass the share time/h has acted, and that is what is reported. At
/// alpha = gamma = 1/2 it is the rate of the path too.
struct PathPoint {
  Vec3 move = Vec3::Zero();
  Vec3 turn = Vec3::Zero();
  Vec3 velocity = Vec3::Zero();
  Vec3 rate = Vec3::Zero();
};
PathPoint on_path(const Path& path, Span<const double> start_velocity, double h, double time, int body);

/// Moves the state along the path, and flags the contacts that carried force.
void follow_path(const Model& model, const Pass& pass, double time, State& state, Workspace& work);

/// Reports v, of all bodies.
void report_velocities(State& state, Workspace& work);

/// When the first contact that is not closed already closes on the path, at the latest `until`. Looked for pair by pair
/// along the whole path, with the motion that the solution has: whatever made a body fast, nothing passes through it.
/// Likewise when the first coordinate reaches one of its stops.
double first_collision(const Model& model, const Layout& layout, const Pass& pass, double until, const State& state,
                       Workspace& work);

}  // namespace stickslip
