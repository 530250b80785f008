#include "model/step/velocity_projection.h"

#include <algorithm>

#include "model/constraints/bushings.h"
#include "model/constraints/coordinates.h"
#include "model/constraints/gears.h"
#include "model/constraints/joints.h"
#include "model/constraints/springs.h"
#include "model/schemes/held_coordinates.h"
#include "model/schemes/instant.h"
#include "model/schemes/rows.h"
#include "model/schemes/trapezoidal.h"
#include "model/schemes/unresolved.h"
#include "model/step/payment.h"
#include "model/workspace/impulses.h"
#include "model/workspace/solve_rows.h"

namespace stickslip {
namespace {

// Drives that have kept a coordinate at its speed.
void add_keeping_drives(const Model& model, const Layout& layout, const State& state, int joint, Workspace& work) {
  for (int k = 0; k < kind_of(model, joint).freedom_count; ++k) {
    if (!add_drive_row(model, layout, state, work.inputs, joint, k, Drives::all, work.poses, work.rows)) continue;
    if (!held_of(work.rows.last(), work).kept) work.rows.drop_last();
  }
}

// Drives that ask for a speed.
void add_holding_drives(const Model& model, const Layout& layout, const State& state, int joint, Workspace& work) {
  for (int k = 0; k < kind_of(model, joint).freedom_count; ++k) {
    if (!add_drive_row(model, layout, state, work.inputs, joint, k, Drives::all, work.poses, work.rows)) continue;
    if (!held_of(work.rows.last(), work).holds) work.rows.drop_last();
  }
}

// Springs that the step does not resolve, with those beside them; none where there is no such spring.
void add_unresolved_rows(const Model& model, const Layout& layout, double h, const State& state, Workspace& work) {
  const int before = work.rows.row_count;
  for (int s = 0; s < static_cast<int>(model.springs.size()); ++s) {
    add_spring_rows(model, layout, state, s, work.poses, work.rows);
    add_tension_rows(model, layout, state, s, h, false, work.loads_at, work.derived.inverse_mass, work.poses,
                     work.rows);
  }
  for (int b = 0; b < static_cast<int>(model.bushings.size()); ++b) {
    add_bushing_rows(model, layout, state, b, work.poses, work.rows);
  }
  for (int k = before; k < work.rows.row_count; ++k) {
    if (unresolved_share(model, h, work.rows.rows_storage[k], work) > 0) return;
  }
  while (work.rows.row_count > before) work.rows.drop_last();
}

// What is given its velocity: joints and what holds without a drive, or with drives all that is held.
enum class Stage { passive, driven };

void build_velocity_rows(const Model& model, const Layout& layout, Stage stage, double h, const State& state,
                         Workspace& work) {
  const bool held = holds_coordinates(work);
  const auto joints = static_cast<int>(model.joints.size());
  work.rows.clear();
  for (int j = 0; j < joints; ++j) add_joint_rows(model, j, work.poses, work.rows);
  add_gear_rows(model, work.derived, state, work.poses, work.rows);
  for (int j = 0; j < joints; ++j) {
    if (stage == Stage::driven) add_holding_drives(model, layout, state, j, work);
    if (held) add_friction_rows(model, layout, state, j, work.poses, work.rows);
    add_rotor_rows(model, layout, state, j, work.poses, work.rows);
  }
  if (h > 0) add_unresolved_rows(model, layout, h, state, work);
}

bool is_bounded(const ConstraintRow& row) {
  return row.role != RowRole::rotor && row.most < kUnlimited;
}

// What a bounded row may give. Friction beside a drive that holds the same coordinate acts with it, and only against
// the speed that is to be taken: any share would do, also one that pushes along and that the drive has to hold against.
void bound_velocity_row(const ConstraintRow& row, Stage stage, double time, double speed, const Workspace& work,
                        lcp::Row& out) {
  bound_remainder(row, time, work, out);
  if (row.role != RowRole::friction || !is_driven(row, work)) return;
  if (stage == Stage::passive) out.lower = out.upper = 0;
  if (speed > 0) out.upper = std::min(out.upper, 0.0);
  if (speed < 0) out.lower = std::max(out.lower, 0.0);
}

void pose_velocity_row(const ConstraintRow& row, Stage stage, double time, double speed, const Workspace& work,
                       lcp::Row& out) {
  if (!is_of_coordinate(row.role)) return;
  if (row.role == RowRole::rotor) {
    pose_coordinate_row_of_instant(row, speed, out);
    return;
  }
  out.s = -held_of(row, work).speed;
  if (!is_bounded(row)) return;
  out.kind = lcp::RowKind::bounded;
  bound_velocity_row(row, stage, time, speed, work, out);
}

// Whether the row asks for another velocity, and may.
bool parts(const ConstraintRow& row, Stage stage, double time, double speed, const Workspace& work) {
  if (!is_of_coordinate(row.role)) return speed != 0;
  if (row.role == RowRole::rotor) return false;
  const double held = held_of(row, work).speed;
  if (!is_bounded(row)) return speed != held;
  lcp::Row bounds = {};
  bound_velocity_row(row, stage, time, speed, work, bounds);
  return (speed > held && bounds.lower < 0) || (speed < held && bounds.upper > 0);
}

// What hangs on springs whose speed was taken, and touches nothing, does not alternate: v is reported and looked ahead
// with.
void report_calmed_bodies(const Model& model, double h, State& state, Workspace& work) {
  std::fill(work.loaded.begin(), work.loaded.end(), static_cast<unsigned char>(0));
  for (const ConstraintRow& row : work.rows.rows()) {
    if (unresolved_share(model, h, row, work) <= 0) continue;
    for (const lcp::Block& block : work.rows.blocks_of(row)) work.loaded[block.body] = 1;
  }
  mark_tied_bodies(model, work);
  for (int c = 0; c < work.contacts.count; ++c) {
    if (work.compression[c] <= 0) continue;
    for (const int body : {work.contacts.storage[c].first_body, work.contacts.storage[c].second_body}) {
      if (body >= 0) work.loaded[body] = 0;
    }
  }
  for (int k = 0; k < state.reported.size(); ++k) {
    if (work.loaded[k / 6] == 0) continue;
    state.reported[k] = state.motion.velocity[k];
    work.reports_mean[k / 6] = 0;
  }
}

// Takes over the velocity of a solution, with the impulses that it took; returns the work of drives.
double take_velocity(const Model& model, State& state, Workspace& work) {
  const Span<const double> v = state.motion.velocity;
  const Span<const double> next = work.problem.solution.velocity;
  accumulate_impulses(model, v, 1, work);
  for (int k = 0; k < v.size(); ++k) work.path.velocity[k] = 0.5 * (v[k] + next[k]);
  const double done = note_drive_work(1, work.path.velocity, work);
  for (const lcp::Block& block : work.rows.blocks()) {
    for (int k = 6 * block.body; k < 6 * block.body + 6; ++k) set_velocity(k, next[k], state, work);
  }
  return done;
}

// Gives the rows in the workspace the velocity that they ask for; returns the work of drives.
double project(const Model& model, Stage stage, double h, double time, State& state, Workspace& work) {
  const Span<const double> v = state.motion.velocity;
  const Span<const ConstraintRow> rows = work.rows.rows();
  const auto moved = [&](const ConstraintRow& row) { return parts(row, stage, time, work.rows.speed(row, v), work); };
  if (std::none_of(rows.begin(), rows.end(), moved)) return 0;
  set_momentum(v, work);
  work.problem.inverse_mass = work.derived.inverse_mass;
  solve_rows(row_options(), work, [&](const ConstraintRow& row, lcp::Row& out) {
    pose_velocity_row(row, stage, time, work.rows.speed(row, v), work, out);
    if (row.role == RowRole::spring) out.T = yielding_of_unresolved(model, h, row, work);
  });
  const double done = take_velocity(model, state, work);
  if (stage == Stage::passive) note_friction(work);
  if (h > 0) report_calmed_bodies(model, h, state, work);
  return done;
}

// Friction that has kept its coordinate may go on to; that which slides has given what it gives.
void pose_keeping_row(const ConstraintRow& row, double time, const State& state, const Workspace& work, lcp::Row& out) {
  if (row.role == RowRole::rotor) {
    pose_coordinate_row_of_instant(row, work.rows.speed(row, state.motion.velocity), out);
    return;
  }
  out.s = -work.rows.speed(row, work.path.velocity);
  if (!is_of_coordinate(row.role) || !is_bounded(row)) return;
  out.kind = lcp::RowKind::bounded;
  out.lower = out.upper = 0;
  if (held_of(row, work).kept) bound_remainder(row, time, work, out);
}

}  // namespace

double project_velocity(const Model& model, const Layout& layout, double h, double time, State& state,
                        Workspace& work) {
  build_velocity_rows(model, layout, Stage::passive, h, state, work);
  project(model, Stage::passive, h, time, state, work);
  if (!holds_coordinates(work)) return 0;
  build_velocity_rows(model, layout, Stage::driven, 0, state, work);
  return project(model, Stage::driven, 0, time, state, work);
}

double restore_held_speeds(const Model& model, const Layout& layout, double time, State& state, Workspace& work) {
  const auto joints = static_cast<int>(model.joints.size());
  work.rows.clear();
  for (int j = 0; j < joints; ++j) add_keeping_drives(model, layout, state, j, work);
  const auto is_slowed = [&](const ConstraintRow& row) {
    if (held_of(row, work).speed == 0) return false;  // who is to rest may as well pay with what it has not
    return work.rows.speed(row, state.motion.velocity) != work.rows.speed(row, work.path.velocity);
  };
  if (std::none_of(work.rows.rows().begin(), work.rows.rows().end(), is_slowed)) return 0;
  for (int j = 0; j < joints; ++j) {
    add_joint_rows(model, j, work.poses, work.rows);
    add_friction_rows(model, layout, state, j, work.poses, work.rows);
    add_rotor_rows(model, layout, state, j, work.poses, work.rows);
  }
  add_gear_rows(model, work.derived, state, work.poses, work.rows);
  set_momentum(state.motion.velocity, work);
  work.problem.inverse_mass = work.derived.inverse_mass;
  solve_rows(row_options(), work,
             [&](const ConstraintRow& row, lcp::Row& out) { pose_keeping_row(row, time, state, work, out); });
  return take_velocity(model, state, work);
}

}  // namespace stickslip
