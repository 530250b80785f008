#pragma once

#include "model/lcp/condense.h"
#include "model/lcp/lemke.h"

/// Redundant contacts share their load as evenly as they can. What friction holds depends on how they share: a box
/// squeezed between two faces has a solution in which it sticks and another one in which all the load sits on one
/// corner, about which it turns and falls, and left to itself a method finds either. So normals with friction get a
/// little compliance tau, which makes their forces unique, and the passes after the first, b - tau f_before, take away
/// what the compliance changed of the motion.
namespace stickslip::lcp {

/// Adds the compliance; false, and nothing changed, where no two contacts with friction are between the same bodies.
bool begin_sharing(const Problem& problem, Condensation& condensation);

/// Prepares the pass after the one that gave `z`; false when that was the last one.
bool goes_on_sharing(Condensation& condensation, Span<const double> z);

/// Makes A and b again what they were.
void end_sharing(Condensation& condensation);

/// Runs `solve`, which solves the condensed problem for `z`, on the passes.
template <class Solve>
PivotReport solve_sharing(const Problem& problem, Condensation& condensation, Span<const double> z, Solve&& solve) {
  constexpr int kPasses = 6;
  if (!begin_sharing(problem, condensation)) return solve();
  PivotReport out = solve();
  for (int pass = 1; pass < kPasses && out.status == Status::solved; ++pass) {
    if (!goes_on_sharing(condensation, z)) break;
    const PivotReport report = solve();
    out.pivots += report.pivots;
    out.status = report.status;
  }
  end_sharing(condensation);
  return out;
}

}  // namespace stickslip::lcp
