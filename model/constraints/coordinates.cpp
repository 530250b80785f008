#include "model/constraints/coordinates.h"

#include "model/constraints/joints.h"

namespace stickslip {
namespace {

// An importer may set any whole number that the description allows: these.
DriveMode mode_of(const Layout& layout, Span<const double> inputs, int joint, int k) {
  return static_cast<DriveMode>(static_cast<int>(inputs[layout.drive_input(joint, k)]));
}

ConstraintRow& add_row(const Model& model, int joint, int k, RowRole role, Span<const BodyPose> poses, RowSet& rows) {
  add_coordinate_row(model, joint, k, role, k, poses, rows);
  ConstraintRow& row = rows.rows_storage[rows.row_count - 1];
  row.angular = kind_of(model, joint).freedoms[k].turns;
  return row;
}

// N, in the last step, across the ways that the joint leaves open.
double carried_force(const Model& model, const State& state, int joint, Span<const BodyPose> poses) {
  const Joint& which = joint_at(model, joint);
  const JointKind& kind = kind_of(model, joint);
  Vec3 force = get3(&state.joint_force[3 * joint]);
  for (int k = 0; k < kind.freedom_count; ++k) {
    if (kind.freedoms[k].turns) continue;
    const Vec3 way = freedom_axis(model.planar, kind.freedoms[k], which, joint_anchors(which, poses), poses);
    force -= way.dot(force) * way;
  }
  return force.norm();
}

template <class Visit>
void for_each_coordinate(const Model& model, int joint, Visit&& visit) {
  for (int k = 0; k < kind_of(model, joint).freedom_count; ++k) visit(k, joint_at(model, joint).coordinates[k]);
}

}  // namespace

bool add_drive_row(const Model& model, const Layout& layout, const State& state, Span<const double> inputs, int joint,
                   int k, Drives which, Span<const BodyPose> poses, RowSet& rows) {
  const DriveMode mode = mode_of(layout, inputs, joint, k);
  if (!joint_at(model, joint).coordinates[k].drive.given || mode == DriveMode::force) return false;
  const int slot = coordinate_slot(joint, k);
  const double* targets = &inputs[layout.drive_input(joint, k)];
  const double stiffness = state.parameters[layout.drive_stiffness + slot];
  const double damping = state.parameters[layout.drive_damping + slot];
  if (mode == DriveMode::position && stiffness + damping == 0) return false;
  const double most = state.parameters[layout.drive_most + slot];
  if (which == Drives::unyielding && (mode == DriveMode::position || most < kUnlimited)) return false;
  ConstraintRow& row = add_row(model, joint, k, RowRole::drive, poses, rows);
  row.most = most;
  const double position = state.joint_position[slot];
  switch (mode) {
    case DriveMode::force:
      break;
    case DriveMode::velocity:
      row.target = targets[Layout::kDriveVelocity];
      break;
    case DriveMode::position:
      row.violation = position - targets[Layout::kDrivePosition];
      row.target = targets[Layout::kDriveVelocity];
      row.stiffness = stiffness;
      row.damping = damping;
      break;
    case DriveMode::locked:
      row.violation = position - state.locked_at[slot];
      break;
  }
  return true;
}

void add_drive_rows(const Model& model, const Layout& layout, const State& state, Span<const double> inputs, int joint,
                    Drives which, Span<const BodyPose> poses, RowSet& rows) {
  for_each_coordinate(model, joint, [&](int k, const Coordinate& /*coordinate*/) {
    add_drive_row(model, layout, state, inputs, joint, k, which, poses, rows);
  });
}

void add_friction_rows(const Model& model, const Layout& layout, const State& state, int joint,
                       Span<const BodyPose> poses, RowSet& rows) {
  for_each_coordinate(model, joint, [&](int k, const Coordinate& coordinate) {
    double friction = state.parameters[layout.joint_friction + coordinate_slot(joint, k)];
    if (coordinate.coefficient >= 0) {
      const double coefficient = state.parameters[layout.joint_coefficient + coordinate_slot(joint, k)];
      friction += coefficient * coordinate.lever * carried_force(model, state, joint, poses);
    }
    if (friction > 0) add_row(model, joint, k, RowRole::friction, poses, rows).most = friction;
  });
}

void add_rotor_rows(const Model& model, const Layout& layout, const State& state, int joint, Span<const BodyPose> poses,
                    RowSet& rows) {
  for_each_coordinate(model, joint, [&](int k, const Coordinate& /*coordinate*/) {
    const double inertia = state.parameters[layout.armature + coordinate_slot(joint, k)];
    if (inertia > 0) add_row(model, joint, k, RowRole::rotor, poses, rows).inertia = inertia;
  });
}

double rate_by_turning(const Model& model, const ConstraintRow& row, Span<const double> velocity,
                       Span<const BodyPose> now, Span<const BodyPose> ahead) {
  const JointKind& kind = kind_of(model, row.source);
  if (kind.freedom_count == 1 && kind.freedoms[0].turns) return 0;
  const auto rate = [&](Span<const BodyPose> poses) {
    return joint_velocity(model, row.source, coordinate_of(row), velocity, poses);
  };
  return rate(ahead) - rate(now);
}

void note_locks(const Model& model, const Layout& layout, Span<const double> inputs, State& state) {
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
    for_each_coordinate(model, j, [&](int k, const Coordinate& coordinate) {
      if (!coordinate.drive.given || mode_of(layout, inputs, j, k) == DriveMode::locked) return;
      state.locked_at[coordinate_slot(j, k)] = state.joint_position[coordinate_slot(j, k)];
    });
  }
}

double rotor_energy(const Model& model, const Layout& layout, const State& state, int joint,
                    Span<const BodyPose> poses) {
  double energy = 0;
  for_each_coordinate(model, joint, [&](int k, const Coordinate& coordinate) {
    if (coordinate.armature < 0) return;
    const double rate = joint_velocity(model, joint, k, state.motion.velocity, poses);
    energy += 0.5 * state.parameters[layout.armature + coordinate_slot(joint, k)] * rate * rate;
  });
  return energy;
}

}  // namespace stickslip
