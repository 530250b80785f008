#pragma once

#include <string>
#include <vector>

#include "model/core/model.h"

namespace stickslip::cli {

/// What `check` tells about a model besides its variables.
struct ModelFacts {
  int moving_bodies = 0;
  int freedom = 0;                   // degrees of freedom that the joints leave
  int redundant = 0;                 // constraints of the joints that others imply, in the initial configuration
  std::vector<std::string> implied;  // joints and gears that share in them
  double overlap = 0;                // m, the deepest of any two shapes at the start
  double joint_error = 0;            // m or rad, what is left after the loops were closed
};

ModelFacts facts_of(const Model& model);

}  // namespace stickslip::cli
