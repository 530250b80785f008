#pragma once

#include <vector>

#include "model/core/model.h"
#include "model/interface/variable.h"

namespace stickslip {

/// A variable that could be exposed, and what its initial value follows from.
struct Candidate {
  Variable variable;
  int group = -1;            // bodies connected by joints; -1: the world, or not a matter of starts
  bool listed_only = false;  // an input that is exposed only when the interface names it
};

std::vector<Candidate> all_candidates(const Model& model);

}  // namespace stickslip
