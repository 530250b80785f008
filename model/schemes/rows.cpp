#include "model/schemes/rows.h"

#include <algorithm>

#include "model/constraints/bending.h"
#include "model/constraints/bushings.h"
#include "model/constraints/coordinates.h"
#include "model/constraints/gears.h"
#include "model/constraints/grain.h"
#include "model/constraints/joints.h"
#include "model/constraints/springs.h"
#include "model/constraints/stops.h"
#include "model/schemes/cones.h"
#include "model/schemes/geometric_stiffness.h"
#include "model/schemes/located.h"

namespace stickslip {
namespace {

int count(std::size_t size) {
  return static_cast<int>(size);
}

void add_all_joint_rows(const Model& model, const State& state, Workspace& work) {
  for (int j = 0; j < count(model.joints.size()); ++j) add_joint_rows(model, j, work.poses, work.rows);
  add_gear_rows(model, work.derived, state, work.poses, work.rows);
}

void add_all_spring_rows(const Model& model, const Layout& layout, double h, const State& state, Workspace& work) {
  const bool excess = !takes_whole_tension(model);
  for (int s = 0; s < count(model.springs.size()); ++s) {
    add_spring_rows(model, layout, state, s, work.poses, work.rows);
    add_tension_rows(model, layout, state, s, h, excess, work.loads_at, work.derived.inverse_mass, work.poses,
                     work.rows);
  }
  for (int b = 0; b < count(model.bushings.size()); ++b) {
    add_bushing_rows(model, layout, state, b, work.poses, work.rows);
  }
  for (int j = 0; j < count(model.joints.size()); ++j) {
    add_damping_rows(model, layout, state.parameters, j, work.poses, work.rows);
  }
}

void add_all_coordinate_rows(const Model& model, const Layout& layout, const State& state, Workspace& work) {
  for (int j = 0; j < count(model.joints.size()); ++j) {
    add_drive_rows(model, layout, state, work.inputs, j, Drives::all, work.poses, work.rows);
    add_friction_rows(model, layout, state, j, work.poses, work.rows);
    add_rotor_rows(model, layout, state, j, work.poses, work.rows);
  }
}

void turn_rotors(const Model& model, double h, const State& state, Workspace& work) {
  const Span<const ConstraintRow> rows = work.rows.rows();
  if (std::none_of(rows.begin(), rows.end(), is_rotor)) return;
  find_poses_ahead(model, h, work.turning, state, work, work.path_poses);
  for (int i = 0; i < work.rows.row_count; ++i) {
    ConstraintRow& row = work.rows.rows_storage[i];
    if (!is_rotor(row)) continue;
    row.target = rate_by_turning(model, row, work.turning, work.start_poses, work.path_poses);
  }
}

// How the surface of a belt moves against its body, world axes.
Vec3 surface_motion(const Model& model, const Layout& layout, const State& state, int body,
                    Span<const BodyPose> poses) {
  const Body& belt = body_at(model, body);
  if (!belt.is_belt) return Vec3::Zero();
  const Vec3 in_body = get3(&state.parameters[layout.surface_velocity + 3 * body]);
  return poses[body].R * (belt.q_BI.conjugate() * in_body);
}

bool may_turn(int body, const Workspace& work) {
  return get3(&work.derived.inertia[3 * body]).maxCoeff() > 0;
}

// What resists rolling and spinning, behind all contacts.
void add_follower_rows(const Model& model, const State& state, Workspace& work) {
  for (int c = 0; c < work.contacts.count; ++c) {
    const ContactPoint& point = work.contacts.storage[c];
    Lead& lead = work.followers.leads[c];
    lead = {};
    if (point.stop >= 0 || !(may_turn(point.first_body, work) || may_turn(point.second_body, work))) continue;
    const double rolling = work.derived.rolling[point.surface];
    const double spinning = model.planar ? 0.0 : work.derived.spinning[point.surface];
    lead.rolling = rolling > 0;
    lead.spinning = spinning > 0;
    if (lead.rolling) {
      work.axes[c] = rolling_axes_of(model, state, point, work);
      add_rolling_rows(point, c, work.axes[c], model.planar, rolling, poses_of(point, work), work.rows);
    }
    if (lead.spinning) add_spinning_rows(point, c, spinning, poses_of(point, work), work.rows);
  }
}

void add_all_contact_rows(const Model& model, const Layout& layout, const State& state, Workspace& work) {
  for (int c = 0; c < work.contacts.count; ++c) {
    const ContactPoint& point = work.contacts.storage[c];
    if (point.stop >= 0) {
      add_stop_row(model, work.derived, point, c, work.poses, work.rows);
      continue;
    }
    const Grain grain = grain_of(model, layout, state.parameters, point, work.poses);
    work.tangents[c] = cone_of(model, state, point, grain, work);
    const Vec3 slide = surface_motion(model, layout, state, point.second_body, work.poses) -
                       surface_motion(model, layout, state, point.first_body, work.poses);
    const double grip = grain.even ? work.derived.friction[point.surface] : grain.grip;
    add_contact_rows(point, c, work.tangents[c], model.planar, grip, slide, poses_of(point, work), work.rows);
  }
  if (!work.followers.leads.empty()) add_follower_rows(model, state, work);
}

}  // namespace

void build_rows(const Model& model, const Layout& layout, double h, const State& state, Workspace& work) {
  work.rows.clear();
  add_all_joint_rows(model, state, work);
  add_all_spring_rows(model, layout, h, state, work);
  if (model.step.geometric_stiffness != GeometricStiffness::none) {
    for (int j = 0; j < count(model.joints.size()); ++j) {
      add_joint_tension_rows(model, state, j, stiffness_weight(model, h), work.loads_at, work.derived.inverse_mass,
                             work.poses, work.rows);
      if (work.in_linkage[j] != 0) continue;
      add_bending_rows(model, state, j, stiffness_weight(model, h), work.loads_at, work.holders,
                       work.derived.inverse_mass, work.poses, work.rows);
    }
  }
  add_all_coordinate_rows(model, layout, state, work);
  turn_rotors(model, h, state, work);
  add_all_contact_rows(model, layout, state, work);
}

void pose_coordinate_row(const ConstraintRow& row, double h, double speed, lcp::Row& out) {
  out.upper = h * row.most;
  out.lower = -out.upper;
  if (row.role == RowRole::rotor) {
    pose_coordinate_row_of_instant(row, speed, out);
    out.s += row.target;
  } else if (const double hardness = h * row.stiffness + row.damping; hardness > 0) {
    out.T = 1 / (h * hardness);
    out.s = (row.stiffness * row.violation - row.damping * row.target) / hardness;
  } else if (row.role == RowRole::drive) {
    out.s = row.violation / h - row.target;
  }
}

void pose_coordinate_row_of_instant(const ConstraintRow& row, double speed, lcp::Row& out) {
  if (row.role == RowRole::rotor) {
    out.T = 1 / row.inertia;
    out.s = -speed;
  } else {
    out.s = -row.target;
  }
}

void build_spring_rows(const Model& model, const Layout& layout, double h, const State& state, Workspace& work) {
  work.rows.clear();
  add_all_spring_rows(model, layout, h, state, work);
}

void build_impact_rows(const Model& model, const Layout& layout, const State& state, Workspace& work) {
  work.rows.clear();
  add_all_joint_rows(model, state, work);
  for (int j = 0; j < count(model.joints.size()); ++j) {
    add_drive_rows(model, layout, state, work.inputs, j, Drives::unyielding, work.poses, work.rows);
    add_rotor_rows(model, layout, state, j, work.poses, work.rows);
  }
  add_all_contact_rows(model, layout, state, work);
}

}  // namespace stickslip
