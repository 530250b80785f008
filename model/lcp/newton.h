#pragma once

#include <cstdint>
#include <vector>

#include "model/lcp/condensed.h"
#include "model/lcp/cone.h"
#include "model/lcp/lemke.h"
#include "model/lcp/options.h"

namespace stickslip::lcp {

/// One unknown of the linear problem that a pattern leaves: a combination p of its unit's rows carries impulse, a
/// combination q of their velocities must vanish.
struct Direction {
  int row;
  int rows;
  double p[3];
  double q[3];
};

struct NewtonWork {
  NewtonWork(int units, int rows, int unknowns);
  std::vector<Pattern> pattern;
  std::vector<int> begin;  // of A's columns
  std::vector<int> end;
  std::vector<int> order;  // of units, for a small band
  std::vector<int> level;
  std::vector<int> queue;
  std::vector<std::uint8_t> linked;  // units^2
  std::vector<Direction> directions;
  std::vector<int> first_direction;  // per unit
  std::vector<double> matrix;
  std::vector<int> pivots;
  std::vector<double> x;
  std::vector<double> f;
  std::vector<double> u;
  std::vector<double> centre;
  std::vector<double> f_old;
  std::vector<double> u_old;
  std::vector<double> w;
  std::vector<double> column;
};

/// Semismooth Newton on the natural map of the polygonal cones: every step solves the linear problem of the pattern
/// that the last one pointed to. Started from the pattern that `basic` describes, or from a few Gauss-Seidel sweeps.
/// On success `z` is the solution and `basic` its pattern, which unlike a basis of Lemke's may hold dependent forces.
PivotReport newton(const Condensed& lcp, const Options& options, NewtonWork& work, Span<std::uint8_t> basic,
                   Span<double> z);

}  // namespace stickslip::lcp
