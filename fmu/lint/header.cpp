#include <cmath>
#include <set>

#include "fmu/archive/text.h"
#include "fmu/lint/passes.h"

namespace stickslip::host {

namespace {

void check_interface(const Interface& interface, const char* kind, const Findings& findings) {
  if (interface.needs_execution_tool)
    findings.warn(interface.line, std::string(kind) + ": needsExecutionTool is true",
                  "the FMU runs only where its tool is installed; export it self-contained if that is possible");
  if (interface.can_serialize_state && !interface.can_get_and_set_state)
    findings.error(interface.line, std::string(kind) + ": canSerializeFMUstate without canGetAndSetFMUstate",
                   "a state that cannot be taken cannot be serialised; set both or neither");
  std::set<std::string> seen;
  for (const std::string& file : interface.source_files)
    if (!seen.insert(file).second)
      findings.error(interface.line, std::string(kind) + ": source file " + in_quotes(file) + " is listed twice",
                     "list it once");
}

void check_experiment(const ModelDescription& description, const Findings& findings) {
  if (!description.experiment) {
    findings.warn(0, "there is no DefaultExperiment", "give startTime, stopTime and stepSize; importers ask for them");
    return;
  }
  const DefaultExperiment& e = *description.experiment;
  for (const auto& [name, value] : {std::pair{"startTime", e.start}, std::pair{"stopTime", e.stop},
                                    std::pair{"tolerance", e.tolerance}, std::pair{"stepSize", e.step}})
    if (value && !std::isfinite(*value))
      findings.error(0, std::string("DefaultExperiment: ") + name + " is not finite", "give a finite number");
  if (e.stop && !(*e.stop > e.start.value_or(0)))
    findings.error(0, "DefaultExperiment: stopTime " + short_double(*e.stop) + " is not after startTime",
                   "give a later one");
  if (!e.step && description.co_simulation)
    findings.warn(0, "DefaultExperiment has no stepSize", "give the communication step that the FMU is made for");
  if (e.step && !(*e.step > 0))
    findings.error(0, "DefaultExperiment: stepSize " + short_double(*e.step) + " is not positive", "give one above 0");
  if (e.tolerance && !(*e.tolerance > 0))
    findings.error(0, "DefaultExperiment: tolerance " + short_double(*e.tolerance) + " is not positive",
                   "give one above 0");
}

void check_unit(const Unit& unit, const Findings& findings) {
  if (unit.base && (unit.base->factor == 0 || !std::isfinite(unit.base->factor) || !std::isfinite(unit.base->offset)))
    findings.error(unit.line, "unit " + in_quotes(unit.name) + ": BaseUnit factor or offset makes no conversion",
                   "value in SI = factor * value + offset, factor other than 0");
  std::set<std::string> names;
  for (const DisplayUnit& display : unit.display_units) {
    if (!names.insert(display.name).second)
      findings.error(unit.line,
                     "unit " + in_quotes(unit.name) + ": display unit " + in_quotes(display.name) + " occurs twice",
                     "remove one");
    if (display.factor == 0 || !std::isfinite(display.factor) || !std::isfinite(display.offset))
      findings.error(
          unit.line,
          "unit " + in_quotes(unit.name) + ": display unit " + in_quotes(display.name) + " makes no conversion",
          "displayed value = factor * value + offset, factor other than 0");
  }
}

void check_items(const SimpleType& type, const Findings& findings) {
  std::set<std::string> names;
  std::set<int> values;
  for (const EnumerationItem& item : type.items) {
    if (!names.insert(item.name).second)
      findings.error(type.line, "type " + in_quotes(type.name) + ": item " + in_quotes(item.name) + " occurs twice",
                     "items have different names");
    if (!values.insert(item.value).second)
      findings.error(type.line,
                     "type " + in_quotes(type.name) + ": value " + std::to_string(item.value) + " occurs twice",
                     "items have different values");
  }
}

}  // namespace

void lint_header(const ModelDescription& description, const Findings& findings) {
  if (description.guid.empty())
    findings.error(0, "guid is empty", "give the GUID that the binary compares with, it ties the two together");
  if (description.model_name.empty()) findings.warn(0, "modelName is empty", "give the model a name");
  if (description.co_simulation) check_interface(*description.co_simulation, "CoSimulation", findings);
  if (description.model_exchange) check_interface(*description.model_exchange, "ModelExchange", findings);
  check_experiment(description, findings);
  std::set<std::string> categories;
  for (const LogCategory& category : description.log_categories)
    if (!categories.insert(category.name).second)
      findings.error(0, "log category " + in_quotes(category.name) + " occurs twice", "remove one");
}

void lint_units_and_types(const ModelDescription& description, const Findings& findings) {
  std::set<std::string> units;
  for (const Unit& unit : description.units) {
    if (!units.insert(unit.name).second)
      findings.error(unit.line, "unit " + in_quotes(unit.name) + " is defined twice", "remove one");
    check_unit(unit, findings);
  }
  std::set<std::string> variables;
  for (const ScalarVariable& variable : description.variables) variables.insert(variable.name);
  std::set<std::string> types;
  for (const SimpleType& type : description.types) {
    if (!types.insert(type.name).second)
      findings.error(type.line, "type " + in_quotes(type.name) + " is defined twice", "remove one");
    if (variables.count(type.name) != 0)
      findings.error(type.line, "type " + in_quotes(type.name) + " has the name of a variable", "rename the type");
    check_items(type, findings);
  }
}

}  // namespace stickslip::host
