#include "model/interface/describe.h"

#include <algorithm>
#include <utility>

#include "model/interface/candidates.h"

namespace stickslip {
namespace {

// Takes a step back only to the last `*`, so that no pattern takes longer than pattern times name.
bool glob(const char* pattern, const char* name, const char* end) {
  const char* after_star = nullptr;
  const char* retry = nullptr;
  while (name != end) {
    if (*pattern == '*') {
      after_star = ++pattern;
      retry = name;
    } else if (*pattern == *name) {
      ++pattern;
      ++name;
    } else if (after_star != nullptr) {
      pattern = after_star;
      name = ++retry;
    } else {
      return false;
    }
  }
  while (*pattern == '*') ++pattern;
  return *pattern == '\0';
}

bool selects(const Selection& selection, const std::string& name) {
  return std::any_of(selection.patterns.begin(), selection.patterns.end(),
                     [&](const std::string& pattern) { return name_matches(pattern, name); });
}

// Decides whether a candidate is exposed; a tunable that is listed as an input becomes one.
bool expose(const Interface& interface, Candidate& candidate) {
  Variable& v = candidate.variable;
  const bool as_input = interface.inputs.given && selects(interface.inputs, v.name);
  switch (v.causality) {
    case Causality::input:
      return interface.inputs.given ? as_input : !candidate.listed_only;
    case Causality::output:
      return !interface.outputs.given || selects(interface.outputs, v.name);
    case Causality::parameter:
      break;
  }
  if (as_input && v.variability == Variability::tunable) {
    v.causality = Causality::input;
    v.variability = Variability::continuous;
    return true;
  }
  return !interface.parameters.given || selects(interface.parameters, v.name);
}

constexpr std::size_t kMostStarts = 500;

/// Positions of the start parameters of each group.
std::vector<std::vector<int>> starts_of_groups(const std::vector<Candidate>& exposed) {
  std::vector<std::vector<int>> starts;
  for (std::size_t k = 0; k < exposed.size(); ++k) {
    if (exposed[k].group < 0) continue;
    const auto group = static_cast<std::size_t>(exposed[k].group);
    if (starts.size() <= group) starts.resize(group + 1);
    if (exposed[k].variable.slot.store == Store::start) starts[group].push_back(static_cast<int>(k));
  }
  return starts;
}

/// N: of all that moves; 0 without gravity.
double weight_of(const Model& model) {
  double mass = 0;
  for (const Body& body : model.bodies) mass += body.fixed ? 0 : body.mass;
  return mass * model.gravity.norm();
}

/// Weight is what the forces of a plant are compared with: an importer whose tolerance is relative needs to know it.
double nominal_of(const Model& model, const Variable& v, double weight) {
  if (v.type != ValueType::real || v.causality != Causality::output) return 0;
  if (v.quantity == Quantity::force) return weight;
  return v.quantity == Quantity::impulse ? weight * model.step.size : 0;
}

}  // namespace

bool name_matches(const std::string& pattern, const std::string& name) {
  const char* begin = name.c_str();
  if (glob(pattern.c_str(), begin, begin + name.size())) return true;
  const std::size_t bracket = name.find('[');
  return bracket != std::string::npos && glob(pattern.c_str(), begin, begin + bracket);
}

std::vector<Variable> candidate_variables(const Model& model) {
  std::vector<Variable> variables;
  for (const Candidate& candidate : all_candidates(model)) variables.push_back(candidate.variable);
  return variables;
}

std::vector<Variable> describe(const Model& model) {
  std::vector<Candidate> candidates = all_candidates(model);
  std::vector<Candidate> exposed;
  exposed.reserve(candidates.size());
  for (Candidate& candidate : candidates) {
    if (expose(model.interface, candidate)) exposed.push_back(std::move(candidate));
  }
  const std::vector<std::vector<int>> starts = starts_of_groups(exposed);
  const double weight = weight_of(model);
  std::vector<Variable> variables;
  variables.reserve(exposed.size());
  for (Candidate& output : exposed) {
    Variable& v = output.variable;
    if (v.initial_dependency == InitialDependency::starts && output.group >= 0) {
      const std::vector<int>& own = starts[static_cast<std::size_t>(output.group)];
      // What follows from hundreds of starts is not worth a list of them for every output of a long chain.
      if (own.size() <= kMostStarts) {
        v.initial_starts = own;
      } else {
        v.initial_dependency = InitialDependency::all;
      }
    }
    v.nominal = nominal_of(model, v, weight);
    variables.push_back(std::move(v));
  }
  return variables;
}

}  // namespace stickslip
