#pragma once

#include "model/lcp/newton/space.h"

namespace stickslip::lcp {

constexpr double kHolds = 1e-14;            // natural defect, in units of V, of impulses that need no step
constexpr double kSolvedDefect = 1e-12;     // ... at which iterations stop
constexpr double kAcceptedDefect = 8e-11;   // ... and that may count as solved, ...
constexpr double kAcceptedContact = 3e-11;  // ... where there are contacts, whose residual may be twice as large

/// What a strategy starts from and what it may cost.
struct Effort {
  double start;        // natural defect of the warm impulses, in units of V
  int factorisations;  // at most
};

/// The strategies for a part of an island with the law that the system has, one after another, each where the one
/// before failed; f is the answer, or the best there is. Returns its natural defect in units of V.
double run_stages(const Part& part, const Effort& effort, IslandWork& work);

}  // namespace stickslip::lcp
