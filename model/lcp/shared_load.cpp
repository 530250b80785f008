#include "model/lcp/shared_load.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/dense.h"

namespace stickslip::lcp {
namespace {

constexpr double kCompliance = 1e-8;  // of scaled rows, whose A_ii is 1
constexpr double kGone = 1e-15;       // part of the scale: what may be left of the compliance

bool same_bodies(const Problem& problem, int row, int other) {
  const Row& a = problem.rows[row];
  const Row& b = problem.rows[other];
  if (a.block_count != b.block_count) return false;
  for (int k = 0; k < a.block_count; ++k) {
    if (problem.blocks[a.first_block + k].body != problem.blocks[b.first_block + k].body) return false;
  }
  return true;
}

/// True when the contact before or after unit k is between the same bodies.
bool has_neighbour(const Problem& problem, const Condensation& c, int k) {
  const Span<const Unit> units = c.lcp.units;
  const auto row = [&](int unit) { return c.free_rows[static_cast<std::size_t>(units[unit].row)]; };
  for (const int other : {k - 1, k + 1}) {
    if (other < 0 || other >= units.size() || !has_friction(units[other])) continue;
    if (same_bodies(problem, row(k), row(other))) return true;
  }
  return false;
}

bool is_shared(const Condensation& c, const Unit& unit) {
  return unit.normal >= 0 && c.shift[static_cast<std::size_t>(unit.row)] > 0;
}

double& diagonal(Condensation& c, int row) {
  return column_of(c.A.data(), c.lcp.rows(), row)[row];
}

}  // namespace

SharedLoad::SharedLoad(const Problem& problem, Condensation& c) : c_(c) {
  for (int k = 0; k < c.lcp.units.size(); ++k) {
    const Unit& unit = c.lcp.units[k];
    const std::size_t row = static_cast<std::size_t>(unit.row);
    c.shift[row] = has_friction(unit) && has_neighbour(problem, c, k) ? kCompliance : 0;
    if (!is_shared(c, unit)) continue;
    c.posed_A[row] = diagonal(c, unit.row);
    c.posed[row] = c.b[row];
    c.before[row] = 0;
    active_ = true;
  }
  put_back();
}

void SharedLoad::put_back() {
  for (const Unit& unit : c_.lcp.units) {
    if (!is_shared(c_, unit)) continue;
    const std::size_t row = static_cast<std::size_t>(unit.row);
    diagonal(c_, unit.row) = c_.posed_A[row] + kCompliance;
    c_.b[row] = c_.posed[row] - kCompliance * c_.before[row];
    active_ = true;
  }
}

void SharedLoad::take_away() {
  for (const Unit& unit : c_.lcp.units) {
    if (!is_shared(c_, unit)) continue;
    const std::size_t row = static_cast<std::size_t>(unit.row);
    diagonal(c_, unit.row) = c_.posed_A[row];
    c_.b[row] = c_.posed[row];
  }
  active_ = false;
}

bool SharedLoad::goes_on(Span<const double> z) {
  const double scale = max_abs(c_.b.data(), c_.lcp.rows());
  double change = 0;
  for (const Unit& unit : c_.lcp.units) {
    if (!is_shared(c_, unit)) continue;
    const std::size_t row = static_cast<std::size_t>(unit.row);
    const double impulse = z[unit.normal];
    change = std::max(change, kCompliance * std::fabs(impulse - c_.before[row]));
    c_.before[row] = impulse;
  }
  put_back();
  return change > kGone * scale;
}

}  // namespace stickslip::lcp
