#pragma once

#include <cstdint>

#include "model/lcp/condensed.h"
#include "model/lcp/cone.h"
#include "model/lcp/lemke.h"
#include "model/lcp/options.h"
#include "model/math/untouched.h"

namespace stickslip::lcp {

/// One unknown y of the linear problem that a pattern leaves: a combination p of its unit's rows carries impulse, and
/// of their velocities a combination q, with `compliance` y, must vanish.
struct Direction {
  int row;
  int rows;
  double p[3];
  double q[3];
  double compliance;
};

struct NewtonWork {
  NewtonWork(int units, int rows, int unknowns);
  UntouchedVector<Pattern> pattern;
  UntouchedVector<Pattern> pattern_old;
  UntouchedVector<int> begin;  // of A's columns
  UntouchedVector<int> end;
  UntouchedVector<int> order;  // of units, for a small band
  UntouchedVector<int> level;
  UntouchedVector<int> queue;
  UntouchedVector<int> first_link;  // per unit and one more
  UntouchedVector<int> links;       // units^2
  UntouchedVector<Direction> directions;
  UntouchedVector<int> first_direction;  // per unit
  UntouchedVector<double> matrix;
  UntouchedVector<int> pivots;
  UntouchedVector<double> x;
  UntouchedVector<double> f;  // impulses of the rows: start and result
  UntouchedVector<double> u;
  UntouchedVector<double> centre;
  UntouchedVector<double> start;
  UntouchedVector<double> f_old;
  UntouchedVector<double> u_old;
  UntouchedVector<double> w;
  UntouchedVector<double> column;
  UntouchedVector<double> dilation;     // per unit
  UntouchedVector<std::uint8_t> basic;  // per unknown: patterns on trial, ...
  UntouchedVector<double> z;            // ... and what they give
};

class SharedLoad;

/// Semismooth Newton on the natural map of the friction cones: every step solves the linear problem of the patterns
/// that the last one pointed to. On polygons it is started from the patterns that `basic` describes, or from a few
/// Gauss-Seidel sweeps; on success `z` is the solution and `basic` its pattern, which unlike a basis of Lemke's may
/// hold dependent forces. The compliance of `load` (may be null) is taken away at the end, if that leaves a solution.
PivotReport newton(const Condensed& lcp, const Options& options, NewtonWork& work, Span<std::uint8_t> basic,
                   Span<double> z, SharedLoad* load);

/// Newton by a detour, for polygons on which neither the above nor Lemke's method ends: contacts that slide are made to
/// open at mu times their speed, by which the problem becomes convex, and are then held back by what that is, over and
/// over, until the patterns solve the problem as posed. `basic` and `z` are changed only if they do.
PivotReport newton_dilatant(const Condensed& lcp, NewtonWork& work, Span<std::uint8_t> basic, Span<double> z);

/// Whether the patterns that `basic` describes, with the forces of `z` where they leave a choice, solve the problem;
/// `basic` and `z` are changed only if they do.
bool patterns_hold(const Condensed& lcp, NewtonWork& work, Span<std::uint8_t> basic, Span<double> z);

/// Newton on round cones, started from `f`, which holds impulses of all rows and on success those of the solution;
/// `z` and `basic` get what there is of it: normals and bounded rows.
PivotReport newton_round(const Condensed& lcp, NewtonWork& work, Span<double> f, Span<std::uint8_t> basic,
                         Span<double> z, SharedLoad* load);

}  // namespace stickslip::lcp
