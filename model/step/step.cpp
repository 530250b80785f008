#include "model/step/step.h"

#include <algorithm>
#include <cmath>

#include "model/constraints/joints.h"
#include "model/constraints/springs.h"
#include "model/schemes/stabilised.h"
#include "model/step/energy.h"
#include "model/step/impulses.h"
#include "model/step/solve_rows.h"

namespace stickslip {
namespace {

int count(std::size_t size) {
  return static_cast<int>(size);
}

void build_rows(const Model& model, const Layout& layout, double h, const State& state, Workspace& work) {
  work.rows.clear();
  for (int j = 0; j < count(model.joints.size()); ++j) add_joint_rows(model, j, work.poses, work.rows);
  for (int s = 0; s < count(model.springs.size()); ++s) {
    add_spring_rows(model, layout, state.parameters, s, work.poses, work.rows);
    add_tension_rows(model, layout, state.parameters, s, h, work.derived.inverse_mass, work.poses, work.rows);
  }
  for (int j = 0; j < count(model.joints.size()); ++j) {
    add_damping_row(model, layout, state.parameters, j, work.poses, work.rows);
  }
  for (int c = 0; c < work.contacts.count; ++c) {
    const ContactPoint& point = work.contacts.storage[c];
    work.tangents[c] = tangents_of(point.normal, work.derived.gravity, model.planar);
    add_contact_rows(point, c, work.tangents[c], model.planar, work.derived.friction[point.pair] > 0, work.poses,
                     work.rows);
  }
}

lcp::Options solver_options(const Model& model) {
  lcp::Options options;
  options.edges = model.step.cone_edges;
  return options;
}

double input_work(double h, const State& state, const Workspace& work) {
  double sum = 0;
  for (int k = 0; k < work.forces.input.size(); ++k) sum += work.forces.input[k] * state.motion.velocity[k];
  return h * sum;
}

double largest_joint_error(const Model& model, Workspace& work) {
  work.rows.clear();
  for (int j = 0; j < count(model.joints.size()); ++j) add_joint_rows(model, j, work.poses, work.rows);
  double largest = 0;
  for (const ConstraintRow& row : work.rows.rows()) largest = std::max(largest, std::fabs(row.violation));
  return largest;
}

void update_joint_positions(const Model& model, double h, State& state, Span<const BodyPose> poses) {
  for (int j = 0; j < count(model.joints.size()); ++j) {
    if (!has_coordinate(model.joints[static_cast<std::size_t>(j)])) continue;
    const double rate = joint_velocity(model, j, state.motion.velocity, poses);
    state.joint_position[j] = joint_position(model, j, state.motion, poses, state.joint_position[j] + h * rate);
  }
}

StepReport make_report(const lcp::Report& lcp, const ContactSet& contacts, const Overlap& overlap, double joint_error) {
  StepReport report;
  report.status = std::max(lcp.rung, contacts.overflow > 0 ? kStatusOverflow : 0);
  report.lcps = lcp.lcps;
  report.iterations = lcp.iterations;
  report.fallbacks = lcp.rung;
  report.residual = lcp.residual;
  report.misses = overlap.misses;
  report.overflow = contacts.overflow;
  report.penetration = overlap.deepest;
  report.joint_error = joint_error;
  return report;
}

}  // namespace

StepReport step(const Model& model, const Layout& layout, Span<const double> inputs, double h, State& state,
                Workspace& work) {
  update_derived(model, layout, state.parameters, work.derived);
  update_poses(model, state.motion, work.poses);
  const Energy before = energy_of(model, layout, work.derived, state, work.poses);
  update_forces(model, layout, work.derived, inputs, work.poses, work.forces);
  update_reach(model, state, work.derived.inverse_mass, work.forces.total, h, work.reach);
  find_contacts(model, state, work.poses, work.reach, work.contacts);
  build_rows(model, layout, h, state, work);
  discretise_stabilised(model, h, state, work);
  const lcp::Report lcp = solve_problem(solver_options(model), work, state.warm);
  advance_stabilised(model, h, state, work);
  clear_impulses(work.impulses);
  accumulate_impulses(model, state.motion.velocity, work);
  accumulate_joint_inputs(model, layout, inputs, h, work);
  update_poses(model, state.motion, work.poses);
  update_joint_positions(model, h, state, work.poses);
  ++state.header->steps;
  const Energy after = energy_of(model, layout, work.derived, state, work.poses);
  state.header->dissipated +=
      input_work(h, state, work) - ((after.kinetic + after.potential) - (before.kinetic + before.potential));
  return make_report(lcp, work.contacts, find_overlap(model, work.poses, work.contacts),
                     largest_joint_error(model, work));
}

}  // namespace stickslip
