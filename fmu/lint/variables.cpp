#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "fmu/archive/text.h"
#include "fmu/host/structured_name.h"
#include "fmu/lint/passes.h"
#include "fmu/text/spelling.h"

namespace stickslip::host {

namespace {

/// Looks at one variable at a time; the description's units and types by name.
class VariableChecker {
 public:
  VariableChecker(const ModelDescription& description, const Findings& findings)
      : description_(description), findings_(findings) {
    for (const Unit& unit : description.units) units_.emplace(unit.name, &unit);
    for (const SimpleType& type : description.types) types_.emplace(type.name, &type);
  }

  void check(const ScalarVariable& v) {
    check_name(v);
    check_kind(v);
    check_initial(v);
    check_start(v);
    check_type(v);
    check_range(v);
    check_derivative(v);
  }

  void check_types() const {
    for (const SimpleType& type : description_.types)
      check_attributes(type.attributes, "type " + in_quotes(type.name), type.line);
  }

  /// "a" together with "a.b": a bus and a signal of one name.
  void check_prefixes() const {
    if (!description_.structured_names) return;
    std::unordered_set<std::string> said;
    for (const ScalarVariable& v : description_.variables)
      for (std::size_t dot = v.name.find('.'); dot != std::string::npos; dot = v.name.find('.', dot + 1)) {
        const std::string prefix = v.name.substr(0, dot);
        if (names_.count(prefix) != 0 && said.insert(prefix).second)
          warn(v, in_quotes(prefix) + " is a variable of its own",
               "rename one: tools that make buses of structured names cannot have both");
      }
  }

 private:
  void error(const ScalarVariable& v, const std::string& what, const std::string& remedy) const {
    findings_.error(v.line, "variable " + in_quotes(v.name) + ": " + what, remedy);
  }
  void warn(const ScalarVariable& v, const std::string& what, const std::string& remedy) const {
    findings_.warn(v.line, "variable " + in_quotes(v.name) + ": " + what, remedy);
  }

  void check_name(const ScalarVariable& v) {
    if (!names_.insert(v.name).second) error(v, "the name occurs twice", "rename one");
    const bool control =
        std::any_of(v.name.begin(), v.name.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; });
    if (v.name.empty() || control) {
      error(v, "the name is empty or contains control characters", "rename it");
    } else if (description_.structured_names) {
      const std::string problem = structured_name_problem(v.name);
      if (!problem.empty())
        error(v, "the name " + problem + ", which structured naming does not allow",
              "use names like body[1].r[3], quote odd parts as 'min speed', or declare flat naming");
    }
  }

  void check_kind(const ScalarVariable& v) {
    static const std::unordered_map<int, std::vector<Variability>> allowed{
        {static_cast<int>(Causality::parameter), {Variability::fixed, Variability::tunable}},
        {static_cast<int>(Causality::calculated_parameter), {Variability::fixed, Variability::tunable}},
        {static_cast<int>(Causality::input), {Variability::discrete, Variability::continuous}},
        {static_cast<int>(Causality::output), {Variability::constant, Variability::discrete, Variability::continuous}},
        {static_cast<int>(Causality::local),
         {Variability::constant, Variability::fixed, Variability::tunable, Variability::discrete,
          Variability::continuous}},
        {static_cast<int>(Causality::independent), {Variability::continuous}}};
    const bool real = v.attributes.type == Type::real;
    if (!real && v.variability == Variability::continuous) {
      error(v, std::string(name_of(v.attributes.type)) + " cannot be continuous, which is the default",
            "write variability=\"discrete\"");
    } else {
      const std::vector<Variability>& good = allowed.at(static_cast<int>(v.causality));
      if (std::find(good.begin(), good.end(), v.variability) == good.end())
        error(v, std::string("causality ") + name_of(v.causality) + " cannot be " + name_of(v.variability),
              std::string("a good variability is ") + name_of(good.front()));
    }
    if (v.causality != Causality::independent) return;
    if (!real) error(v, "the independent variable must be Real", "declare it Real");
    if (seen_independent_) error(v, "is a second independent variable", "there is one at most");
    seen_independent_ = true;
  }

  void check_initial(const ScalarVariable& v) const {
    if (!v.initial) return;
    if (v.causality == Causality::input || v.causality == Causality::independent) {
      error(v, std::string("causality ") + name_of(v.causality) + " takes no initial", "remove initial");
      return;
    }
    const bool must_be_exact = v.causality == Causality::parameter || v.variability == Variability::constant;
    const bool held = v.variability == Variability::fixed || v.variability == Variability::tunable;
    if (must_be_exact && v.initial != Initial::exact)
      error(v, std::string("initial cannot be ") + name_of(*v.initial), "it is exact for parameters and constants");
    if (!must_be_exact && held && v.initial == Initial::exact)
      error(v, "initial cannot be exact", "what follows from parameters is calculated, or approx with a guess");
  }

