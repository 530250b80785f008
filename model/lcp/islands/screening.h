#pragma once

#include "model/lcp/newton/space.h"

namespace stickslip::lcp {

/// Contacts are listed when they may be met. Those that carry no force and are not approached have no say: only the
/// others take part, and what then turns out to be violated is added.

constexpr int kMostAdditions = 3;  // where the cost is bounded

/// Poses the island and leaves the last impulses in f, or none where none are needed. Where these do not hold, who is
/// near in the free motion takes part. Returns the natural defect of f in units of V.
double start_island(const Part& all, IslandWork& work);

/// Everything but contacts takes part.
void mark_others(const Part& all, IslandWork& work);

/// Contacts that carried force, or open slower than half the bodies' typical speed, for the u that there is.
void mark_near(const Part& all, IslandWork& work);

void mark_all(const Part& all, IslandWork& work);

/// What takes part; the rest carries no force.
Part list_active(const Part& all, IslandWork& work);

/// Whether contacts that took no part approach faster than `tolerance`, in units of V; they take part from now on.
bool add_violated(const Part& all, double tolerance, IslandWork& work);

}  // namespace stickslip::lcp
