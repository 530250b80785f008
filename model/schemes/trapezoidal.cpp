#include "model/schemes/trapezoidal.h"

#include <algorithm>
#include <cmath>

#include "model/constraints/bending.h"
#include "model/constraints/springs.h"
#include "model/kinematics/joint_geometry.h"
#include "model/math/arithmetic.h"
#include "model/schemes/first_order.h"
#include "model/schemes/geometric_stiffness.h"
#include "model/schemes/gyroscopic.h"
#include "model/schemes/held_coordinates.h"
#include "model/schemes/located.h"
#include "model/schemes/pressed_springs.h"
#include "model/schemes/rows.h"
#include "model/schemes/transitions.h"
#include "model/schemes/unresolved.h"

namespace stickslip {
namespace {

// Enough for the true derivative to leave the symmetric part of I - alpha h F positive definite (model/README.md,
// "M~ of turning bodies").
bool allows_true_derivative(const Vec3& inertia, const Vec3& rate, double alpha_h) {
  double sum = 0;
  for (int k = 0; k < 3; ++k) {
    const double a = inertia[(k + 1) % 3];
    const double b = inertia[(k + 2) % 3];
    sum += rate[k] * rate[k] * (a - b) * (a - b) / (3 * a * b);
  }
  return alpha_h * alpha_h * sum < 1;
}

bool is_definite(const Mat3& block) {
  const Mat3 s = 0.5 * (block + block.transpose());
  return s(0, 0) > 0 && s(0, 0) * s(1, 1) > s(0, 1) * s(0, 1) && s.determinant() > 0;
}

// In the plane only the last moment counts.
void set_planar_body(int b, double rate, double added, double* r, Workspace& work) {
  const double inertia = work.derived.inertia[3 * b + 2];
  if (inertia <= 0 || added == 0) return;
  work.effective_inverse[b].angular[8] = 1 / (inertia + added);
  r[5] += added * rate;
}

// The body's inverse of M~, and its part of r = M~ v + alpha h k.
void set_body(int b, double h, double alpha, const Mat3& added, const State& state, Workspace& work) {
  const double* v = &state.motion.velocity[6 * b];
  const double* k = &work.forces.total[6 * b];
  double* r = &work.problem.momentum[6 * b];
  const Vec3 inertia = get3(&work.derived.inertia[3 * b]);
  const Vec3 rate = get3(v + 3);
  lcp::BodyInverse& inverse = work.effective_inverse[b];
  inverse = work.derived.inverse_mass[b];
  for (int i = 0; i < 3; ++i) {
    r[i] = inverse.linear[i] > 0 ? work.derived.mass[b] * v[i] + alpha * h * k[i] : 0.0;
    r[3 + i] = inertia[i] > 0 ? inertia[i] * v[3 + i] + alpha * h * k[3 + i] : 0.0;
  }
  if (inertia.minCoeff() <= 0) {
    set_planar_body(b, work.ahead[6 * b + 5], added(2, 2), r, work);
    return;
  }
  const Vec3 momentum = inertia.cwiseProduct(rate);
  const Vec3 torque = momentum.cross(rate);
  // Who spins about a principal axis has no torque yet, but one for whatever turns that axis: F is not 0 there. Below
  // round-off of I it is.
  const double spread = inertia.maxCoeff() - inertia.minCoeff();
  const bool has_derivative = alpha * h * root(rate.squaredNorm()) * spread > 1.1e-16 * inertia.minCoeff();
  if (!has_derivative && torque.squaredNorm() == 0 && added.isZero(0)) return;
  const Mat3 block = rotational_block(inertia, rate, alpha * h, added);
  const Mat3 inverse_block = block.inverse();
  for (int i = 0; i < 9; ++i) inverse.angular[i] = inverse_block(i / 3, i % 3);
  const Vec3 held = added * (get3(&work.ahead[6 * b + 3]) - rate);
  // The change by gyroscopic torque to round-off, where the equations as they are give its first Newton step.
  const bool midpoint = alpha == 0.5 && allows_true_derivative(inertia, rate, alpha * h);
  const Vec3 spun = midpoint ? Vec3(block * (0.5 * gyroscopic_change(inertia, rate, h))) : Vec3(alpha * h * torque);
  const Vec3 turning = block * rate + held + spun + alpha * h * get3(k + 3);
  put3(turning, r + 3);
}

DamperBanks banks_of_dampers(const TrapezoidalOptions& options, double h, const State& state) {
  return {state.damper_banks, weight_of_stiffness(options, h), options.alpha};
}

// Marks in work.loaded the bodies at springs and dampers that relax within the pass.
bool mark_relaxing_bodies(const Model& model, const Layout& layout, const Pass& pass, const State& state,
                          Workspace& work) {
  const TrapezoidalOptions options = options_of(model, pass);
  std::fill(work.loaded.begin(), work.loaded.end(), static_cast<unsigned char>(0));
  bool any = false;
  build_spring_rows(model, layout, pass.h, state, work);
  for (const ConstraintRow& row : work.rows.rows()) {
    const double hardness = hardness_of(options, pass.h, row);
    const double A = work.rows.inverse_mass(row, work.derived.inverse_mass);
    if (hardness * A <= 1) continue;
    for (const lcp::Block& block : work.rows.blocks_of(row)) work.loaded[block.body] = 1;
    any = true;
  }
  if (!collect_stiffness(model, layout, weight_of_stiffness(options, pass.h), true, state, work)) return any;
  for (int b = 0; b < work.poses.size(); ++b) {
    const Mat3 added = stiffness_of(b, work);
    for (int k = 0; k < 3; ++k) {
      if (added(k, k) * work.derived.inverse_mass[b].angular[4 * k] <= 1) continue;
      work.loaded[b] = 1;
      any = true;
    }
  }
  return any;
}

// A contact's row that v follows: a normal that the step resolves as a spring, and its friction where it ends with the
// speed that it had on average, or slides.
bool is_resolved_contact(int index, const Pass& pass, const Workspace& work) {
  const ConstraintRow& row = work.rows.rows_storage[index];
  if (row.role != RowRole::normal && row.role != RowRole::tangent) return false;
  if (!is_spring(work.contacts.storage[row.source], work)) return false;
  if (row.role == RowRole::normal) return !is_unresolved_spring(pass.step, row, work);
  const double quiet = quiet_speed(0);
  return std::fabs(work.rows.speed(row, work.problem.solution.velocity) - row.target) > quiet ||
         std::fabs(work.rows.speed(row, work.path.velocity) - row.target) <= quiet;
}

// Marks in work.loaded the bodies whose v may alternate around w after the solution: those on which a row acts, but not
// joints whose v is projected, nor springs and dampers that the pass resolves.
void mark_alternating_bodies(const Model& model, const Pass& pass, Workspace& work) {
  if (!model.step.trapezoidal.projection) {
    mark_loaded_bodies(work);
    return;
  }
  std::fill(work.loaded.begin(), work.loaded.end(), static_cast<unsigned char>(0));
  for (int i = 0; i < work.rows.row_count; ++i) {
    const ConstraintRow& row = work.rows.rows_storage[i];
    const bool smooth = row.role == RowRole::joint || row.role == RowRole::gear || is_of_coordinate(row.role);
    if (smooth || work.problem.solution.impulse[i] == 0 || is_resolved_contact(i, pass, work)) continue;
    if (row.role == RowRole::spring && is_across_joint(row)) continue;
    if (row.role == RowRole::spring &&
        work.rows.inverse_mass(row, work.derived.inverse_mass) <= work.problem.rows[i].T) {
      continue;
    }
    for (const lcp::Block& block : work.rows.blocks_of(row)) work.loaded[block.body] = 1;
  }
  for (int b = 0; b < work.poses.size(); ++b) {
    for (int k = 0; k < 9; k += 4) {
      const double inverse = work.derived.inverse_mass[b].angular[k];
      if (work.effective_inverse[b].angular[k] < 0.5 * inverse) work.loaded[b] = 1;  // relaxes by its levers
    }
  }
  mark_tied_bodies(model, work);
}

void set_spring(const Model& model, const Layout& layout, const Pass& pass, const State& state,
                const ConstraintRow& row, const Workspace& work, lcp::Row& out) {
  const TrapezoidalOptions options = options_of(model, pass);
  const double h = pass.h;
  const double added = damping_of_unresolved(model, h, row, work);
  const double hardness = hardness_of(options, h, row) + options.alpha * h * added;
  out.T = 1 / hardness;
  if (is_across(row)) {
    const double share = (hardness - options.alpha * h * added) / hardness;
    out.s = -share * row.given_back * work.rows.speed(row, work.ahead);
    return;
  }
  const double speed = work.rows.speed(row, state.motion.velocity);
  const double elongation =
      spring_row_elongation(model, layout, state, row, work.start_poses) - h * (options.gamma - options.alpha) * speed;
  out.s = options.alpha * h * row.stiffness * elongation / hardness;
}

// In a pass that ends an exhausted step no gap may close: n' (displacement) + Phi >= 0.
double gap_target(const TrapezoidalOptions& options, const Pass& pass, const State& state, const ConstraintRow& row,
                  const Workspace& work) {
  const double ratio = options.gamma / options.alpha;
  const double speed = work.rows.speed(row, state.motion.velocity);
  return (std::max(row.violation, 0.0) / pass.h + (1 - ratio) * speed) / ratio;
}

// Contacts hold w, not v. What alternates about w moves them by (1 - s) v t in the share s of a pass that an event cuts
// short, and forces that are averages over the whole pass do work on that: from nothing where v parts, and where it
// sinks closing would have to undo it. Springs give what they have held; their forces are those of the middle of the
// pass, and of another one long before.
bool contacts_gain(double time, double alpha, const Pass& pass, const State& state, Workspace& work) {
  constexpr double kNoWay = 1e-12;  // m
  constexpr double kEarly = 0.8;
  if (work.path.straight || time <= 0 || time >= pass.h) return false;
  if (time < kEarly * pass.h && is_any_spring_pressed(work)) return true;
  for (int b = 0; b < work.poses.size(); ++b) {
    const PathPoint at = on_path(work.path, state.motion.velocity, pass.h, time, b);
    put3(at.move, &work.handed[6 * b]);
    put3(at.turn, &work.handed[6 * b + 3]);
  }
  double gained = 0;
  double sunk = 0;
  double pushed = 0;
  for (int i = 0; i < work.rows.row_count; ++i) {
    const ConstraintRow& row = work.rows.rows_storage[i];
    if (row.role != RowRole::normal && row.role != RowRole::tangent) continue;
    const double impulse = work.problem.solution.impulse[i];
    if (impulse == 0) continue;
    const double way = work.rows.speed(row, work.handed) - time * row.target;
    gained += impulse * way;
    if (is_pressed_spring(row, work)) {
      gained += held_by_way(row, way, work) * alpha * pass.h;
    } else if (row.role == RowRole::normal) {
      sunk -= impulse * std::min(0.0, way);
    }
    pushed += std::fabs(impulse);
  }
  return gained > kNoWay * pushed || sunk > kNoWay * pushed;
}

}  // namespace

void mark_tied_bodies(const Model& model, Workspace& work) {
  bool grown = true;
  while (grown) {
    grown = false;
    for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
      const Joint& joint = joint_at(model, j);
      if (joint.parent < 0 || joint.child < 0 || work.loaded[joint.parent] == work.loaded[joint.child]) continue;
      if (is_slack(j, work, [](int /*contact*/) { return true; })) continue;
      work.loaded[joint.parent] = work.loaded[joint.child] = 1;
      grown = true;
    }
  }
}

