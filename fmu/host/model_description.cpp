#include "fmu/host/model_description.h"

#include <algorithm>
#include <array>
#include <utility>

#include "fmu/archive/error.h"
#include "fmu/archive/text.h"
#include "fmu/host/xml_document.h"

namespace stickslip::host {

namespace {

constexpr std::array kTypes{"Real", "Integer", "Boolean", "String", "Enumeration"};
constexpr std::array kCausalities{"parameter", "calculatedParameter", "input", "output", "local", "independent"};
constexpr std::array kVariabilities{"constant", "fixed", "tunable", "discrete", "continuous"};
constexpr std::array kInitials{"exact", "approx", "calculated"};

/// Reads typed attributes of one element; complains and keeps the default where a value does not parse.
class Reader {
 public:
  explicit Reader(const Complaint& complain) : complain_(complain) {}

  void complain(XmlNode node, const std::string& what) const { complain_(node.line(), what); }

  std::string required(XmlNode node, const char* name) const {
    const XmlAttribute attribute = node.attribute(name);
    if (!attribute) complain(node, std::string("<") + node.name() + "> needs the attribute " + name);
    return attribute.value();
  }

  template <class T, class Parse>
  void read(XmlNode node, const char* name, T& out, Parse parse, const char* kind) const {
    const XmlAttribute attribute = node.attribute(name);
    if (!attribute) return;
    if (const auto value = parse(attribute.value())) {
      out = *value;
    } else {
      complain(node, std::string(name) + "=\"" + attribute.value() + "\" is not " + kind);
    }
  }

  void read(XmlNode node, const char* name, double& out) const { read(node, name, out, parse_double, "a number"); }
  void read(XmlNode node, const char* name, std::optional<double>& out) const {
    read(node, name, out, parse_double, "a number");
  }
  void read(XmlNode node, const char* name, int& out) const { read(node, name, out, parse_int, "an integer"); }
  void read(XmlNode node, const char* name, std::uint32_t& out) const {
    read(node, name, out, parse_unsigned, "an unsigned integer");
  }
  void read(XmlNode node, const char* name, bool& out) const { read(node, name, out, parse_boolean, "true or false"); }

  template <class Enum, class T, std::size_t n>
  void read(XmlNode node, const char* name, T& out, const std::array<const char*, n>& spellings) const {
    const XmlAttribute attribute = node.attribute(name);
    if (!attribute) return;
    const auto found = std::find(spellings.begin(), spellings.end(), std::string_view(attribute.value()));
    if (found != spellings.end()) {
      out = static_cast<Enum>(found - spellings.begin());
    } else {
      complain(node, std::string(name) + "=\"" + attribute.value() + "\" is unknown");
    }
  }

