#pragma once

#include "model/lcp/newton/prices.h"
#include "model/lcp/problem.h"

namespace stickslip::lcp {

/// Lists of strategies, from the problem as posed to what is easier; each has a budget of its own. What none of them
/// solves is projected, at a fixed price.
enum class List { posed, softened, dissipative };

/// What an island may cost, in multiplications; all of it follows from its sizes.
struct Allowance {
  double fixed;    // the look at the last impulses, and projecting
  double list[3];  // of each List, with ...
  double reserve;  // ... what has to be left of it when iterations end
  double shared;   // what all lists are given where that is asked for by one number
};

/// The lists share `given`, and none takes more than an island of that size may.
Allowance allowance_of(const Extent& island, double given);

/// In proportion to this islands share what is given to all of them.
double weight_of(const Extent& island);

/// The most that a solve within a capacity takes, whatever it is given. Bodies are those that move, each with `width`
/// unknowns.
Allowance most_allowance(const Capacity& capacity, int width);

/// What reading a problem takes.
double reading_price(const Extent& all);

}  // namespace stickslip::lcp