TrapezoidalOptions options_of(const Model& model, const Pass& pass) {
  TrapezoidalOptions options = model.step.trapezoidal;
  if (pass.plastic) options.alpha = options.gamma = 1;
  return options;
}

double weight_of_stiffness(const TrapezoidalOptions& options, double h) {
  return options.alpha * options.gamma * h * h;
}

double hardness_of(const TrapezoidalOptions& options, double h, const ConstraintRow& row) {
  return options.alpha * h * row.damping + weight_of_stiffness(options, h) * row.stiffness;
}

Mat3 rotational_block(const Vec3& inertia, const Vec3& rate, double alpha_h, const Mat3& added) {
  const Mat3 I = inertia.asDiagonal();
  const Mat3 F = skew(inertia.cwiseProduct(rate));
  if (allows_true_derivative(inertia, rate, alpha_h)) {
    Mat3 block = I - alpha_h * (F - skew(rate) * I) + added;
    if (is_definite(block)) return block;
  }
  return I - alpha_h * F + added;
}

void set_velocity_ahead(const Model& model, const Layout& layout, const Pass& pass, const State& state,
                        Workspace& work) {
  if (mark_relaxing_bodies(model, layout, pass, state, work)) mark_tied_bodies(model, work);
  for (int k = 0; k < work.ahead.size(); ++k) {
    work.ahead[k] = work.loaded[k / 6] != 0 ? state.reported[k] : state.motion.velocity[k];
  }
}

