#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// modelDescription.xml of FMI 2.0 as plain data. Attributes that the file leaves out have the standard's default;
/// where "left out" itself means something they are optional. `line` is the place in the file.
namespace stickslip::host {

enum class Type { real, integer, boolean, string, enumeration };
enum class Causality { parameter, calculated_parameter, input, output, local, independent };
enum class Variability { constant, fixed, tunable, discrete, continuous };
enum class Initial { exact, approx, calculated };

const char* name_of(Type type);
const char* name_of(Causality causality);
const char* name_of(Variability variability);
const char* name_of(Initial initial);

struct DisplayUnit {
  std::string name;
  double factor = 1;
  double offset = 0;
};

/// value in SI = factor * value + offset, SI = kg^kg m^m ...
struct BaseUnit {
  int kg = 0, m = 0, s = 0, A = 0, K = 0, mol = 0, cd = 0, rad = 0;
  double factor = 1;
  double offset = 0;
};

struct Unit {
  std::string name;
  std::optional<BaseUnit> base;
  std::vector<DisplayUnit> display_units;
  int line = 0;
};

/// What variables and type definitions share. Numbers of Integer and Enumeration are exact in a double.
struct Attributes {
  Type type = Type::real;
  std::string quantity;
  std::string unit;
  std::string display_unit;
  bool relative_quantity = false;
  bool unbounded = false;
  std::optional<double> min;
  std::optional<double> max;
  std::optional<double> nominal;
};

struct EnumerationItem {
  std::string name;
  int value = 0;
};

struct SimpleType {
  std::string name;
  Attributes attributes;
  std::vector<EnumerationItem> items;
  int line = 0;
};

struct ScalarVariable {
  std::string name;
  std::string description;
  std::uint32_t reference = 0;
  Causality causality = Causality::local;
  Variability variability = Variability::continuous;
  std::optional<Initial> initial;  // as written; see initial_of
  std::string declared_type;
  Attributes attributes;  // as written; see effective_attributes
  bool has_start = false;
  double start = 0;  // Boolean: 0 or 1
  std::string start_text;
  std::uint32_t derivative_of = 0;  // index, 0: no derivative
  bool reinit = false;
  int line = 0;
};

struct Unknown {
  std::uint32_t index = 0;  // 1-based position in `variables`
  std::optional<std::vector<std::uint32_t>> dependencies;
  std::optional<std::vector<std::string>> kinds;
  int line = 0;
};

struct Interface {
  std::string identifier;  // modelIdentifier
  bool needs_execution_tool = false;
  bool only_one_instance_per_process = false;
  bool cannot_use_memory_functions = false;
  bool can_get_and_set_state = false;
  bool can_serialize_state = false;
  bool provides_directional_derivative = false;
  bool variable_step = false;  // co-simulation only, as are the following
  bool interpolates_inputs = false;
  bool runs_asynchronously = false;
  unsigned max_output_derivative_order = 0;
  std::vector<std::string> source_files;
  int line = 0;
};

struct LogCategory {
  std::string name;
  std::string description;
};

struct DefaultExperiment {
  std::optional<double> start;
  std::optional<double> stop;
  std::optional<double> tolerance;
  std::optional<double> step;
};

struct ModelDescription {
  std::string fmi_version;
  std::string model_name;
  std::string guid;
  std::string description, author, version, copyright, license, generation_tool, generation_time;
  bool structured_names = false;
  std::optional<Interface> co_simulation;
  std::optional<Interface> model_exchange;
  std::vector<Unit> units;
  std::vector<SimpleType> types;
  std::vector<LogCategory> log_categories;
  std::optional<DefaultExperiment> experiment;
  std::vector<ScalarVariable> variables;
  std::vector<Unknown> outputs, derivatives, initial_unknowns;

  const ScalarVariable* find(std::string_view name) const;
  const SimpleType* find_type(std::string_view name) const;
  const Unit* find_unit(std::string_view name) const;
};

/// The initial that the standard deduces when the file leaves it out; nothing for inputs and the independent variable.
std::optional<Initial> initial_of(const ScalarVariable& variable);
/// The variable's attributes with those of its declared type filled in.
Attributes effective_attributes(const ModelDescription& description, const ScalarVariable& variable);

/// Throws `Error` ("label:line: ...") for a file that no importer can use; the linter is stricter.
ModelDescription parse_model_description(const std::string& xml, const std::string& label);

}  // namespace stickslip::host
