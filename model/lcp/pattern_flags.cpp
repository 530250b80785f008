#include "model/lcp/pattern_flags.h"

#include <algorithm>

#include "model/lcp/dense.h"
#include "model/lcp/natural_map.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

/// Friction of one polygonal contact.
void write_friction(const Condensed& lcp, const NewtonWork& work, int k, Span<std::uint8_t> basic, Span<double> z) {
  const Unit& unit = lcp.units[k];
  const Pattern& pattern = work.pattern[size(k)];
  const EdgeShares shares = decompose(&work.f[size(unit.row + 1)], unit.rows - 1, unit.edges);
  const int first = unit.edge + shares.first;
  const int second = unit.edge + (shares.first + 1) % unit.edges;
  if (pattern.kind != Motion::open) {
    z[first] += shares.share[0];
    z[second] += shares.share[1];
  }
  if (pattern.kind == Motion::stick) {
    basic[first] = 1;
    if (unit.rows == 3) basic[second] = 1;
    return;
  }
  double lambda = 0;
  int edge = 0;
  for (int e = 0; e < unit.edges; ++e) {
    const Edge d = edge_of(lcp, unit, e);
    double v = -d.along[0] * work.u[size(unit.row + 1)];
    if (unit.rows == 3) v -= d.along[1] * work.u[size(unit.row + 2)];
    if (v <= lambda) continue;
    lambda = v;
    edge = e;
  }
  if (lambda == 0) return;
  if (pattern.kind != Motion::open) edge = pattern.edge;
  z[unit.cap] = lambda;
  basic[unit.cap] = basic[unit.edge + edge] = 1;
  if (pattern.kind == Motion::facet) basic[unit.edge + (edge + 1) % unit.edges] = 1;
}

}  // namespace

bool read_patterns(const Condensed& lcp, Span<const std::uint8_t> basic, Pattern* patterns) {
  bool any = false;
  for (int k = 0; k < lcp.units.size(); ++k) {
    const Unit& unit = lcp.units[k];
    int first = -1;
    int flags = 0;
    for (int e = 0; e < unit.edges; ++e) {
      if (!basic[unit.edge + e]) continue;
      // The pair last and first: the facet begins at the last.
      if (first < 0 || (first == 0 && e == unit.edges - 1)) first = e;
      ++flags;
    }
    const bool cap = unit.cap >= 0 && basic[unit.cap];
    const bool pushes = unit.normal >= 0 ? basic[unit.normal] != 0 : flags > 0;
    patterns[k] = {pushes ? Motion::stick : Motion::open, 0};
    if (pushes && cap) {
      if (unit.normal < 0) {
        patterns[k].kind = Motion::capped;
      } else if (flags > 0) {
        patterns[k] = {flags > 1 ? Motion::facet : Motion::edge, first};
      }
    }
    any = any || pushes;
  }
  return any;
}

void write_patterns(const Condensed& lcp, const NewtonWork& work, Span<std::uint8_t> basic, Span<double> z) {
  std::fill(basic.begin(), basic.end(), std::uint8_t{0});
  fill(z.data(), 0.0, z.size());
  for (int k = 0; k < lcp.units.size(); ++k) {
    const Unit& unit = lcp.units[k];
    const Motion kind = work.pattern[size(k)].kind;
    const double sign = unit.normal < 0 ? lcp.unknowns[unit.edge].weight[0] : 1.0;
    const int main = unit.normal < 0 ? unit.edge : unit.normal;
    z[main] = kind == Motion::capped ? unit.range : std::max(0.0, sign * work.f[size(unit.row)]);
    basic[main] = kind != Motion::open;
    if (kind == Motion::capped) {
      basic[unit.cap] = 1;
      z[unit.cap] = std::max(0.0, -sign * work.u[size(unit.row)]);
    } else if (has_friction(unit) && !is_round(unit)) {
      write_friction(lcp, work, k, basic, z);
    }
  }
}

}  // namespace stickslip::lcp
