#pragma once

namespace stickslip::lcp {

/// Multiplications that an operation on an island takes, at most: what all budgets are counted in.
struct Prices {
  double evaluation = 0;     // of velocities, slacks and laws that belong to impulses
  double solve = 0;          // of one pass of solve_step
  double factorisation = 0;  // with the assembly
};

/// What these depend on.
struct Extent {
  double bodies = 0, rows = 0;
  double entries = 0;  // of all Jacobians
  double width = 6;    // unknowns a body
  double reach = 2;    // bodies that a unit acts on
};

constexpr double kLaw = 20;  // multiplications that the law of a row takes

inline double evaluation_price(const Extent& e) {
  return 2 * e.entries + e.width * e.width * e.bodies + kLaw * e.rows;
}

/// With the pattern of a factor that takes so much itself.
Prices prices_with(const Extent& extent, double factor, double solve, double assembly);

/// With the worst pattern that so many bodies may have. Of several islands they add up to no more than those of one
/// with all of their bodies, rows and entries.
Prices worst_prices(const Extent& extent);

/// One iteration of any strategy, whatever happens in it.
double iteration_price(const Prices& prices);

}  // namespace stickslip::lcp
