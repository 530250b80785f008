#pragma once

#include <cstdint>

#include "model/lcp/problem.h"

namespace stickslip::lcp {

constexpr std::uint64_t kInUse = 1;

/// What one row, or one contact with its tangents, carries from step to step. Plain data: it belongs to the simulation
/// state, where it is copied and serialised as bytes.
struct WarmEntry {
  std::uint64_t id;      // Row::id; of a contact that of its normal
  std::uint64_t in_use;  // 0: an empty slot; else kInUse and how often in a row its island has been softened
  double impulse[3];     // c; contact: normal and tangents
};
static_assert(sizeof(WarmEntry) == 40, "serialised as bytes: no padding");

/// Entries in storage of the caller, one per joint or bounded row and per contact; more rows than entries means that
/// the rest starts cold. `solve` reads them and then writes what it found, sorted by id; unused entries become zero and
/// stand last.
struct WarmStart {
  Span<WarmEntry> entries;
};

/// The first entry with this id or a larger one; entries.end() or one that is not in use where there is none.
const WarmEntry* entries_from(const WarmStart& warm, std::uint64_t id);

/// The entry with this id; null where there is none.
const WarmEntry* find_entry(const WarmStart& warm, std::uint64_t id);

/// Impulses of bounded rows, joints and contacts from the warm start, zero for rows that it does not know; and back.
void impulses_from(const WarmStart& warm, const Problem& problem, Span<double> impulse);
void impulses_to(WarmStart& warm, const Problem& problem, Span<const double> impulse);

/// How often in a row the islands of rows have been softened, and back; one per row of the problem, tangents say
/// nothing.
void softened_from(const WarmStart& warm, const Problem& problem, Span<std::uint8_t> softened);
void softened_to(WarmStart& warm, const Problem& problem, Span<const std::uint8_t> softened);

}  // namespace stickslip::lcp
