#pragma once

#include <string>
#include <vector>

#include "model/core/model.h"
#include "model/interface/variable.h"

namespace stickslip {

/// The variables a user of the model sees, in a fixed order: what the interface section selects of
/// candidate_variables(). The position in the list is the value reference; the same list names CSV columns and fills
/// modelDescription.xml.
std::vector<Variable> describe(const Model& model);

/// Everything the interface section could select. Tunables stand here as parameters; listed as inputs they become
/// inputs.
std::vector<Variable> candidate_variables(const Model& model);

/// Glob over a whole name, `*` crosses dots. A pattern also matches all elements of a vector by the name before the
/// `[`.
bool name_matches(const std::string& pattern, const std::string& name);

}  // namespace stickslip
