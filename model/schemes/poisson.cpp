#include "model/schemes/poisson.h"

#include "model/schemes/contact_memory.h"
#include "model/schemes/instant.h"
#include "model/schemes/located.h"

namespace stickslip {
namespace {

// What approaches, and how it shall bounce.
struct Approach {
  bool any = false;
  bool lively = false;  // faster than the threshold
  bool one_e = true;    // all lively ones have the same coefficient
  double e = 0;
};

// What carried force over the last pass does not approach: n' w was zero there, and if v is not, it alternates as
// (-1)^l around w (G06 section 9.1). A spring does, and is stopped, but has nothing to give back.
Approach find_approach(const Model& model, const Layout& layout, const ImpactOptions& options, const State& state,
                       Workspace& work) {
  const double threshold = options.threshold_speed;
  Approach approach;
  if (work.contacts.count == 0) return approach;
  build_impact_rows(model, layout, state, work);
  for (const ConstraintRow& row : work.rows.rows()) {
    if (row.role != RowRole::normal) continue;
    const bool carried = !options.inelastic && is_flagged(state, row.id);
    if (carried && !is_spring(work.contacts.storage[row.source], work)) continue;
    const double speed = work.rows.speed(row, state.motion.velocity);
    if (speed < -quiet_speed(carried ? 0 : threshold)) approach.any = true;
    if (speed >= -threshold || carried) continue;
    const double e = restitution_of(row, work);
    approach.one_e = approach.one_e && (!approach.lively || e == approach.e);
    approach.e = e;
    approach.lively = true;
  }
  return approach;
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

void decompress(const Model& model, const ImpactOptions& options, State& state, Workspace& work, Tally& tally) {
  set_momentum(state.motion.velocity, work);
  add_restitution(work);
  solve_instant(model, state, work, tally, no_target);
  for (int i = 0; i < work.rows.row_count; ++i) {
    const ConstraintRow& row = work.rows.rows_storage[i];
    if (row.role == RowRole::normal) work.problem.solution.impulse[i] += work.compression[row.source];
  }
  if (options.bounded) bound_energy(state.motion.velocity, {}, work);
  take_instant(model, 1, state, work);
}

}  // namespace

bool resolve_impact(const Model& model, const Layout& layout, const ImpactOptions& options, State& state,
                    Workspace& work, Tally& tally) {
  const Approach approach = find_approach(model, layout, options, state, work);
  if (!approach.any) return false;
  const bool bounces = approach.lively && !options.inelastic;
  set_momentum(state.motion.velocity, work);
  solve_instant(model, state, work, tally, no_target);
  if (bounces && options.short_form && approach.one_e) {
    take_short_form(model, approach.e, state, work);
    return true;
  }
  if (bounces && options.bounded) note_energy(state.motion.velocity, work);
  take_instant(model, 1, state, work);
  if (bounces) decompress(model, options, state, work, tally);
  return true;
}

}  // namespace stickslip
