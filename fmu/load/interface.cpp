// [interface]
#include <algorithm>
#include <set>

#include "fmu/load/reading.h"
#include "model/interface/describe.h"

namespace stickslip::load {

namespace {

bool selectable(const Variable& variable, Causality causality) {
  if (variable.causality == causality) return true;
  return causality == Causality::input && variable.variability == Variability::tunable;  // a tunable as an input
}

/// What to say about a pattern that selects nothing; empty when it does.
std::string complaint(const std::string& pattern, const char* noun, Causality causality,
                      const std::vector<Variable>& variables) {
  bool elsewhere = false;
  std::set<std::string> names;
  for (const Variable& variable : variables) {
    const bool matches = name_matches(pattern, variable.name);
    if (matches && selectable(variable, causality)) return {};
    elsewhere = elsewhere || matches;
    if (selectable(variable, causality)) names.insert(variable.name.substr(0, variable.name.find('[')));
  }
  if (elsewhere) return in_quotes(pattern) + " matches variables of another kind, but no " + noun;
  return in_quotes(pattern) + " matches no " + noun + suggestion(pattern, {names.begin(), names.end()});
}

void read_selection(std::string_view key, Section& section, Selection& selection) {
  const toml::node* node = section.node(key);
  if (node == nullptr) return;
  selection.given = true;
  const toml::array* array = node->as_array();
  if (array == nullptr) {
    section.error(place_of(*node), std::string(key) + " must be an array of name patterns, got " + kind_of(*node));
    return;
  }
  for (std::size_t i = 0; i < array->size(); ++i) {
    const auto pattern = section.string_in((*array)[i], std::string(key) + "[" + std::to_string(i + 1) + "]");
    if (pattern) selection.patterns.push_back(*pattern);
  }
}

}  // namespace

void read_interface(const toml::table& file, Reading& reading) {
  const toml::table* table = table_at(file, "interface", reading.log);
  if (table == nullptr) return;
  Section section(*table, "interface", reading.model.planar, reading.log);
  Interface& interface = reading.model.interface;
  read_selection("inputs", section, interface.inputs);
  read_selection("outputs", section, interface.outputs);
  read_selection("parameters", section, interface.parameters);
  section.finish();
}

void check_interface(const toml::table& file, Reading& reading) {
  const auto table = file["interface"];
  const std::vector<Variable> variables = table ? candidate_variables(reading.model) : std::vector<Variable>();
  const auto check = [&](const char* key, const char* noun, Causality causality, const Selection& selection) {
    for (std::size_t i = 0; i < selection.patterns.size(); ++i) {
      const std::string text = complaint(selection.patterns[i], noun, causality, variables);
      if (!text.empty())
        reading.log.error(place_of(*table[key][i].node()), "interface: " + std::string(key) + ": " + text);
    }
  };
  check("inputs", "input", Causality::input, reading.model.interface.inputs);
  check("outputs", "output", Causality::output, reading.model.interface.outputs);
  check("parameters", "parameter", Causality::parameter, reading.model.interface.parameters);
}

}  // namespace stickslip::load
