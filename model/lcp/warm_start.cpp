#include "model/lcp/warm_start.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace stickslip::lcp {
namespace {

/// Calls visit(row, entry) for the rows of the problem that the warm start knows, tangents left out. Rows mostly keep
/// their order: the entry after the last one is looked at first.
template <class Visit>
void for_known_rows(const WarmStart& warm, const Problem& problem, Visit&& visit) {
  const WarmEntry* next = warm.entries.begin();
  for (int i = 0; i < problem.rows.size(); ++i) {
    const Row& row = problem.rows[i];
    if (row.kind == RowKind::tangent) continue;
    const bool is_next = next != warm.entries.end() && next->in_use != 0 && next->id == row.id;
    const WarmEntry* entry = is_next ? next : find_entry(warm, row.id);
    if (entry == nullptr) continue;
    visit(i, *entry);
    next = entry + 1;
  }
}

using Bits = std::array<std::uint64_t, sizeof(WarmEntry) / sizeof(std::uint64_t)>;

Bits bits_of(const WarmEntry& entry) {
  Bits bits;
  std::memcpy(bits.data(), &entry, sizeof entry);
  return bits;
}

/// Sorts the first `count` entries.
void sort(const WarmStart& warm, int count) {
  const auto before = [](const WarmEntry& a, const WarmEntry& b) {
    if (a.id != b.id) return a.id < b.id;
    return bits_of(a) < bits_of(b);  // a total order, or the library would decide about twins
  };
  WarmEntry* begin = warm.entries.begin();
  WarmEntry* end = begin + count;
  WarmEntry* second = std::is_sorted_until(begin, end, before);
  if (second == end) return;
  // Mostly joints and then contacts, each in order.
  if (before(end[-1], *begin) && std::is_sorted(second, end, before)) {
    std::rotate(begin, second, end);
  } else {
    std::sort(begin, end, before);
  }
}

}  // namespace

const WarmEntry* entries_from(const WarmStart& warm, std::uint64_t id) {
  const WarmEntry* begin = warm.entries.begin();
  const WarmEntry* end = warm.entries.end();
  return std::partition_point(begin, end, [&](const WarmEntry& entry) { return entry.in_use != 0 && entry.id < id; });
}

const WarmEntry* find_entry(const WarmStart& warm, std::uint64_t id) {
  const WarmEntry* at = entries_from(warm, id);
  return at != warm.entries.end() && at->in_use != 0 && at->id == id ? at : nullptr;
}

void impulses_from(const WarmStart& warm, const Problem& problem, Span<double> impulse) {
  std::fill(impulse.begin(), impulse.end(), 0.0);
  for_known_rows(warm, problem, [&](int i, const WarmEntry& entry) {
    int rows = 1;
    while (problem.rows[i].kind == RowKind::normal && rows < 3 && i + rows < problem.rows.size() &&
           problem.rows[i + rows].kind == RowKind::tangent) {
      ++rows;
    }
    for (int l = 0; l < rows; ++l) impulse[i + l] = entry.impulse[l];
  });
}

void impulses_to(WarmStart& warm, const Problem& problem, Span<const double> impulse) {
  std::fill(warm.entries.begin(), warm.entries.end(), WarmEntry{});
  int next = 0;
  for (int i = 0; i < problem.rows.size() && next < warm.entries.size(); ++i) {
    const RowKind kind = problem.rows[i].kind;
    if (kind == RowKind::tangent) continue;
    WarmEntry& entry = warm.entries[next++];
    entry.id = problem.rows[i].id;
    entry.in_use = kInUse;
    entry.impulse[0] = impulse[i];
    for (int l = 1; kind == RowKind::normal && l < 3; ++l) {
      if (i + l >= problem.rows.size() || problem.rows[i + l].kind != RowKind::tangent) break;
      entry.impulse[l] = impulse[i + l];
    }
  }
  sort(warm, next);
}

void softened_from(const WarmStart& warm, const Problem& problem, Span<std::uint8_t> softened) {
  std::fill(softened.begin(), softened.end(), std::uint8_t{0});
  const bool none = std::none_of(warm.entries.begin(), warm.entries.end(),
                                 [](const WarmEntry& entry) { return entry.in_use > kInUse; });
  if (none) return;
  for_known_rows(warm, problem, [&](int i, const WarmEntry& entry) {
    softened[i] = static_cast<std::uint8_t>(entry.in_use - kInUse);
  });
}

void softened_to(WarmStart& warm, const Problem& problem, Span<const std::uint8_t> softened) {
  for_known_rows(warm, problem, [&](int i, const WarmEntry& entry) {
    warm.entries[static_cast<int>(&entry - warm.entries.begin())].in_use = kInUse + softened[i];
  });
}

}  // namespace stickslip::lcp
