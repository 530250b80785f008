#include "model/lcp/newton/prices.h"

#include <algorithm>

#include "model/lcp/algebra/elimination.h"
#include "model/math/arithmetic.h"

namespace stickslip::lcp {
namespace {

constexpr double kMostSolves = 9;        // of a step with all its refinements, ...
constexpr double kMostEvaluations = 18;  // ... and of one on the path with all its halvings

/// Blocks that a factorisation multiplies: one a body, and for a column with c entries c + c^2. A column with c entries
/// takes c (c + 1)/2 of the fill, with those that it links.
double worst_blocks(double bodies) {
  const double fill = most_fill(bodies);
  if (fill == bodies * (bodies - 1) / 2) return bodies + fill + (bodies - 1) * bodies * (2 * bodies - 1) / 6;
  const double longest = std::min(bodies - 1, (root(8 * fill + 1) - 1) / 2);
  return bodies + fill + longest * fill;
}

}  // namespace

Prices prices_with(const Extent& e, double factor, double solve, double assembly) {
  Prices prices;
  prices.evaluation = evaluation_price(e);
  prices.factorisation = factor + assembly + kLaw * e.rows;
  prices.solve = solve + 2 * prices.evaluation + kLaw * e.rows;
  return prices;
}

Prices worst_prices(const Extent& e) {
  const double square = e.width * e.width;
  const double factor = worst_blocks(e.bodies) * square * e.width;
  const double solve = (2 * most_fill(e.bodies) + e.bodies) * square;
  return prices_with(e, factor, solve, e.entries * (3 + e.reach * e.width));
}

double iteration_price(const Prices& prices) {
  return prices.factorisation + kMostSolves * prices.solve + kMostEvaluations * prices.evaluation;
}

}  // namespace stickslip::lcp
