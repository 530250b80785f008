#include <algorithm>
#include <array>
#include <functional>
#include <set>

#include "fmu/lint/passes.h"

namespace stickslip::host {

namespace {

using Indices = std::set<std::uint32_t>;

bool is_unknown_initially(const ScalarVariable& v) {
  const std::optional<Initial> initial = initial_of(v);
  return initial == Initial::approx || initial == Initial::calculated;
}

/// One list of <Unknown>, and which variables belong into it.
class ListChecker {
 public:
  ListChecker(const ModelDescription& description, const char* list, const Findings& findings)
      : description_(description), list_(list), findings_(findings) {}

  /// `known` says whether a dependency on this variable makes sense in this list.
  void check(const std::vector<Unknown>& unknowns,
             const std::function<bool(const ScalarVariable&, std::uint32_t)>& known, bool initial) const {
    Indices seen;
    for (const Unknown& unknown : unknowns) {
      if (unknown.index == 0 || unknown.index > description_.variables.size()) {
        error(unknown, "index " + std::to_string(unknown.index) + " is no variable",
              "indices count from 1 to " + std::to_string(description_.variables.size()));
        continue;
      }
      if (!seen.insert(unknown.index).second) error(unknown, name(unknown.index) + " is listed twice", "list it once");
      check_dependencies(unknown, known);
      check_kinds(unknown, initial);
    }
  }

  /// The list must hold exactly `expected`.
  void compare(const std::vector<Unknown>& unknowns, const Indices& expected, const std::string& rule) const {
    Indices listed;
    for (const Unknown& unknown : unknowns) {
      const bool valid = unknown.index >= 1 && unknown.index <= description_.variables.size();
      if (valid && listed.insert(unknown.index).second && expected.count(unknown.index) == 0)
        error(unknown, name(unknown.index) + " does not belong there", rule);
    }
    for (const std::uint32_t index : expected)
      if (listed.count(index) == 0)
        findings_.error(description_.variables[index - 1].line, std::string(list_) + ": " + name(index) + " is missing",
                        rule);
  }

  void error(const Unknown& unknown, const std::string& what, const std::string& remedy) const {
    findings_.error(unknown.line, std::string(list_) + ": " + what, remedy);
  }

  std::string name(std::uint32_t index) const { return in_quotes(description_.variables[index - 1].name); }

 private:
  void check_dependencies(const Unknown& unknown,
                          const std::function<bool(const ScalarVariable&, std::uint32_t)>& known) const {
    if (!unknown.dependencies) return;
    const std::string of = "the dependencies of " + name(unknown.index);
    const std::vector<std::uint32_t>& list = *unknown.dependencies;
    for (const std::uint32_t index : list) {
      if (index == 0 || index > description_.variables.size()) {
        error(unknown, of + " contain " + std::to_string(index) + ", which is no variable",
              index == 0 ? "indices count from 1; a dependency on nothing is dependencies=\"\""
                         : "indices count from 1 to " + std::to_string(description_.variables.size()));
      } else if (!known(description_.variables[index - 1], index)) {
        findings_.warn(unknown.line,
                       std::string(list_) + ": " + of + " contain " + name(index) + ", which is no known there",
                       "list inputs, states and time; initially, inputs and variables with an exact start");
      }
    }
    if (std::adjacent_find(list.begin(), list.end(), std::greater_equal<>()) != list.end())
      error(unknown, of + " are not in ascending order", "sort them, each once");
  }

  void check_kinds(const Unknown& unknown, bool initial) const {
    if (!unknown.kinds) return;
    const std::string of = "dependenciesKind of " + name(unknown.index);
    if (!unknown.dependencies) {
      error(unknown, of + " stands without dependencies", "add them or remove the kinds");
      return;
    }
    if (unknown.kinds->size() != unknown.dependencies->size())
      error(unknown,
            of + " has " + std::to_string(unknown.kinds->size()) + " words for " +
                std::to_string(unknown.dependencies->size()) + " dependencies",
            "give one for each");
    const bool real = description_.variables[unknown.index - 1].attributes.type == Type::real;
    for (const std::string& kind : *unknown.kinds) {
      constexpr std::array kAll{"dependent", "constant", "fixed", "tunable", "discrete"};
      if (std::find(kAll.begin(), kAll.end(), kind) == kAll.end()) {
        error(unknown, of + ": " + in_quotes(kind) + " is unknown",
              "write dependent, constant, fixed, tunable or discrete");
      } else if (initial && kind != "dependent" && kind != "constant") {
        error(unknown, of + ": " + in_quotes(kind) + " is not allowed initially", "write dependent or constant");
      } else if (!real && kind != "dependent") {
        findings_.warn(unknown.line, std::string(list_) + ": " + of + ": only a Real is a factor times a known",
                       "write dependent");
      }
    }
  }

