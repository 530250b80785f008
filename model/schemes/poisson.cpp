#include "model/schemes/poisson.h"

#include <algorithm>

#include "model/schemes/located.h"
#include "model/schemes/rows.h"
#include "model/workspace/impulses.h"
#include "model/workspace/solve_rows.h"

namespace stickslip {
namespace {

double restitution_of(const ConstraintRow& row, const Workspace& work) {
  return work.derived.restitution[work.contacts.storage[row.source].pair];
}

// What approaches, and how it shall bounce.
struct Approach {
  bool any = false;
  bool lively = false;  // faster than the threshold
  bool one_e = true;    // all lively ones have the same coefficient
  double e = 0;
};

Approach find_approach(const Model& model, double threshold, const State& state, Workspace& work) {
  Approach approach;
  if (work.contacts.count == 0) return approach;
  build_impact_rows(model, work);
  for (const ConstraintRow& row : work.rows.rows()) {
    if (row.role != RowRole::normal) continue;
    const double speed = work.rows.speed(row, state.motion.velocity);
    if (speed < -quiet_speed(threshold)) approach.any = true;
    if (speed >= -threshold) continue;
    const double e = restitution_of(row, work);
    approach.one_e = approach.one_e && (!approach.lively || e == approach.e);
    approach.e = e;
    approach.lively = true;
  }
  return approach;
}

void set_momentum(Span<const double> velocity, Workspace& work) {
  for (int b = 0; b < work.poses.size(); ++b) {
    for (int k = 0; k < 3; ++k) {
      const bool moves = work.derived.inverse_mass[b].linear[k] > 0;
      work.problem.momentum[6 * b + k] = moves ? work.derived.mass[b] * velocity[6 * b + k] : 0.0;
      work.problem.momentum[6 * b + 3 + k] = work.derived.inertia[3 * b + k] * velocity[6 * b + 3 + k];
    }
  }
}

// L(v, F) of the papers, F already added to the momentum.
void solve_instant(const Model& model, Workspace& work, Tally& tally) {
  work.problem.inverse_mass = work.derived.inverse_mass;
  pose_rows(work, [](const ConstraintRow& /*row*/, lcp::Row& /*out*/) {});
  lcp::WarmStart cold;
  tally.add(solve_problem(solver_options(model), work, cold));
}

void take_velocity(State& state, Workspace& work) {
  const Span<double> w = work.problem.solution.velocity;
  std::copy(w.begin(), w.end(), state.motion.velocity.begin());
}

void add_restitution(Workspace& work) {
  for (int i = 0; i < work.rows.row_count; ++i) {
    const ConstraintRow& row = work.rows.rows_storage[i];
    if (row.role != RowRole::normal) continue;
    const double impulse = restitution_of(row, work) * work.problem.solution.impulse[i];
    work.compression[row.source] = impulse;
    for (const lcp::Block& block : work.rows.blocks_of(row)) {
      for (int k = 0; k < 6; ++k) work.problem.momentum[6 * block.body + k] += impulse * block.j[k];
    }
  }
}

void decompress(const Model& model, State& state, Workspace& work, Tally& tally) {
  set_momentum(state.motion.velocity, work);
  add_restitution(work);
  solve_instant(model, work, tally);
  for (int i = 0; i < work.rows.row_count; ++i) {
    const ConstraintRow& row = work.rows.rows_storage[i];
    if (row.role == RowRole::normal) work.problem.solution.impulse[i] += work.compression[row.source];
  }
  accumulate_impulses(model, work.problem.solution.velocity, 1, work);
  take_velocity(state, work);
}

}  // namespace

bool resolve_impact(const Model& model, const ImpactOptions& options, State& state, Workspace& work, Tally& tally) {
  const Approach approach = find_approach(model, options.threshold_speed, state, work);
  if (!approach.any) return false;
  const bool bounces = approach.lively && !options.inelastic;
  set_momentum(state.motion.velocity, work);
  solve_instant(model, work, tally);
  if (bounces && options.short_form && approach.one_e) {
    accumulate_impulses(model, work.problem.solution.velocity, 1 + approach.e, work);
    const Span<const double> compressed = work.problem.solution.velocity;
    for (int k = 0; k < compressed.size(); ++k) {
      double& v = state.motion.velocity[k];
      v = (1 + approach.e) * compressed[k] - approach.e * v;
    }
    return true;
  }
  accumulate_impulses(model, work.problem.solution.velocity, 1, work);
  take_velocity(state, work);
  if (bounces) decompress(model, state, work, tally);
  return true;
}

}  // namespace stickslip