void discretise_trapezoidal(const Model& model, const Layout& layout, const Pass& pass, const State& state,
                            Workspace& work) {
  const TrapezoidalOptions options = options_of(model, pass);
  const bool loaded = collect_stiffness(model, layout, weight_of_stiffness(options, pass.h), true, state, work);
  for (int b = 0; b < work.poses.size(); ++b) {
    set_body(b, pass.h, options.alpha, loaded ? stiffness_of(b, work) : Mat3(Mat3::Zero()), state, work);
  }
  work.problem.inverse_mass = work.effective_inverse;
  banks_of_dampers(options, pass.h, state).lend(work.ahead, work.rows);
  pose_rows(work, [&](const ConstraintRow& row, lcp::Row& out) {
    if (row.role == RowRole::spring) {
      set_spring(model, layout, pass, state, row, work, out);
    } else if (is_of_coordinate(row.role)) {
      pose_held_coordinate(model, pass, state, row, work, out);
    } else if (is_pressed_spring(row, work) && !(pass.exhausted && row.violation > 0)) {
      pose_pressed_spring(options, pass, state, row, work, out);
    } else if (row.role == RowRole::normal && pass.exhausted) {
      out.s = gap_target(options, pass, state, row, work);
    }
  });
}

Event next_event_trapezoidal(const Model& model, const Layout& layout, const Pass& pass, const State& state,
                             Workspace& work) {
  const TrapezoidalOptions options = options_of(model, pass);
  const Span<const double> w = work.problem.solution.velocity;
  for (int k = 0; k < w.size(); ++k) {
    const double v = state.motion.velocity[k];
    const double v_next = options.alpha == 0.5 ? 2 * w[k] - v : v + (w[k] - v) / options.alpha;
    work.path.velocity[k] = v_next;
    const bool same = options.alpha == options.gamma;  // exact: what sticks keeps its bits
    work.path.displacement[k] = pass.h * (same ? w[k] : (1 - options.gamma) * v + options.gamma * v_next);
  }
  work.path.straight = pass.plastic;
  Event event;
  event.time = pass.h;
  if (pass.exhausted) return event;
  if (!pass.plastic && pass.retries < kMaxRetries && jerks_a_contact(model, pass, state, work)) {
    return {pass.h, true, false, true};
  }
  const bool locates = options.locate_transitions && !pass.plastic && !pass.ends_at_event;
  if (locates) event = next_transition(model, options, pass, state, work);
  if (event.again) return event;
  event.transition = event.transition || pass.ends_in_transition;
  if (locates) {
    const Event halt = next_halt(model, pass, state, work);
    if (halt.again) return halt;
    if (halt.time < event.time) event = halt;
  }
  const double collision = first_collision(model, layout, pass, event.time, state, work);
  if (collision < event.time) event = {collision, false, false};
  if (pass.retries < kMaxRetries && contacts_gain(event.time, options.alpha, pass, state, work))
    event.again = event.found = true;
  return event;
}

