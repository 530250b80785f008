#pragma once

#include <cstdint>

#include "model/math/span.h"

namespace stickslip::lcp {

/// What one row, or one contact with its tangents, carries from step to step. Plain data: it belongs to the simulation
/// state, where it is copied and serialised as bytes.
struct WarmEntry {
  std::uint64_t id;      // Row::id; of a contact that of its normal
  std::uint64_t basis;   // bit k: the unit's k-th unknown (normal or bounded impulse, edges, cap) is basic
  std::uint64_t in_use;  // 1, or 0 for an empty slot
  double impulse[3];     // c; contact: normal and tangents
};
static_assert(sizeof(WarmEntry) == 48, "serialised as bytes: no padding");

/// Entries in storage of the caller, one per joint or bounded row and per contact; more rows than entries means that
/// the rest starts cold. `solve` reads them and then writes what it found, sorted by id; unused entries become zero and
/// stand last.
struct WarmStart {
  Span<WarmEntry> entries;
};

}  // namespace stickslip::lcp
