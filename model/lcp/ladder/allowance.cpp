#include "model/lcp/ladder/allowance.h"

#include <algorithm>
#include <cmath>

namespace stickslip::lcp {
namespace {

/// Of each list, in the costliest iterations that an island of that size can have. What is solved as posed mostly takes
/// less than a hundredth of its own: pivoting in doubled precision needs it. With 1000, two of 13 052 generated
/// problems are softened that are solved with 4000.
constexpr double kIterations[] = {4000, 500, 100};
constexpr double kShares[] = {4000, 4000, 2000};  // of what is given
constexpr double kGiven = 10000;
constexpr double kReserved = 40;  // evaluations around a list's iterations

// Projecting: joints are held twice, with one factorisation.
constexpr double kProjectingSolves = 8;
constexpr double kProjecting = 16;  // evaluations, the look at the last impulses among them

}  // namespace

double weight_of(const Extent& island) {
  return iteration_price(worst_prices(island));
}

Allowance allowance_of(const Extent& island, double given) {
  const Prices worst = worst_prices(island);
  const double iteration = iteration_price(worst);
  Allowance out;
  for (int k = 0; k < 3; ++k) out.list[k] = std::min(kIterations[k] * iteration, kShares[k] / kGiven * given);
  out.reserve = kReserved * worst.evaluation;
  out.shared = kGiven * iteration;
  out.fixed = worst.factorisation + kProjectingSolves * worst.solve + kProjecting * worst.evaluation;
  return out;
}

double reading_price(const Extent& all) {
  constexpr double kBody = 200;  // its mass and what it does by itself
  constexpr double kEntry = 12;  // of the Jacobians: its body's mass, the row's scale, and writing what was found
  return kBody * all.bodies + kEntry * all.entries;
}

Allowance most_allowance(const Capacity& c, int width) {
  Extent all;
  all.bodies = c.bodies;
  all.rows = c.rows;
  all.width = width;
  all.reach = c.reach;
  all.entries = std::min(9.0 * c.blocks, all.reach * width * c.rows);
  Allowance out = allowance_of(all, HUGE_VAL);
  out.fixed += reading_price(all);
  return out;
}

}  // namespace stickslip::lcp