 private:
  const Complaint& complain_;
};

Interface read_interface(const Reader& reader, XmlNode node) {
  Interface out;
  out.line = node.line();
  out.identifier = reader.required(node, "modelIdentifier");
  reader.read(node, "needsExecutionTool", out.needs_execution_tool);
  reader.read(node, "canBeInstantiatedOnlyOncePerProcess", out.only_one_instance_per_process);
  reader.read(node, "canNotUseMemoryManagementFunctions", out.cannot_use_memory_functions);
  reader.read(node, "canGetAndSetFMUstate", out.can_get_and_set_state);
  reader.read(node, "canSerializeFMUstate", out.can_serialize_state);
  reader.read(node, "providesDirectionalDerivative", out.provides_directional_derivative);
  reader.read(node, "canHandleVariableCommunicationStepSize", out.variable_step);
  reader.read(node, "canInterpolateInputs", out.interpolates_inputs);
  reader.read(node, "canRunAsynchronuously", out.runs_asynchronously);
  reader.read(node, "maxOutputDerivativeOrder", out.max_output_derivative_order);
  for (const XmlNode file : node.child("SourceFiles").children("File"))
    out.source_files.push_back(reader.required(file, "name"));
  return out;
}

Unit read_unit(const Reader& reader, XmlNode node) {
  Unit unit;
  unit.line = node.line();
  unit.name = reader.required(node, "name");
  if (const XmlNode base = node.child("BaseUnit")) {
    BaseUnit b;
    const std::array<std::pair<const char*, int*>, 8> exponents{{{"kg", &b.kg},
                                                                 {"m", &b.m},
                                                                 {"s", &b.s},
                                                                 {"A", &b.A},
                                                                 {"K", &b.K},
                                                                 {"mol", &b.mol},
                                                                 {"cd", &b.cd},
                                                                 {"rad", &b.rad}}};
    for (const auto& [name, exponent] : exponents) reader.read(base, name, *exponent);
    reader.read(base, "factor", b.factor);
    reader.read(base, "offset", b.offset);
    unit.base = b;
  }
  for (const XmlNode child : node.children("DisplayUnit")) {
    DisplayUnit display;
    display.name = reader.required(child, "name");
    reader.read(child, "factor", display.factor);
    reader.read(child, "offset", display.offset);
    unit.display_units.push_back(display);
  }
  return unit;
}

/// The one child of a variable or type definition that says Real, Integer, ...
XmlNode type_element(XmlNode node) {
  for (const char* type : kTypes)
    if (const XmlNode child = node.child(type)) return child;
  return {};
}

Attributes read_attributes(const Reader& reader, XmlNode node, XmlNode owner) {
  Attributes out;
  if (!node) {
    reader.complain(owner, std::string("<") + owner.name() + " name=\"" + owner.attribute("name").value() +
                               "\"> has no Real, Integer, Boolean, String or Enumeration");
    return out;
  }
  const auto type = std::find(kTypes.begin(), kTypes.end(), std::string_view(node.name()));
  out.type = static_cast<Type>(type - kTypes.begin());
  out.quantity = node.attribute("quantity").value();
  out.unit = node.attribute("unit").value();
  out.display_unit = node.attribute("displayUnit").value();
  reader.read(node, "relativeQuantity", out.relative_quantity);
  reader.read(node, "unbounded", out.unbounded);
  reader.read(node, "min", out.min);
  reader.read(node, "max", out.max);
  reader.read(node, "nominal", out.nominal);
  return out;
}

SimpleType read_type(const Reader& reader, XmlNode node) {
  SimpleType type;
  type.line = node.line();
  type.name = reader.required(node, "name");
  const XmlNode element = type_element(node);
  type.attributes = read_attributes(reader, element, node);
  for (const XmlNode child : element.children("Item")) {
    EnumerationItem item;
    item.name = reader.required(child, "name");
    reader.read(child, "value", item.value);
    type.items.push_back(item);
  }
  return type;
}

void read_start(const Reader& reader, XmlNode element, ScalarVariable& variable) {
  const XmlAttribute start = element.attribute("start");
  if (!start) return;
  variable.has_start = true;
  variable.start_text = start.value();
  bool truth = false;
  int number = 0;
  switch (variable.attributes.type) {
    case Type::real:
      reader.read(element, "start", variable.start);
      break;
    case Type::integer:
    case Type::enumeration:
      reader.read(element, "start", number);
      variable.start = number;
      break;
    case Type::boolean:
      reader.read(element, "start", truth);
      variable.start = truth ? 1 : 0;
      break;
    case Type::string:
      break;
  }
}

ScalarVariable read_variable(const Reader& reader, XmlNode node) {
  ScalarVariable variable;
  variable.line = node.line();
  variable.name = reader.required(node, "name");
  variable.description = node.attribute("description").value();
  reader.required(node, "valueReference");
  reader.read(node, "valueReference", variable.reference);
  reader.read<Causality>(node, "causality", variable.causality, kCausalities);
  reader.read<Variability>(node, "variability", variable.variability, kVariabilities);
  reader.read<Initial>(node, "initial", variable.initial, kInitials);
  const XmlNode element = type_element(node);
  variable.attributes = read_attributes(reader, element, node);
  variable.declared_type = element.attribute("declaredType").value();
  reader.read(element, "derivative", variable.derivative_of);
  reader.read(element, "reinit", variable.reinit);
  read_start(reader, element, variable);
  return variable;
}

std::vector<Unknown> read_unknowns(const Reader& reader, XmlNode list) {
  std::vector<Unknown> unknowns;
  for (const XmlNode node : list.children("Unknown")) {
    Unknown unknown;
    unknown.line = node.line();
    reader.required(node, "index");
    reader.read(node, "index", unknown.index);
    if (const XmlAttribute attribute = node.attribute("dependencies")) {
      unknown.dependencies.emplace();
      for (const std::string_view word : words(attribute.value())) {
        if (const auto index = parse_unsigned(word)) {
          unknown.dependencies->push_back(*index);
        } else {
          reader.complain(node, "dependencies: \"" + std::string(word) + "\" is not an index");
        }
      }
    }
    if (const XmlAttribute attribute = node.attribute("dependenciesKind")) {
      const std::vector<std::string_view> kinds = words(attribute.value());
      unknown.kinds.emplace(kinds.begin(), kinds.end());
    }
    unknowns.push_back(std::move(unknown));
  }
  return unknowns;
}

DefaultExperiment read_experiment(const Reader& reader, XmlNode node) {
  DefaultExperiment experiment;
  reader.read(node, "startTime", experiment.start);
  reader.read(node, "stopTime", experiment.stop);
  reader.read(node, "tolerance", experiment.tolerance);
  reader.read(node, "stepSize", experiment.step);
  return experiment;
}

void read_header(const Reader& reader, XmlNode root, ModelDescription& out) {
  out.fmi_version = reader.required(root, "fmiVersion");
  out.model_name = reader.required(root, "modelName");
  out.guid = reader.required(root, "guid");
  out.description = root.attribute("description").value();
  out.author = root.attribute("author").value();
  out.version = root.attribute("version").value();
  out.copyright = root.attribute("copyright").value();
  out.license = root.attribute("license").value();
  out.generation_tool = root.attribute("generationTool").value();
  out.generation_time = root.attribute("generationDateAndTime").value();
  out.structured_names = root.attribute("variableNamingConvention").value() == std::string_view("structured");
}

template <class T>
const T* find_by_name(const std::vector<T>& list, std::string_view name) {
  const auto found = std::find_if(list.begin(), list.end(), [&](const T& item) { return item.name == name; });
  return found == list.end() ? nullptr : &*found;
}

}  // namespace

const char* name_of(Type type) {
  return kTypes.at(static_cast<std::size_t>(type));
}
const char* name_of(Causality causality) {
  return kCausalities.at(static_cast<std::size_t>(causality));
}
const char* name_of(Variability variability) {
  return kVariabilities.at(static_cast<std::size_t>(variability));
}
const char* name_of(Initial initial) {
  return kInitials.at(static_cast<std::size_t>(initial));
}

const ScalarVariable* ModelDescription::find(std::string_view name) const {
  return find_by_name(variables, name);
}
const SimpleType* ModelDescription::find_type(std::string_view name) const {
  return find_by_name(types, name);
}
const Unit* ModelDescription::find_unit(std::string_view name) const {
  return find_by_name(units, name);
}

std::optional<Initial> initial_of(const ScalarVariable& variable) {
  if (variable.causality == Causality::input || variable.causality == Causality::independent) return std::nullopt;
  if (variable.initial) return variable.initial;
  const bool exact = variable.causality == Causality::parameter || variable.variability == Variability::constant;
  return exact ? Initial::exact : Initial::calculated;
}

Attributes effective_attributes(const ModelDescription& description, const ScalarVariable& variable) {
  Attributes out = variable.attributes;
  const SimpleType* type = variable.declared_type.empty() ? nullptr : description.find_type(variable.declared_type);
  if (type == nullptr) return out;
  const Attributes& inherited = type->attributes;
  if (out.quantity.empty()) out.quantity = inherited.quantity;
  if (out.unit.empty()) out.unit = inherited.unit;
  if (out.display_unit.empty()) out.display_unit = inherited.display_unit;
  if (!out.min) out.min = inherited.min;
  if (!out.max) out.max = inherited.max;
  if (!out.nominal) out.nominal = inherited.nominal;
  out.relative_quantity = out.relative_quantity || inherited.relative_quantity;
  out.unbounded = out.unbounded || inherited.unbounded;
  return out;
}

ModelDescription read_model_description(const XmlDocument& document, const Complaint& complain) {
  const Reader reader(complain);
  const XmlNode root = document.root();
  ModelDescription out;
  if (root.name() != std::string_view("fmiModelDescription")) {
    complain(root.line(), std::string("root element is <") + root.name() + ">, not <fmiModelDescription>");
    return out;
  }
  read_header(reader, root, out);
  if (const XmlNode node = root.child("CoSimulation")) out.co_simulation = read_interface(reader, node);
  if (const XmlNode node = root.child("ModelExchange")) out.model_exchange = read_interface(reader, node);
  for (const XmlNode node : root.child("UnitDefinitions").children("Unit"))
    out.units.push_back(read_unit(reader, node));
  for (const XmlNode node : root.child("TypeDefinitions").children("SimpleType"))
    out.types.push_back(read_type(reader, node));
  for (const XmlNode node : root.child("LogCategories").children("Category"))
    out.log_categories.push_back({reader.required(node, "name"), node.attribute("description").value()});
  if (const XmlNode node = root.child("DefaultExperiment")) out.experiment = read_experiment(reader, node);
  for (const XmlNode node : root.child("ModelVariables").children("ScalarVariable"))
    out.variables.push_back(read_variable(reader, node));
  const XmlNode structure = root.child("ModelStructure");
  out.outputs = read_unknowns(reader, structure.child("Outputs"));
  out.derivatives = read_unknowns(reader, structure.child("Derivatives"));
  out.initial_unknowns = read_unknowns(reader, structure.child("InitialUnknowns"));
  return out;
}

ModelDescription parse_model_description(const std::string& xml, const std::string& label) {
  const XmlDocument document(xml, label);
  // Before anything else: those of other versions lack what this one needs.
  const XmlAttribute version = document.root().attribute("fmiVersion");
  if (version && version.value() != std::string_view("2.0"))
    throw Error(label + ": fmiVersion is \"" + version.value() + "\", this importer reads \"2.0\"");
  return read_model_description(document, [&](int line, const std::string& what) {
    throw Error(label + ":" + std::to_string(line) + ": " + what);
  });
}

}  // namespace stickslip::host
