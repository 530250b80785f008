#include "model/step/projection.h"

#include <algorithm>
#include <cmath>

#include "model/constraints/contacts.h"
#include "model/constraints/joints.h"
#include "model/constraints/springs.h"
#include "model/schemes/geometric_stiffness.h"
#include "model/step/energy.h"
#include "model/workspace/solve_rows.h"

namespace stickslip {
namespace {

constexpr int kNewtonSteps = 3;
constexpr double kClosed = 1e-14;  // m or rad, relative to the coordinates: round-off
constexpr double kSlack = 1e30;    // T of a damper: it does not resist a displacement
constexpr double kSlip = 1e-3;     // m, how far a loaded contact may have drifted and still be the same

// Marks in work.compression the contacts of the last solve that carry force.
void mark_loaded_contacts(Workspace& work) {
  for (int c = 0; c < work.problem.contact_count; ++c) {
    work.compression[c] = work.problem.solution.impulse[work.problem.contacts[c].normal];
  }
  for (int c = work.problem.contact_count; c < work.contacts.count; ++c) work.compression[c] = 0;
}

void add_loaded_contacts(const Model& model, Workspace& work) {
  for (int c = 0; c < work.contacts.count; ++c) {
    if (work.compression[c] <= 0) continue;
    ContactPoint found[kMaxPointsPerPair];
    const std::uint64_t id = work.contacts.storage[c].id;
    const int count = find_points(model, work.contacts.storage[c].pair, work.poses, kSlip, {found, kMaxPointsPerPair});
    for (int k = 0; k < count; ++k) {
      if (found[k].id == id) add_contact_rows(found[k], c, Tangents(), model.planar, false, work.poses, work.rows);
    }
  }
}

// Returns the largest violation of what is to be closed.
double build_rows(const Model& model, const Layout& layout, const State& state, Workspace& work) {
  work.rows.clear();
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) add_joint_rows(model, j, work.poses, work.rows);
  add_loaded_contacts(model, work);
  double worst = 0;
  for (const ConstraintRow& row : work.rows.rows()) worst = std::max(worst, std::fabs(row.violation));
  for (int s = 0; s < static_cast<int>(model.springs.size()); ++s) {
    add_spring_rows(model, layout, state, s, work.poses, work.rows);
  }
  if (!model.step.geometric_stiffness) return worst;
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
    add_joint_tension_rows(model, state, j, work.poses, work.rows);
  }
  return worst;
}

// A spring keeps its elongation as far as it is stiff: the metric is M + h^2 k g g', not M. Likewise with joints under
// load where they have their geometric stiffness: in the metric of M a taut chain would close its joints by folding its
// light links rather than by moving the weight at its end, a little more at every step.
void translate(const ConstraintRow& row, double h, lcp::Row& out) {
  if (row.role != RowRole::spring) {
    out.s = row.violation;
  } else {
    out.T = row.stiffness > 0 ? 1 / (h * h * row.stiffness) : kSlack;
  }
}

double round_off(Span<const BodyPose> poses) {
  double size = 1;
  for (const BodyPose& pose : poses) size = std::max(size, pose.p.lpNorm<Eigen::Infinity>());
  return kClosed * size;
}

}  // namespace

void project_drift(const Model& model, const Layout& layout, double h, State& state, Workspace& work) {
  mark_loaded_contacts(work);
  if (!(build_rows(model, layout, state, work) > round_off(work.poses))) return;
  const Energy before = energy_of(model, layout, work.derived, state, work.poses);
  for (int k = 0; k < kNewtonSteps && build_rows(model, layout, state, work) > round_off(work.poses); ++k) {
    std::fill(work.problem.momentum.begin(), work.problem.momentum.end(), 0.0);
    work.problem.inverse_mass = work.derived.inverse_mass;
    if (model.step.geometric_stiffness) set_effective_mass(model, layout, h, state, work);
    solve_rows(work, [&](const ConstraintRow& row, lcp::Row& out) { translate(row, h, out); });
    for (int b = 0; b < work.poses.size(); ++b) {
      const double* move = &work.problem.solution.velocity[6 * b];
      displace(model.planar, state.motion, b, get3(move), get3(move + 3));
    }
    update_poses(model, state.motion, work.poses);
  }
  const double raised = energy_of(model, layout, work.derived, state, work.poses).potential - before.potential;
  if (raised <= 0 || before.kinetic <= 0) return;
  const double share = std::sqrt(std::max(0.0, 1 - raised / before.kinetic));
  for (double& v : state.motion.velocity) v *= share;
}

}  // namespace stickslip
