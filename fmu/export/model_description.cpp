#include "fmu/export/model_description.h"

#include <algorithm>
#include <set>
#include <utility>

#include "fmu/export/quantities.h"
#include "fmu/export/xml_writer.h"
#include "fmu/shell/names.h"
#include "fmu/shell/version.h"
#include "model/math/size.h"
#include "model/workspace/step_status.h"

namespace stickslip::fmu {
namespace {

std::string type_name(const QuantityInfo& info) {
  return std::string("stickslip.") + info.name;
}

std::set<Quantity> used_quantities(const Description& description) {
  std::set<Quantity> used;
  for (const Variable& variable : description.variables) {
    if (variable.type == ValueType::real && info_of(variable.quantity) != nullptr) used.insert(variable.quantity);
  }
  return used;
}

void write_co_simulation(const Description& description, const std::string& source, XmlWriter& xml) {
  xml.open("CoSimulation")
      .attribute("modelIdentifier", model_identifier(description))
      .attribute("needsExecutionTool", false)
      .attribute("canHandleVariableCommunicationStepSize", true)
      .attribute("canInterpolateInputs", true)
      .attribute("maxOutputDerivativeOrder", 1)
      .attribute("canRunAsynchronuously", false)  // spelt as in the schema
      .attribute("canBeInstantiatedOnlyOncePerProcess", false)
      .attribute("canNotUseMemoryManagementFunctions", true)
      .attribute("canGetAndSetFMUstate", true)
      .attribute("canSerializeFMUstate", true)
      .attribute("providesDirectionalDerivative", false);
  if (!source.empty()) xml.open("SourceFiles").open("File").attribute("name", source).close().close();
  xml.close();
}

void write_exponent(const char* name, int exponent, XmlWriter& xml) {
  if (exponent != 0) xml.attribute(name, exponent);
}

void write_units(const std::set<Quantity>& used, XmlWriter& xml) {
  if (used.empty()) return;
  xml.open("UnitDefinitions");
  for (const Quantity quantity : used) {
    const QuantityInfo& info = *info_of(quantity);
    xml.open("Unit").attribute("name", info.unit).open("BaseUnit");
    write_exponent("kg", info.base.kg, xml);
    write_exponent("m", info.base.m, xml);
    write_exponent("s", info.base.s, xml);
    write_exponent("rad", info.base.rad, xml);
    xml.close();
    if (info.display_unit != nullptr) {
      xml.open("DisplayUnit").attribute("name", info.display_unit).attribute("factor", info.display_factor).close();
    }
    xml.close();
  }
  xml.close();
}

constexpr const char* kStatusType = "stickslip.SolverStatus";

bool is_status(const Variable& variable) {
  return variable.type == ValueType::integer && variable.quantity == Quantity::status;
}

void write_status_type(XmlWriter& xml) {
  xml.open("SimpleType").attribute("name", kStatusType).open("Enumeration");
  for (int number = 0; number < kStatusCount; ++number) {
    xml.open("Item").attribute("name", code_of(status_with(number)).says).attribute("value", number).close();
  }
  xml.close().close();
}

void write_types(const std::set<Quantity>& used, bool has_status, XmlWriter& xml) {
  if (used.empty() && !has_status) return;
  xml.open("TypeDefinitions");
  for (const Quantity quantity : used) {
    const QuantityInfo& info = *info_of(quantity);
    xml.open("SimpleType").attribute("name", type_name(info)).open("Real");
    xml.attribute("quantity", info.name).attribute("unit", info.unit);
    if (info.display_unit != nullptr) xml.attribute("displayUnit", info.display_unit);
    xml.close().close();
  }
  if (has_status) write_status_type(xml);
  xml.close();
}

void write_log_categories(XmlWriter& xml) {
  xml.open("LogCategories");
  for (int c = 0; c < kCategoryCount; ++c) {
    xml.open("Category").attribute("name", kCategoryNames[c]);
    xml.attribute("description", kCategoryDescriptions[c]).close();
  }
  xml.open("Category").attribute("name", "logAll").attribute("description", "All of them").close().close();
}

void write_default_experiment(const Description& description, XmlWriter& xml) {
  xml.open("DefaultExperiment").attribute("startTime", 0.0).attribute("stopTime", description.stop);
  if (description.step > 0) xml.attribute("stepSize", description.step);
  xml.close();
}

const char* causality_name(Causality causality) {
  switch (causality) {
    case Causality::parameter:
      return "parameter";
    case Causality::input:
      return "input";
    case Causality::output:
      return "output";
  }
  return "";
}

const char* variability_name(const Variable& variable) {
  // An integer or boolean must not be continuous, whoever describes it.
  if (variable.type != ValueType::real && variable.variability == Variability::continuous) return "discrete";
  switch (variable.variability) {
    case Variability::fixed:
      return "fixed";
    case Variability::tunable:
      return "tunable";
    case Variability::discrete:
      return "discrete";
    case Variability::continuous:
      return "continuous";
  }
  return "";
}

void write_real(const Variable& variable, XmlWriter& xml) {
  xml.open("Real");
  if (const QuantityInfo* info = info_of(variable.quantity)) {
    xml.attribute("declaredType", type_name(*info)).attribute("quantity", info->name).attribute("unit", info->unit);
    if (info->display_unit != nullptr) xml.attribute("displayUnit", info->display_unit);
  }
  if (variable.has_min) xml.attribute("min", variable.min);
  if (variable.has_max) xml.attribute("max", variable.max);
  if (variable.nominal > 0) xml.attribute("nominal", variable.nominal);
  if (variable.causality != Causality::output) xml.attribute("start", variable.start);
  xml.close();
}

void write_status(const Variable& variable, XmlWriter& xml) {
  xml.open("Enumeration").attribute("declaredType", kStatusType);
  if (variable.causality != Causality::output) xml.attribute("start", static_cast<int>(variable.start));
  xml.close();
}

void write_integer(const Variable& variable, XmlWriter& xml) {
  xml.open("Integer");
  if (variable.has_min) xml.attribute("min", static_cast<int>(variable.min));
  if (variable.has_max) xml.attribute("max", static_cast<int>(variable.max));
  if (variable.causality != Causality::output) xml.attribute("start", static_cast<int>(variable.start));
  xml.close();
}

void write_boolean(const Variable& variable, XmlWriter& xml) {
  xml.open("Boolean");
  if (variable.causality != Causality::output) xml.attribute("start", variable.start != 0);
  xml.close();
}

void write_variables(const Description& description, XmlWriter& xml) {
  xml.open("ModelVariables");
  int reference = 0;
  for (const Variable& variable : description.variables) {
    xml.open("ScalarVariable").attribute("name", variable.name).attribute("valueReference", reference++);
    if (!variable.description.empty()) xml.attribute("description", variable.description);
    xml.attribute("causality", causality_name(variable.causality));
    xml.attribute("variability", variability_name(variable));
    if (variable.causality == Causality::output) xml.attribute("initial", "calculated");
    if (variable.causality == Causality::parameter) xml.attribute("initial", "exact");
    switch (variable.type) {
      case ValueType::real:
        write_real(variable, xml);
        break;
      case ValueType::integer:
        is_status(variable) ? write_status(variable, xml) : write_integer(variable, xml);
        break;
      case ValueType::boolean:
        write_boolean(variable, xml);
        break;
    }
    xml.close();
  }
  xml.close();
}

// Indices count from 1.
std::string index_list(std::vector<int> positions) {
  std::sort(positions.begin(), positions.end());
  std::string list;
  for (const int position : positions) list += (list.empty() ? "" : " ") + std::to_string(position + 1);
  return list;
}

void write_structure(const Description& description, XmlWriter& xml) {
  std::vector<int> outputs;
  for (int i = 0; i < static_cast<int>(description.variables.size()); ++i) {
    if (description.variables[size(i)].causality == Causality::output) outputs.push_back(i);
  }
  xml.open("ModelStructure");
  if (!outputs.empty()) {
    xml.open("Outputs");
    // Values at the end of a step: none follows from an input without a step between.
    for (const int i : outputs) xml.open("Unknown").attribute("index", i + 1).attribute("dependencies", "").close();
    xml.close().open("InitialUnknowns");
    for (const int i : outputs) {
      const Variable& variable = description.variables[size(i)];
      xml.open("Unknown").attribute("index", i + 1);
      if (variable.initial_dependency == InitialDependency::starts) {
        xml.attribute("dependencies", index_list(variable.initial_starts));
      }
      xml.close();
    }
    xml.close();
  }
  xml.close();
}

}  // namespace

std::string model_identifier(const Description& description) {
  return identifier_from(description.name);
}

std::string model_description_xml(const Description& structured, bool flat, const About& about,
                                  const std::string& source) {
  const Description description = flat ? with_flat_names(structured) : structured;
  XmlWriter xml;
  xml.open("fmiModelDescription").attribute("fmiVersion", "2.0").attribute("modelName", description.name);
  xml.attribute("guid", guid_of(description));
  if (!description.description.empty()) xml.attribute("description", description.description);
  for (const auto& [name, text] : {std::pair<const char*, const std::string&>("author", about.author),
                                   {"version", about.version},
                                   {"copyright", about.copyright},
                                   {"license", about.license}}) {
    if (!text.empty()) xml.attribute(name, text);
  }
  xml.attribute("generationTool", std::string("stickslip ") + kEngineVersion);
  xml.attribute("variableNamingConvention", flat ? "flat" : "structured");
  write_co_simulation(description, source, xml);
  const std::set<Quantity> used = used_quantities(description);
  write_units(used, xml);
  write_types(used, std::any_of(description.variables.begin(), description.variables.end(), is_status), xml);
  write_log_categories(xml);
  write_default_experiment(description, xml);
  write_variables(description, xml);
  write_structure(description, xml);
  xml.close();
  return xml.text();
}

}  // namespace stickslip::fmu
