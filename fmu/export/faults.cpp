#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "fmu/export/model_description.h"
#include "fmu/host/structured_name.h"
#include "fmu/shell/names.h"
#include "model/math/size.h"

namespace stickslip::fmu {
namespace {

void find_name_faults(const Description& description, std::vector<std::string>& faults) {
  std::set<std::string> names;
  for (const Variable& variable : description.variables) {
    const std::string& name = variable.name;
    const std::string problem = host::structured_name_problem(name);
    if (!problem.empty()) faults.push_back("variable name \"" + name + "\" " + problem);
    if (!names.insert(name).second) faults.push_back("two variables are named \"" + name + "\"");
  }
  for (const std::string& name : names) {
    for (std::size_t i = name.find_first_of(".["); i != std::string::npos; i = name.find_first_of(".[", i + 1)) {
      const std::string prefix = name.substr(0, i);
      if (names.count(prefix) == 0) continue;
      faults.push_back("\"" + prefix + "\" is a variable and also the beginning of \"" + name + "\"");
    }
  }
}

void find_flat_faults(const Description& description, std::vector<std::string>& faults) {
  std::map<std::string, std::string> origin;
  for (const Variable& variable : description.variables) {
    const auto [place, is_new] = origin.emplace(flat_name(variable.name), variable.name);
    if (is_new || place->second == variable.name) continue;
    faults.push_back("\"" + place->second + "\" and \"" + variable.name + "\" would both be \"" + place->first +
                     "\": rename one, or export without --flat");
  }
}

bool is_int(double value) {
  return std::floor(value) == value && value >= std::numeric_limits<int>::min() &&
         value <= std::numeric_limits<int>::max();
}

void find_value_faults(const Variable& variable, std::vector<std::string>& faults) {
  const auto fault = [&](const std::string& what) { faults.push_back("\"" + variable.name + "\": " + what); };
  const bool has_start = variable.causality != Causality::output;
  if (has_start && !std::isfinite(variable.start)) fault("the start value is not a finite number");
  if (variable.has_min && !std::isfinite(variable.min)) fault("min is not a finite number");
  if (variable.has_max && !std::isfinite(variable.max)) fault("max is not a finite number");
  if (variable.has_min && variable.has_max && variable.min > variable.max) fault("min is greater than max");
  const bool below = variable.has_min && variable.start < variable.min;
  const bool above = variable.has_max && variable.start > variable.max;
  if (has_start && (below || above)) fault("the start value is outside min and max");
  if (variable.type == ValueType::integer) {
    const bool whole = is_int(variable.start) && is_int(variable.min) && is_int(variable.max);
    if (!whole) fault("start, min or max of an integer is none");
  }
  if (variable.causality == Causality::parameter && variable.variability != Variability::fixed &&
      variable.variability != Variability::tunable) {
    fault("a parameter must be fixed or tunable");
  }
  if (variable.causality != Causality::parameter &&
      (variable.variability == Variability::fixed || variable.variability == Variability::tunable)) {
    fault("only a parameter can be fixed or tunable");
  }
}

void find_dependency_faults(const Description& description, const Variable& variable,
                            std::vector<std::string>& faults) {
  if (variable.causality != Causality::output || variable.initial_dependency == InitialDependency::all) return;
  const std::set<int> unique(variable.initial_starts.begin(), variable.initial_starts.end());
  bool good = unique.size() == variable.initial_starts.size();
  for (const int i : unique) {
    good = good && i >= 0 && i < static_cast<int>(description.variables.size()) &&
           description.variables[size(i)].causality != Causality::output;
  }
  if (!good)
    faults.push_back("\"" + variable.name + "\": initial dependencies must be inputs and parameters, each once");
}

}  // namespace

std::vector<std::string> faults_of(const Description& description, bool flat) {
  std::vector<std::string> faults;
  if (description.name.empty()) faults.emplace_back("the model has no name");
  if (!(std::isfinite(description.step) && description.step >= 0)) faults.emplace_back("the step is not a number >= 0");
  if (!(std::isfinite(description.stop) && description.stop > 0)) faults.emplace_back("the stop time is not > 0");
  if (description.variables.empty()) faults.emplace_back("there is no variable, which FMI does not allow; expose one");
  find_name_faults(description, faults);
  if (flat) find_flat_faults(description, faults);
  for (const Variable& variable : description.variables) {
    find_value_faults(variable, faults);
    find_dependency_faults(description, variable, faults);
  }
  return faults;
}

}  // namespace stickslip::fmu
