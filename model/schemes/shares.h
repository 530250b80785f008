#pragma once

#include "model/workspace/workspace.h"

/// Newton's and Poisson's hypotheses gain energy in multiple contact with friction. Between a solution without rebounds
/// (v^c, c^c) and one with them (v^p, c^p) everything that a rebound has to respect is convex, and the energy of
///
///   v(s) = v^c + s (v^p - v^c),   c(s) alike,   0 <= s <= 1
///
/// is a parabola in s: each group of bodies takes the largest s at which its energy does not rise. It needs no further
/// problem, and where nothing rises s = 1 keeps every bit.
namespace stickslip {

/// Keeps the solution in the workspace, for another one to be solved.
void keep_solution(Workspace& work);

/// Exchanges the solution with the one that was kept.
void exchange_with_kept(Workspace& work);

/// Moves the solution back to `velocity` and `impulse` (none: zero) by the share of each group in work.share, given at
/// its first body. Groups with share 1 keep their bits.
void take_shares(Span<const double> velocity, Span<const double> impulse, Workspace& work);

}  // namespace stickslip
