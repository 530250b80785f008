#pragma once

#include "model/lcp/condensed.h"
#include "model/lcp/cone.h"

/// The natural map of the friction cones, f - P(f - u / mobility): zero at a solution, and the place of the projection
/// P tells what each contact or bounded row does. `f` and `u` are impulses and velocities of all condensed rows; both
/// tangents of a contact share one mobility, without which the map's zeros would not be solutions.
namespace stickslip::lcp {

/// What is asked of a contact: the compliance `tau` on all its rows; and where it slides either no normal velocity, as
/// posed, or, `dilatant`, that it opens at mu times its speed of sliding. Then the cone's projection is the nearest
/// point in the metric of the mobilities, and the problem that of a minimum: convex, with one motion that solves it.
struct Law {
  double tau = 0;
  bool dilatant = false;
};

/// Unit vector of edge k of the unit's polygon, k modulo the number of edges.
Edge edge_of(const Condensed& lcp, const Unit& unit, int k);

/// A_ii, with the compliance tau, of the normal or bounded row, ...
double mobility(const Condensed& lcp, double tau, int row);
/// ... and the larger one of the tangents.
double tangent_mobility(const Condensed& lcp, double tau, const Unit& unit);

/// The unit's part of P(f - u / mobility) in `projected`, and where in the cone that is.
Pattern project(const Condensed& lcp, const Law& law, const Unit& unit, const double* f, const double* u,
                double* projected);

/// Sum of squares of the map's defect, in units of energy.
double merit(const Condensed& lcp, const Law& law, const double* f, const double* u);

/// Largest defect of the map with mobility 1, the scaled form of what `residual` measures.
double natural_defect(const Condensed& lcp, const double* f, const double* u);

}  // namespace stickslip::lcp
