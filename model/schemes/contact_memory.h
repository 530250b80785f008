#pragma once

#include <algorithm>

#include "model/workspace/workspace.h"

/// State::flagged: contacts remembered from one pass to the next, sorted by id. Under `stabilised` they have stopped an
/// approach whose rebound is due; under the schemes that locate events they have carried force.
namespace stickslip {

inline const ContactMemory* memory_of(const State& state, std::uint64_t id) {
  const ContactMemory* begin = state.flagged.begin();
  const ContactMemory* end = begin + state.header->flagged_count;
  const ContactMemory* found = std::lower_bound(
      begin, end, id, [](const ContactMemory& entry, std::uint64_t value) { return entry.id < value; });
  return found != end && found->id == id ? found : nullptr;
}

inline bool is_flagged(const State& state, std::uint64_t id) {
  return memory_of(state, id) != nullptr;
}

inline double energy_held_by(const State& state, std::uint64_t id) {
  const ContactMemory* memory = memory_of(state, id);
  return memory == nullptr ? 0.0 : memory->energy;
}

/// Flags the contacts of the solution whose normal carries force and is `wanted`; forgets all others. What swings
/// within a step has several rows with one id: it is one contact.
template <class Wanted>
void flag_contacts(State& state, const Workspace& work, Wanted&& wanted) {
  std::int64_t count = 0;
  const Span<const double> impulse = work.problem.impulse();
  for (int i = 0; i < work.rows.row_count; ++i) {
    const ConstraintRow& row = work.rows.rows_storage[i];
    if (row.role != RowRole::normal || impulse[i] <= 0 || !wanted(row)) continue;
    if (count > 0 && state.flagged[static_cast<int>(count - 1)].id == row.id) continue;
    state.flagged[static_cast<int>(count++)] = {row.id, 0.0};
  }
  for (std::int64_t k = count; k < state.header->flagged_count; ++k) state.flagged[static_cast<int>(k)] = {0, 0.0};
  state.header->flagged_count = count;
}

}  // namespace stickslip
