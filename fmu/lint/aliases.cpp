#include <algorithm>
#include <map>

#include "fmu/lint/passes.h"

namespace stickslip::host {

namespace {

using Aliases = std::vector<const ScalarVariable*>;

void check_set(const ModelDescription& description, const Aliases& set, const Findings& findings) {
  const ScalarVariable& first = *set.front();
  const std::string reference = "value reference " + std::to_string(first.reference);
  const ScalarVariable* started = nullptr;
  for (const ScalarVariable* v : set) {
    const std::string both = in_quotes(first.name) + " and " + in_quotes(v->name) + " share " + reference;
    const bool constant = v->variability == Variability::constant;
    if (constant != (first.variability == Variability::constant))
      findings.error(v->line, both + ", but only one is constant", "give them different references");
    if (constant && v->start_text != first.start_text)
      findings.error(v->line, both + " and are constants with different starts", "give them different references");
    if (effective_attributes(description, *v).unit != effective_attributes(description, first).unit)
      findings.error(v->line, both + ", but not the unit", "aliases have the same unit");
    if (constant || !v->has_start) continue;
    if (started != nullptr)
      findings.error(
          v->line,
          in_quotes(started->name) + " and " + in_quotes(v->name) + " share " + reference + " and both have a start",
          "only one of some aliases may be set; give them different references or remove one start");
    if (started == nullptr) started = v;
  }
}

}  // namespace

void lint_aliases(const ModelDescription& description, const Findings& findings) {
  // Enumerations are read and set with the functions for Integer, so they share its references.
  std::map<std::pair<Type, std::uint32_t>, Aliases> sets;
  for (const ScalarVariable& v : description.variables) {
    const Type type = v.attributes.type == Type::enumeration ? Type::integer : v.attributes.type;
    sets[{type, v.reference}].push_back(&v);
  }
  for (const auto& [key, set] : sets)
    if (set.size() > 1) check_set(description, set, findings);
}

}  // namespace stickslip::host
