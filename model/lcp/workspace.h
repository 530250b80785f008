#pragma once

#include "model/lcp/islands/pivots.h"
#include "model/lcp/newton/island_work.h"

namespace stickslip::lcp {

/// What a workspace takes, near enough. In bytes.
double bytes_of(const Capacity& capacity);

/// Every buffer of `solve`, sized once. What it holds between calls never influences a result.
struct Workspace {
  explicit Workspace(const Capacity& capacity);
  bool fits(const Problem& problem, int edges) const;

  Capacity capacity;
  IslandWork islands;
  PivotWork pivots;
};

}  // namespace stickslip::lcp
