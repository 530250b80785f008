#pragma once

#include "model/lcp/newton/space.h"
#include "model/lcp/options.h"

namespace stickslip::lcp {

/// Whether the options ask for a method whose cost is bounded by numbers that the caller gives: sweeps, splitting, or
/// factorisations up to a cap. Such methods end where their numbers are used up, have no fallback ladder, and the
/// residual tells how far they came.
inline bool is_bounded(const Options& options) {
  return options.method == Method::gauss_seidel || options.method == Method::split || options.max_factorisations > 0;
}

/// Impulses for an island, in f, from system.warm. Returns what that took: factorisations, and sweeps.
int solve_bounded(const Island& island, const Options& options, IslandWork& work);

}  // namespace stickslip::lcp
