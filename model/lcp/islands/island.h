#pragma once

#include "model/lcp/islands/stages.h"

namespace stickslip::lcp {

/// Natural defects in units of V.
struct Defects {
  double start;  // of the last impulses
  double end;    // of the answer
};

constexpr double kCheap = 1e8;  // multiplications for the stages of a problem as posed

/// Solves an island with the law that the system has, from system.warm; f is the answer.
///
/// Contacts are listed when they may be met; those that carry no force and are not approached have no say. Only the
/// others take part, and what turns out to be violated is added. The stages take so many multiplications for
/// factorisations, but at least 120 of these and at most 500.
Defects solve_island(const Island& island, double multiplications, IslandWork& work);

/// Whether kCheap affords more than the least with the factor that there is, or none was needed.
bool is_cheap(const Space& space);

/// Goes on to the problem as posed from f, which solve_island has found for a softened one: proximal passes from there.
/// False where these do not arrive; f is what it was then, and u and the velocity are undefined.
bool go_on_as_posed(const Island& island, IslandWork& work);

}  // namespace stickslip::lcp
