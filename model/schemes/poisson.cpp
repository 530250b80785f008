#include "model/schemes/poisson.h"

#include <algorithm>

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
  double settled = 0;  // the largest coefficient of those that may not bounce any more
};

bool is_among(int pair, int count, const Rebounds& rebounds) {
  const Span<const int> pairs = {rebounds.pairs.data(), count};
  return std::find(pairs.begin(), pairs.end(), pair) != pairs.end();
}

bool settles(const ConstraintRow& row, const ImpactOptions& options, const Workspace& work) {
  const int pair = work.contacts.storage[row.source].pair;
  return options.settles && is_among(pair, work.rebounds.earlier, work.rebounds);
}

void note_rebound(const ConstraintRow& row, Workspace& work) {
  Rebounds& rebounds = work.rebounds;
  const int pair = work.contacts.storage[row.source].pair;
  if (rebounds.count == rebounds.pairs.size() || is_among(pair, rebounds.count, rebounds)) return;
  rebounds.pairs[rebounds.count++] = pair;
}

double power(double base, int exponent) {
  double product = 1;
  for (int k = 0; k < exponent; ++k) product *= base;
  return product;
}

// What carried force over the last pass does not approach: n' w was zero there, and if v is not, it alternates as
// (-1)^l around w (G06 section 9.1). A spring does, and is stopped, but has nothing to give back.
Approach find_approach(const Model& model, const Layout& layout, const ImpactOptions& options, const State& state,
                       Workspace& work) {
  const double threshold = options.threshold_speed;
  Approach approach;
  if (work.contacts.count == 0) return approach;
  work.rebounds.earlier = work.rebounds.count;
  build_impact_rows(model, layout, state, work);
  for (const ConstraintRow& row : work.rows.rows()) {
    if (row.role != RowRole::normal) continue;
    const bool carried = !options.inelastic && is_flagged(state, row.id);
    if (carried && !is_spring(work.contacts.storage[row.source], work)) continue;
    const double speed = work.rows.speed(row, state.motion.velocity);
    if (speed < -quiet_speed(carried ? 0 : threshold)) approach.any = true;
    if (speed >= -threshold || carried) continue;
    const double e = restitution_of(row, work);
    if (settles(row, options, work)) {
      approach.settled = std::max(approach.settled, e);
      approach.one_e = false;
      continue;
    }
    approach.one_e = approach.one_e && (!approach.lively || e == approach.e);
    approach.e = e;
    approach.lively = true;
    note_rebound(row, work);
  }
  return approach;
}

void add_restitution(const ImpactOptions& options, Workspace& work) {
  for (int i = 0; i < work.rows.row_count; ++i) {
    const ConstraintRow& row = work.rows.rows_storage[i];
    if (row.role != RowRole::normal) continue;
    const double e = settles(row, options, work) ? 0.0 : restitution_of(row, work);
    const double impulse = e * work.problem.solution.impulse[i];
    work.compression[row.source] = impulse;
    for (const lcp::Block& block : work.rows.blocks_of(row)) {
      for (int k = 0; k < 6; ++k) work.problem.momentum[6 * block.body + k] += impulse * block.j[k];
    }
  }
}

void decompress(const Model& model, const ImpactOptions& options, State& state, Workspace& work, Tally& tally) {
  set_momentum(state.motion.velocity, work);
  add_restitution(options, work);
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
  const double before = kinetic_energy(work.derived, state.motion.velocity);
  set_momentum(state.motion.velocity, work);
  solve_instant(model, state, work, tally, no_target);
  if (bounces && options.short_form && approach.one_e) {
    take_short_form(model, approach.e, state, work);
    return true;
  }
  if (bounces && options.bounded) note_energy(state.motion.velocity, work);
  take_instant(model, 1, state, work);
  if (bounces) decompress(model, options, state, work, tally);
  if (approach.settled > 0) {
    const double lost = before - kinetic_energy(work.derived, state.motion.velocity);
    tally.unreturned += power(approach.settled, options.most_events) * std::max(0.0, lost);
  }
  return true;
}

}  // namespace stickslip
