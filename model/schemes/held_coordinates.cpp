#include "model/schemes/held_coordinates.h"

#include <algorithm>
#include <cmath>

#include "model/constraints/coordinates.h"
#include "model/kinematics/joint_geometry.h"
#include "model/schemes/located.h"
#include "model/schemes/rows.h"
#include "model/schemes/trapezoidal.h"

namespace stickslip {
namespace {

constexpr double kInside = 1 - 1e-9;  // of the bounds: beyond it a coordinate slides
constexpr double kSlides = 1e-6;      // of a speed: less beside it is none, whatever its sign

bool is_servo(const ConstraintRow& row) {
  return row.stiffness + row.damping > 0;
}

bool is_held(RowRole role) {
  return role == RowRole::drive || role == RowRole::friction;
}

int slot_of(CoordinateLoad load, int joint, int k) {
  return Layout::kJointLoads * joint + Layout::coordinate_load(load, k);
}

int load_slot(const ConstraintRow& row) {
  const CoordinateLoad load = row.role == RowRole::drive ? CoordinateLoad::drive : CoordinateLoad::friction;
  return slot_of(load, row.source, coordinate_of(row));
}

double inverse_mass_of(const ConstraintRow& row, const Workspace& work) {
  return work.rows.inverse_mass(row, work.derived.inverse_mass);
}

// What a servo gets in addition whose position the step does not resolve, N s/m: it is there at the end of the step.
double damping_of_unresolved(const TrapezoidalOptions& options, double h, const ConstraintRow& row, double A) {
  const double stiff = weight_of_stiffness(options, h) * row.stiffness * A;
  return stiff > 1 ? (1 - options.gamma) * (1 - 1 / stiff) * h * row.stiffness : 0.0;
}

void pose_servo(const TrapezoidalOptions& options, double h, const ConstraintRow& row, double speed,
                const Workspace& work, lcp::Row& out) {
  const double added = damping_of_unresolved(options, h, row, inverse_mass_of(row, work));
  const double hardness = hardness_of(options, h, row) + options.alpha * h * added;
  const double elongation = row.violation - h * (options.gamma - options.alpha) * speed;
  out.T = 1 / hardness;
  out.s = options.alpha * h * (row.stiffness * elongation - (row.damping + added) * row.target) / hardness;
}

// Whether the speed of a servo that relaxes within the pass has only changed its sign, or comes from a halt.
bool rings(const TrapezoidalOptions& options, double h, const ConstraintRow& row, double within, const State& state,
           const Workspace& work) {
  if (hardness_of(options, h, row) * inverse_mass_of(row, work) <= 1) return false;
  const double before = work.rows.speed(row, state.motion.velocity) - row.target;
  const double after = work.rows.speed(row, work.path.velocity) - row.target;
  if (std::fabs(after) <= quiet_speed(options.threshold_speed)) return false;
  return before * after < kSlides * after * after && std::fabs(within - row.target) < std::fabs(after);
}

// Speeds of a coordinate at the beginning of the pass, within it and at its end. Its row lies in the middle.
struct HeldMotion {
  double before = 0;
  double within = 0;
  double after = 0;
};

HeldMotion held_motion(const Model& model, const ConstraintRow& row, const State& state, const Workspace& work) {
  const auto at_start = [&](Span<const double> velocity) {
    return joint_velocity(model, row.source, coordinate_of(row), velocity, work.start_poses);
  };
  HeldMotion m;
  m.before = at_start(state.motion.velocity);
  m.within = work.rows.speed(row, work.problem.solution.velocity);
  m.after = 2 * work.rows.speed(row, work.path.velocity) - at_start(work.path.velocity);
  return m;
}

Event halt_of(const HeldMotion& m, double quiet, const Pass& pass) {
  constexpr double kEarly = 0.8;        // a force that reaches far beyond the halt is not the right one
  constexpr double kBeyondHalt = 1.05;  // so that the halt lies within the next try
  constexpr int kMostHalvings = 3;      // what stops before an eighth of the pass stops at once
  Event event;
  event.time = pass.h;
  if (std::fabs(m.before) <= quiet || m.before * m.after >= 0) return event;
  if (m.within * m.before <= kSlides * m.before * m.before) {
    event.again = pass.retries < kMostHalvings;
    event.time = event.again ? 0.5 * pass.h : pass.h;
    return event;
  }
  const double halt = m.before / (m.before - m.after);
  event.again = halt < kEarly;
  event.time = pass.h * std::min(1.0, event.again ? kBeyondHalt * halt : halt);
  return event;
}

// Whether a drive brings its coordinate to another speed within the pass. Stops by friction are looked for in time.
bool takes_speed(const Model& model, const Pass& pass, int index, const State& state, const Workspace& work) {
  constexpr double kSameSpeed = 1e-9;  // m/s or rad/s: what projection leaves
  const ConstraintRow& row = work.rows.rows_storage[index];
  if (row.role != RowRole::drive || is_servo(row)) return false;
  const HeldMotion m = held_motion(model, row, state, work);
  if (std::fabs(m.before - row.target) <= kSameSpeed) return false;
  const double most = options_of(model, pass).alpha * pass.h * row.most;
  const bool slides = row.most < kUnlimited && std::fabs(work.problem.solution.impulse[index]) >= kInside * most;
  return !slides || (m.before - row.target) * (m.after - row.target) < 0;
}

// Marks in work.loaded all that joints and gears tie to a marked body.
void mark_all_tied(const Model& model, Workspace& work) {
  bool grown = true;
  while (grown) {
    grown = false;
    mark_tied_bodies(model, work);
    for (const ConstraintRow& row : work.rows.rows()) {
      if (row.role != RowRole::gear) continue;
      const Span<const lcp::Block> blocks = work.rows.blocks_of(row);
      const auto marked = [&](const lcp::Block& block) { return work.loaded[block.body] != 0; };
      if (std::none_of(blocks.begin(), blocks.end(), marked)) continue;
      if (std::all_of(blocks.begin(), blocks.end(), marked)) continue;
      for (const lcp::Block& block : blocks) work.loaded[block.body] = 1;
      grown = true;
    }
  }
}

}  // namespace

bool jerks_a_contact(const Model& model, const Pass& pass, const State& state, Workspace& work) {
  std::fill(work.loaded.begin(), work.loaded.end(), static_cast<unsigned char>(0));
  bool any = false;
  for (int i = 0; i < work.rows.row_count; ++i) {
    if (!takes_speed(model, pass, i, state, work)) continue;
    any = true;
    for (const lcp::Block& block : work.rows.blocks_of(work.rows.rows_storage[i])) work.loaded[block.body] = 1;
  }
  if (!any) return false;
  mark_all_tied(model, work);
  for (int i = 0; i < work.rows.row_count; ++i) {
    const ConstraintRow& row = work.rows.rows_storage[i];
    if (row.role != RowRole::normal || work.problem.solution.impulse[i] <= 0) continue;
    for (const lcp::Block& block : work.rows.blocks_of(row)) {
      if (work.loaded[block.body] != 0) return true;
    }
  }
  return false;
}

void pose_held_coordinate(const Model& model, const Pass& pass, const State& state, const ConstraintRow& row,
                          const Workspace& work, lcp::Row& out) {
  const TrapezoidalOptions options = options_of(model, pass);
  const double speed = work.rows.speed(row, state.motion.velocity);
  if (row.role == RowRole::rotor) {
    pose_coordinate_row_of_instant(row, speed, out);
    out.s += options.alpha * row.target;
    return;
  }
  out.upper = options.alpha * pass.h * row.most;
  out.lower = -out.upper;
  if (is_servo(row)) {
    pose_servo(options, pass.h, row, speed, work, out);
  } else if (row.role == RowRole::drive) {
    out.s = options.alpha * row.violation / (options.gamma * pass.h) - row.target;
  }
}

Event next_halt(const Model& model, const Pass& pass, const State& state, Workspace& work) {
  const double quiet = quiet_speed(options_of(model, pass).threshold_speed);
  Event first;
  first.time = pass.h;
  for (const ConstraintRow& row : work.rows.rows()) {
    if (row.role != RowRole::friction) continue;
    const Event event = halt_of(held_motion(model, row, state, work), quiet, pass);
    if (event.again > first.again || (event.again == first.again && event.time < first.time)) first = event;
  }
  return first;
}

bool holds_coordinates(const Workspace& work) {
  return std::any_of(work.held_coordinates.begin(), work.held_coordinates.end(),
                     [](const Held& held) { return held.holds; });
}

void note_held(const Model& model, const Pass& pass, double time, const State& state, Workspace& work) {
  if (!projects_drift(model)) return;
  const bool rings_around_w = model.step.scheme == Scheme::trapezoidal;
  const TrapezoidalOptions options = options_of(model, pass);
  std::fill(work.held_coordinates.begin(), work.held_coordinates.end(), Held());
  for (int i = 0; i < work.rows.row_count; ++i) {
    const ConstraintRow& row = work.rows.rows_storage[i];
    if (!is_held(row.role)) continue;
    Held& held = work.held_coordinates[load_slot(row)];
    held.impulse = impulse_weight(model, pass, time) * work.problem.solution.impulse[i];
    held.speed = row.target;
    held.holds = true;
    const double position = state.joint_position[coordinate_slot(row.source, coordinate_of(row))];
    held.position = position - row.violation + time * row.target;
    const double within = work.rows.speed(row, work.problem.solution.velocity);
    const double quiet = quiet_speed(options.threshold_speed);
    // Who may push without bound but stands against a stop has not kept it either.
    const bool obeyed = std::fabs(within + work.problem.rows[i].s) <= quiet;
    held.kept = obeyed && (row.most >= kUnlimited || std::fabs(held.impulse) < kInside * time * row.most);
    if (std::fabs(within) > quiet) held.slid = within > 0 ? 1 : -1;
    if (!is_servo(row)) continue;
    held.kept = false;
    held.speed = within;
    held.holds = rings_around_w && rings(options, pass.h, row, held.speed, state, work);
  }
}

const Held& held_of(const ConstraintRow& row, const Workspace& work) {
  return work.held_coordinates[load_slot(row)];
}

bool is_driven(const ConstraintRow& row, const Workspace& work) {
  return work.held_coordinates[slot_of(CoordinateLoad::drive, row.source, coordinate_of(row))].holds;
}

void note_friction(Workspace& work) {
  for (int i = 0; i < work.rows.row_count; ++i) {
    const ConstraintRow& row = work.rows.rows_storage[i];
    if (row.role != RowRole::friction) continue;
    work.held_coordinates[load_slot(row)].impulse += work.problem.solution.impulse[i];
  }
}

const Held* kept_coordinate(int joint, int k, const Workspace& work) {
  for (const CoordinateLoad load : {CoordinateLoad::drive, CoordinateLoad::friction}) {
    const Held& held = work.held_coordinates[slot_of(load, joint, k)];
    if (held.kept) return &held;
  }
  return nullptr;
}

void bound_remainder(const ConstraintRow& row, double time, const Workspace& work, lcp::Row& out) {
  constexpr double kSpent = 1e-12;  // of the bound, less is round-off
  const double most = time * row.most;
  const Held& held = held_of(row, work);
  const auto left = [&](double room) { return room > kSpent * most ? room : 0.0; };
  const bool rubs = row.role == RowRole::friction;
  out.lower = -left((rubs && held.slid < 0 ? 0 : most) + held.impulse);
  out.upper = left((rubs && held.slid > 0 ? 0 : most) - held.impulse);
}

}  // namespace stickslip
