#pragma once

#include "model/lcp/condense.h"
#include "model/lcp/lemke.h"

namespace stickslip::lcp {

/// Redundant contacts share their load as evenly as they can. What friction holds depends on how they share: a box
/// squeezed between two faces has a solution in which it sticks and another one in which all the load sits on one
/// corner, about which it turns and falls, and left to itself a method finds either. So normals with friction get a
/// little compliance tau, which makes their forces unique, and afterwards what it changed of the motion is taken away:
/// by a method that keeps its factors at once, else by passes with b - tau f_before.
class SharedLoad {
 public:
  /// Adds the compliance where two contacts with friction are between the same bodies.
  SharedLoad(const Problem& problem, Condensation& condensation);
  bool is_active() const { return active_; }
  /// A and b as posed; and the compliance again, as it was.
  void take_away();
  void put_back();
  /// Prepares the pass after the one that gave `z`; false when that was the last one.
  bool goes_on(Span<const double> z);

 private:
  Condensation& c_;
  bool active_ = false;
};

/// Runs `solve(SharedLoad*)`, which solves the condensed problem for `z`, on the passes. Where it returns with the
/// compliance taken away, it has solved the problem as posed. Passes that go on and on creep towards forces that the
/// compliance keeps from building up, or away from a solution that only it had.
template <class Solve>
PivotReport solve_sharing(const Problem& problem, Condensation& condensation, Span<const double> z, Solve&& solve) {
  constexpr int kPasses = 6;
  SharedLoad load(problem, condensation);
  if (!load.is_active()) return solve(nullptr);
  PivotReport out = solve(&load);
  for (int pass = 1; load.is_active() && out.status == Status::solved && load.goes_on(z); ++pass) {
    if (pass == kPasses) {
      out.status = Status::inexact;
      break;
    }
    const PivotReport report = solve(nullptr);
    out.pivots += report.pivots;
    out.status = report.status;
  }
  if (load.is_active()) load.take_away();
  return out;
}

}  // namespace stickslip::lcp