  void check_start(const ScalarVariable& v) const {
    const std::optional<Initial> initial = initial_of(v);
    const bool forbidden = v.causality == Causality::independent || initial == Initial::calculated;
    const bool needed = v.causality == Causality::input || initial == Initial::exact || initial == Initial::approx;
    if (v.has_start && forbidden)
      error(v, std::string("has a start, but is ") + (initial ? "calculated" : "the independent variable"),
            "remove start, or say initial=\"exact\" where the causality allows it");
    if (!v.has_start && needed)
      error(v, std::string("has no start, but is ") + (initial ? name_of(*initial) : "an input"), "add start");
    const bool number = v.attributes.type == Type::real;
    if (v.has_start && number && !std::isfinite(v.start)) warn(v, "start is not finite", "start from a finite value");
  }

  void check_type(const ScalarVariable& v) const {
    if (!v.declared_type.empty()) {
      const auto type = types_.find(v.declared_type);
      if (type == types_.end()) {
        std::vector<std::string> names;
        for (const SimpleType& t : description_.types) names.push_back(t.name);
        const std::string near = text::nearest(v.declared_type, names);
        error(v, "declaredType " + in_quotes(v.declared_type) + " is not defined",
              near.empty() ? "define it in TypeDefinitions" : "is " + in_quotes(near) + " meant?");
      } else if (type->second->attributes.type != v.attributes.type) {
        error(v, "declaredType " + in_quotes(v.declared_type) + " is " + name_of(type->second->attributes.type),
              std::string("a variable that is ") + name_of(v.attributes.type) + " needs a type that is too");
      } else if (v.attributes.type == Type::enumeration && v.has_start) {
        const auto& items = type->second->items;
        const bool known =
            std::any_of(items.begin(), items.end(), [&](const EnumerationItem& i) { return i.value == v.start; });
        if (!known)
          error(v, "start " + v.start_text + " is no item of " + in_quotes(v.declared_type), "start with an item");
      }
    }
    // What a type says about units is checked once, at the type.
    check_attributes(v.attributes, "variable " + in_quotes(v.name), v.line);
  }

  void check_attributes(const Attributes& a, const std::string& who, int line) const {
    if (a.nominal && !(*a.nominal > 0))
      findings_.error(line, who + ": nominal " + short_double(*a.nominal) + " is not positive", "give one above 0");
    if (a.unit.empty()) return;
    const auto unit = units_.find(a.unit);
    if (unit == units_.end()) {
      findings_.error(line, who + ": unit " + in_quotes(a.unit) + " is not defined", "define it in UnitDefinitions");
      return;
    }
    if (a.display_unit.empty()) return;
    const auto& displays = unit->second->display_units;
    const bool known =
        std::any_of(displays.begin(), displays.end(), [&](const DisplayUnit& d) { return d.name == a.display_unit; });
    if (known) return;
    const std::string what =
        who + ": display unit " + in_quotes(a.display_unit) + " is not defined for unit " + in_quotes(a.unit);
    const std::string remedy = "add <DisplayUnit> to the unit";
    a.display_unit == a.unit ? findings_.warn(line, what, remedy) : findings_.error(line, what, remedy);
  }

  void check_range(const ScalarVariable& v) const {
    Attributes a = v.attributes;
    if (const auto type = types_.find(v.declared_type); type != types_.end()) {
      if (!a.min) a.min = type->second->attributes.min;
      if (!a.max) a.max = type->second->attributes.max;
      if (a.unit.empty()) a.unit = type->second->attributes.unit;
    }
    if (a.unit.empty() && !v.attributes.display_unit.empty()) error(v, "has a displayUnit but no unit", "add unit");
    if (a.min && a.max && *a.min > *a.max)
      error(v, "min " + short_double(*a.min) + " is above max " + short_double(*a.max), "exchange them");
    if (!v.has_start || v.attributes.type == Type::string) return;
    if (a.min && v.start < *a.min)
      error(v, "start " + v.start_text + " is below min " + short_double(*a.min), "start inside the range");
    if (a.max && v.start > *a.max)
      error(v, "start " + v.start_text + " is above max " + short_double(*a.max), "start inside the range");
  }

  void check_derivative(const ScalarVariable& v) const {
    if (v.derivative_of == 0) return;
    const std::size_t count = description_.variables.size();
    if (v.derivative_of > count) {
      error(v, "derivative=" + in_quotes(std::to_string(v.derivative_of)) + " is no index",
            "there are " + std::to_string(count) + " variables");
      return;
    }
    const ScalarVariable& state = description_.variables[v.derivative_of - 1];
    if (&state == &v) error(v, "is its own derivative", "name the index of the state");
    if (state.attributes.type != Type::real)
      error(v, "is the derivative of " + in_quotes(state.name) + ", which is not Real", "name the index of the state");
  }

  const ModelDescription& description_;
  const Findings& findings_;
  std::unordered_map<std::string, const Unit*> units_;
  std::unordered_map<std::string, const SimpleType*> types_;
  std::unordered_set<std::string> names_;
  bool seen_independent_ = false;
};

}  // namespace

void lint_variables(const ModelDescription& description, const Findings& findings) {
  VariableChecker checker(description, findings);
  checker.check_types();
  for (const ScalarVariable& variable : description.variables) checker.check(variable);
  checker.check_prefixes();
}

}  // namespace stickslip::host