  const ModelDescription& description_;
  const char* list_;
  const Findings& findings_;
};

/// Derivatives that the list exposes, and their states.
Indices states_and_derivatives(const ModelDescription& description, bool states_only) {
  Indices indices;
  const std::size_t count = description.variables.size();
  for (const Unknown& unknown : description.derivatives) {
    if (unknown.index == 0 || unknown.index > count) continue;
    const std::uint32_t state = description.variables[unknown.index - 1].derivative_of;
    if (!states_only) indices.insert(unknown.index);
    if (state != 0 && state <= count) indices.insert(state);
  }
  return indices;
}

void check_outputs(const ModelDescription& description, const Indices& states, const Findings& findings) {
  const ListChecker checker(description, "ModelStructure/Outputs", findings);
  const auto known = [&](const ScalarVariable& v, std::uint32_t index) {
    return v.causality == Causality::input || v.causality == Causality::independent || states.count(index) != 0;
  };
  checker.check(description.outputs, known, false);
  Indices expected;
  bool inputs = false;
  for (std::uint32_t i = 1; i <= description.variables.size(); ++i) {
    const Causality causality = description.variables[i - 1].causality;
    if (causality == Causality::output) expected.insert(i);
    inputs = inputs || causality == Causality::input;
  }
  checker.compare(description.outputs, expected, "exactly the variables with causality output are listed there");
  const auto omitted = std::find_if(description.outputs.begin(), description.outputs.end(),
                                    [](const Unknown& unknown) { return !unknown.dependencies; });
  if (inputs && description.co_simulation && omitted != description.outputs.end())
    findings.warn(omitted->line, "ModelStructure/Outputs: an output says nothing of its dependencies",
                  "importers read that as \"on every input\" and see algebraic loops; end-of-step values have "
                  "dependencies=\"\"");
}

void check_derivatives(const ModelDescription& description, const Indices& states, const Findings& findings) {
  const ListChecker checker(description, "ModelStructure/Derivatives", findings);
  const auto known = [&](const ScalarVariable& v, std::uint32_t index) {
    return v.causality == Causality::input || v.causality == Causality::independent || states.count(index) != 0;
  };
  checker.check(description.derivatives, known, false);
  for (const Unknown& unknown : description.derivatives) {
    const bool valid = unknown.index >= 1 && unknown.index <= description.variables.size();
    if (valid && description.variables[unknown.index - 1].derivative_of == 0)
      checker.error(unknown, checker.name(unknown.index) + " is no derivative",
                    "give it derivative=\"index of the state\"");
  }
}

void check_initial_unknowns(const ModelDescription& description, const Findings& findings) {
  const ListChecker checker(description, "ModelStructure/InitialUnknowns", findings);
  const auto known = [](const ScalarVariable& v, std::uint32_t) {
    return v.causality == Causality::input || v.causality == Causality::independent || initial_of(v) == Initial::exact;
  };
  checker.check(description.initial_unknowns, known, true);
  Indices expected;
  for (const std::uint32_t index : states_and_derivatives(description, false))
    if (is_unknown_initially(description.variables[index - 1])) expected.insert(index);
  for (std::uint32_t i = 1; i <= description.variables.size(); ++i) {
    const ScalarVariable& v = description.variables[i - 1];
    const bool output = v.causality == Causality::output && is_unknown_initially(v);
    if (output || v.causality == Causality::calculated_parameter) expected.insert(i);
  }
  checker.compare(description.initial_unknowns, expected,
                  "exactly the outputs with initial approx or calculated, the calculatedParameters and such states and "
                  "derivatives are listed there");
  const auto less = [](const Unknown& a, const Unknown& b) { return a.index < b.index; };
  if (!std::is_sorted(description.initial_unknowns.begin(), description.initial_unknowns.end(), less))
    findings.error(description.initial_unknowns.front().line, "ModelStructure/InitialUnknowns is not ordered by index",
                   "sort it");
}

}  // namespace

void lint_structure(const ModelDescription& description, const Findings& findings) {
  const Indices states = states_and_derivatives(description, true);
  check_outputs(description, states, findings);
  check_derivatives(description, states, findings);
  check_initial_unknowns(description, findings);
}

}  // namespace stickslip::host
