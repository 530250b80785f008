#pragma once

#include "model/lcp/islands/stages.h"

namespace stickslip::lcp {

/// Solves an island with the law that the system has, from work.warm; f is the answer. Returns its natural defect in
/// units of V.
///
/// Contacts are listed when they may be met; those that carry no force and are not approached have no say. Only the
/// others take part, and what turns out to be violated is added.
double solve_island(const Island& island, int most_factorisations, IslandWork& work);

}  // namespace stickslip::lcp
