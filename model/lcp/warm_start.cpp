#include "model/lcp/warm_start.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "model/lcp/condense.h"
#include "model/lcp/cone.h"
#include "model/lcp/residual.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

/// Entries are sorted by id, and rows mostly keep their order: the one after the last hit is looked at first.
int find(const WarmStart& warm, std::uint64_t id, int hint) {
  const WarmEntry* begin = warm.entries.begin();
  const WarmEntry* end = warm.entries.end();
  if (hint < warm.entries.size() && begin[hint].in_use && begin[hint].id == id) return hint;
  end = std::partition_point(begin, end, [](const WarmEntry& entry) { return entry.in_use != 0; });
  const WarmEntry* at =
      std::lower_bound(begin, end, id, [](const WarmEntry& entry, std::uint64_t value) { return entry.id < value; });
  return at != end && at->id == id ? static_cast<int>(at - begin) : -1;
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

/// The unknowns of one unit from the impulses of its entry.
void set_unknowns(const WarmEntry& entry, const Problem& problem, const Delassus& delassus, int edges,
                  const Condensation& condensation, const Unit& unit, Span<double> z) {
  const int row = condensation.free_rows[size(unit.row)];
  const double scale = delassus.scale[size(row)];
  if (unit.normal < 0) {
    const Row& bounded = problem.rows[row];
    const double weight = condensation.unknowns[size(unit.edge)].weight[0];
    const double bound = weight > 0 ? bounded.lower : bounded.upper;
    z[unit.edge] = std::max(0.0, weight * scale * (entry.impulse[0] - bound));
    return;
  }
  z[unit.normal] = scale * entry.impulse[0];
  if (unit.edges == 0) return;
  const EdgeShares shares = decompose(entry.impulse + 1, unit.rows - 1, unit.rows == 2 ? 2 : edges);
  const double tangent_scale = delassus.scale[size(row + 1)];
  z[unit.edge + shares.first] += tangent_scale * shares.share[0];
  z[unit.edge + (shares.first + 1) % unit.edges] += tangent_scale * shares.share[1];
}

}  // namespace

void basis_from(const WarmStart& warm, const Problem& problem, const Delassus& delassus, int edges,
                const Condensation& condensation, Span<std::uint8_t> basic, Span<double> z) {
  std::fill(basic.begin(), basic.end(), std::uint8_t{0});
  std::fill(z.begin(), z.end(), 0.0);
  int hint = 0;
  for (const Unit& unit : condensation.lcp.units) {
    if (hint >= warm.entries.size()) hint = 0;
    const int k = find(warm, problem.rows[condensation.free_rows[size(unit.row)]].id, hint);
    if (k < 0) continue;
    hint = k + 1;
    for (int l = 0; l < unit.count; ++l) {
      basic[unit.first + l] = static_cast<std::uint8_t>((warm.entries[k].basis >> l) & 1U);
    }
    set_unknowns(warm.entries[k], problem, delassus, edges, condensation, unit, z);
  }
}

void basis_to(WarmStart& warm, const Problem& problem, const Condensation& condensation, Span<const std::uint8_t> basic,
              Span<const double> impulse) {
  std::fill(warm.entries.begin(), warm.entries.end(), WarmEntry{});
  int next = 0;
  for (const Unit& unit : condensation.lcp.units) {
    if (next >= warm.entries.size()) break;
    WarmEntry& entry = warm.entries[next++];
    const int row = condensation.free_rows[size(unit.row)];
    entry.id = problem.rows[row].id;
    entry.in_use = 1;
    for (int l = 0; l < unit.count; ++l) {
      if (basic[unit.first + l]) entry.basis |= std::uint64_t{1} << l;
    }
    for (int l = 0; l < unit.rows; ++l) entry.impulse[l] = impulse[row + l];
  }
  sort(warm, next);
}

void impulses_from(const WarmStart& warm, const Problem& problem, Span<double> impulse) {
  std::fill(impulse.begin(), impulse.end(), 0.0);
  int hint = 0;
  for (int i = 0; i < problem.rows.size(); ++i) {
    const RowKind kind = problem.rows[i].kind;
    if (kind == RowKind::tangent) continue;
    if (hint >= warm.entries.size()) hint = 0;
    const int k = find(warm, problem.rows[i].id, hint);
    if (k < 0) continue;
    hint = k + 1;
    int rows = 1;
    while (kind == RowKind::normal && rows < 3 && i + rows < problem.rows.size() &&
           problem.rows[i + rows].kind == RowKind::tangent) {
      ++rows;
    }
    for (int l = 0; l < rows; ++l) impulse[i + l] = warm.entries[k].impulse[l];
  }
}

void impulses_to(WarmStart& warm, const Problem& problem, Span<const double> impulse) {
  std::fill(warm.entries.begin(), warm.entries.end(), WarmEntry{});
  int next = 0;
  for (int i = 0; i < problem.rows.size() && next < warm.entries.size(); ++i) {
    const RowKind kind = problem.rows[i].kind;
    if (kind == RowKind::tangent) continue;
    WarmEntry& entry = warm.entries[next++];
    entry.id = problem.rows[i].id;
    entry.in_use = 1;
    entry.impulse[0] = impulse[i];
    for (int l = 1; kind == RowKind::normal && l < 3; ++l) {
      if (i + l >= problem.rows.size() || problem.rows[i + l].kind != RowKind::tangent) break;
      entry.impulse[l] = impulse[i + l];
    }
  }
  sort(warm, next);
}

}  // namespace stickslip::lcp
