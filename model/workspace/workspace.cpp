#include "model/workspace/workspace.h"

#include <algorithm>

#include "model/constraints/axles.h"
#include "model/constraints/linkages.h"
#include "model/constraints/springs.h"
#include "model/core/capacity.h"
#include "model/core/validate.h"
#include "model/lcp/ladder/allowance.h"
#include "model/workspace/solve_rows.h"

namespace stickslip {
namespace {

constexpr int kBlocksPerRow = 2;

int size_of(std::size_t count) {
  return static_cast<int>(count);
}

int row_capacity(const Model& model) {
  return joint_row_capacity(model) + model.step.max_contacts * (model.planar ? 2 : 3) + stop_count(model) +
         follower_row_capacity(model);
}

/// Two a row, but of those of gears and their stops as many as the solver has room for.
int block_capacity(const Model& model) {
  return row_capacity(model) * kBlocksPerRow + 3 * (kMostGearBodies - kBlocksPerRow) * size_of(model.gears.size());
}

/// Of the solver: those of followers too.
int tied_block_capacity(const Model& model) {
  return block_capacity(model) + led_capacity(model) + follower_capacity(model);
}

/// Equality rows of a problem: where drift is projected away, contacts under load are among them.
int equality_capacity(const Model& model) {
  return joint_row_capacity(model) + (projects_drift(model) ? contact_capacity(model) : 0);
}

lcp::Capacity lcp_capacity(const Model& model) {
  lcp::Capacity capacity;
  capacity.bodies = size_of(model.bodies.size()) + led_capacity(model);
  capacity.rows = row_capacity(model);
  capacity.blocks = tied_block_capacity(model);
  capacity.contacts = contact_capacity(model) + follower_capacity(model);
  capacity.joints = equality_capacity(model);
  capacity.reach = model.gears.empty() && led_capacity(model) == 0 ? 2 : kMostGearBodies;
  capacity.dense = is_dense(model.step.solver);
  capacity.edges = model.planar ? kFewestEdges : model.step.cone_edges;
  return capacity;
}

// Lists every span with its length once; used for sizing and again for carving.
template <class Visit>
void for_each_span(const Model& model, Workspace& w, Visit&& visit) {
  const int bodies = size_of(model.bodies.size());
  const int joints = size_of(model.joints.size());
  const int contacts = contact_capacity(model);
  const int rows = row_capacity(model);
  const int surfaces = surface_end(model) + size_of(w.stops_storage.size());
  const int led = led_capacity(model);
  const int tied = led > 0 ? bodies + led : 0;
  visit(w.derived.mass, bodies);
  visit(w.derived.inertia, 3 * bodies);
  visit(w.derived.inverse_mass, bodies);
  visit(w.derived.friction, surfaces);
  visit(w.derived.restitution, surfaces);
  visit(w.derived.compliance, surfaces);
  visit(w.derived.damping, surface_end(model));
  visit(w.derived.rolling, surface_end(model));
  visit(w.derived.spinning, surface_end(model));
  visit(w.derived.slack, joints);
  visit(w.derived.gear_offset, size_of(model.gears.size()));
  visit(w.derived.gear_ratio, most_gear_terms(model) * size_of(model.gears.size()));
  visit(w.forces.input, 6 * bodies);
  visit(w.forces.total, 6 * bodies);
  visit(w.reach.linear, bodies);
  visit(w.reach.turn, bodies);
  visit(w.reach.way, 6 * bodies);
  visit(w.contacts.seen, contacts);
  visit(w.candidates.seen, contacts);
  visit(w.rebounds.pairs, contacts);
  visit(w.magnitude, 6 * bodies);
  visit(w.path_motion.position, 3 * bodies);
  visit(w.path_motion.orientation, 4 * bodies);
  visit(w.path_motion.angle, bodies);
  visit(w.path.displacement, 6 * bodies);
  visit(w.path.velocity, 6 * bodies);
  visit(w.ahead, 6 * bodies);
  visit(w.turning, 6 * bodies);
  visit(w.held_coordinates, Layout::kJointLoads * joints);
  visit(w.effective_inverse, bodies);
  visit(w.stiffness, 9 * bodies);
  visit(w.touches, bodies);
  visit(w.compression, contacts);
  visit(w.gyration, 3 * bodies);
  visit(w.loaded, bodies);
  visit(w.reports_mean, bodies);
  visit(w.group, bodies);
  visit(w.raised, bodies);
  visit(w.moving, bodies);
  visit(w.owned, bodies);
  visit(w.stored, size_of(model.springs.size() + model.bushings.size()));
  visit(w.spinning, joints);
  visit(w.link, bodies);
  visit(w.order, bodies);
  visit(w.handed, 6 * bodies);
  visit(w.kept_velocity, 6 * bodies);
  visit(w.kept_impulse, rows);
  visit(w.rise, bodies);
  visit(w.pull, bodies);
  visit(w.held, bodies);
  visit(w.share, bodies);
  visit(w.push_out, contacts);
  visit(w.rows.block_storage, block_capacity(model));
  visit(w.problem.momentum, 6 * bodies);
  visit(w.problem.rows, rows);
  visit(w.problem.contacts, contacts + follower_capacity(model));
  visit(w.problem.solution.velocity, 6 * bodies);
  visit(w.problem.solution.impulse, rows);
  visit(w.problem.solution.sliding_speed, contacts + follower_capacity(model));
  visit(w.followers.leads, led > 0 ? contacts : 0);
  visit(w.followers.inverse_mass, tied);
  visit(w.followers.momentum, 6 * tied);
  visit(w.followers.velocity, 6 * tied);
  visit(w.followers.blocks, led > 0 ? tied_block_capacity(model) : 0);
  visit(w.impulses.joint, 6 * joints);
  visit(w.impulses.coordinate, Layout::kJointLoads * joints);
  visit(w.impulses.gear, size_of(model.gears.size()));
  visit(w.impulses.sensor, size_of(model.sensors.size()));
  visit(w.impulses.spring, size_of(model.springs.size()));
  visit(w.impulses.torsion, 3 * size_of(model.springs.size()));
  visit(w.impulses.bushing, 6 * size_of(model.bushings.size()));
}

struct Reserve {
  Memory& memory;
  template <class T>
  void operator()(Span<T>& /*span*/, int count) {
    memory.reserve<T>(count);
  }
};

struct Carve {
  Memory& memory;
  Memory replay;
  template <class T>
  void operator()(Span<T>& span, int count) {
    span = memory.span<T>(replay.reserve<T>(count), count);
  }
};

}  // namespace

double workspace_bytes(const Model& model, int workers) {
  return workers * lcp::bytes_of(lcp_capacity(model));
}

SolverBudget solver_budget(const Model& model) {
  lcp::Capacity capacity = lcp_capacity(model);
  const auto fixed =
      std::count_if(model.bodies.begin(), model.bodies.end(), [](const Body& body) { return body.fixed; });
  capacity.bodies -= static_cast<int>(fixed);
  const lcp::Allowance most = lcp::most_allowance(capacity, model.planar ? 3 : 6);
  const double asked = model.step.solver_options.multiplications;
  const double all = 2 * most.shared;  // the first problem may have half of it
  const double given = asked > 0 ? std::min(asked, all) : all;
  return {most.fixed, given, given};
}

Workspace::Workspace(const Model& model, const Jobs& jobs)
    : poses_storage(model.bodies.size()),
      points_storage(static_cast<std::size_t>(contact_capacity(model))),
      tangents_storage(static_cast<std::size_t>(contact_capacity(model))),
      axes_storage(static_cast<std::size_t>(resists_rolling(model) ? contact_capacity(model) : 0)),
      rows_storage(static_cast<std::size_t>(row_capacity(model))),
      start_poses_storage(model.bodies.size()),
      path_poses_storage(model.bodies.size()),
      candidates_storage(static_cast<std::size_t>(contact_capacity(model))),
      loads_at_storage(model.bodies.size()),
      in_linkage_storage(joints_of_linkages(model)),
      towards_world_storage(joints_towards_world(model)),
      next_welded_storage(rings_of_welded(model)),
      next_wheel_storage(rings_of_wheels(model)),
      stops_storage(stops_of(model)),
      springs_lie_ahead(model.step.scheme == Scheme::trapezoidal),
      near(model),
      budget(solver_budget(model)),
      lcp(lcp_capacity(model), jobs) {
  for_each_span(model, *this, Reserve{memory});
  memory.allocate_untouched();
  for_each_span(model, *this, Carve{memory, {}});
  poses = poses_storage;
  start_poses = start_poses_storage;
  path_poses = path_poses_storage;
  contacts.storage = points_storage;
  candidates.storage = candidates_storage;
  contacts.capacity = candidates.capacity = model.step.max_contacts;
  derived.stops = stops_storage;
  tangents = tangents_storage;
  axes = axes_storage;
  rows.rows_storage = rows_storage;
  rows.next_wheel = next_wheel_storage;
  loads_at = loads_at_storage;
  in_linkage = in_linkage_storage;
  const auto bodies = static_cast<int>(model.bodies.size());
  holders = {{towards_world_storage.data(), bodies}, {next_welded_storage.data(), bodies}};
  count_loads(model, loads_at);
}

}  // namespace stickslip
