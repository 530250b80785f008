#pragma once

#include "model/lcp/islands/stages.h"

namespace stickslip::lcp {

/// Natural defects in units of V.
struct Defects {
  double start;  // of the last impulses
  double end;    // of the answer
};

/// Factorisations: `least` in any case, and where they are cheap up to `most`.
struct Budget {
  int least, most;
};

/// Solves an island with the law that the system has, from work.warm; f is the answer.
///
/// Contacts are listed when they may be met; those that carry no force and are not approached have no say. Only the
/// others take part, and what turns out to be violated is added.
Defects solve_island(const Island& island, const Budget& budget, IslandWork& work);

}  // namespace stickslip::lcp