void advance_trapezoidal(const Model& model, const Pass& pass, double time, State& state, Workspace& work) {
  mark_alternating_bodies(model, pass, work);
  const bool whole = time >= pass.h;
  for (int b = 0; b < work.poses.size(); ++b) {
    const bool held = work.loaded[b] != 0;
    work.reports_mean[b] = held ? 1 : 0;
    for (int k = 0; k < 6; k += 3) {
      Vec3 reported = held ? get3(&work.problem.solution.velocity[6 * b + k]) : get3(&work.path.velocity[6 * b + k]);
      if (!whole && time > 0) {
        const PathPoint at = on_path(work.path, state.motion.velocity, pass.h, time, b);
        if (held) {
          reported = (k == 0 ? at.move : at.turn) / time;
        } else {
          reported = k == 0 ? at.velocity : at.rate;
        }
      }
      put3(reported, &state.reported[6 * b + k]);
    }
  }
  if (model.step.trapezoidal.locate_transitions) {
    remember_margins(model, options_of(model, pass), pass, time, state, work);
  }
  follow_path(model, pass, time, state, work);
  const TrapezoidalOptions options = options_of(model, pass);
  banks_of_dampers(options, pass.h, state)
      .settle(time / (pass.h * options.alpha), work.problem.impulse(), work.problem.solution.velocity,
              state.motion.velocity, work.rows);
}

}  // namespace stickslip
