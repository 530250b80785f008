#include "fmu/cli/input_table.h"

#include "fmu/archive/error.h"
#include "fmu/archive/files.h"
#include "fmu/archive/text.h"
#include "fmu/text/spelling.h"

namespace stickslip::cli {

namespace {

constexpr const char* kMoreInputs = "`stickslip info` lists them, [interface] inputs in a model file makes more";

}  // namespace

InputTable::InputTable(const std::string& file, const host::Slave& slave)
    : file_(file), table_(host::parse_csv(host::read_file(file), file)) {
  std::vector<std::string> names;
  for (const host::ScalarVariable& variable : slave.description().variables)
    if (variable.causality == host::Causality::input) names.push_back(variable.name);
  std::vector<const host::ScalarVariable*> variables;
  for (const std::string& column : table_.columns) {
    const host::ScalarVariable* variable = slave.description().find(column);
    const bool input = variable != nullptr && variable->causality == host::Causality::input;
    const std::string place =
        file + ":" + std::to_string(table_.header_line) + ": column \"" + host::printable(column) + "\" is ";
    if (input && variable->attributes.type == host::Type::string)
      throw host::Error(place + "a String, which no number sets; leave it out and give its start with --set");
    if (input) {
      variables.push_back(variable);
      continue;
    }
    const std::string near = text::nearest(column, names);
    throw host::Error(place + "no input" +
                      (variable != nullptr ? std::string(" but ") + host::name_of(variable->variability) + " " +
                                                 host::name_of(variable->causality) + "; " + kMoreInputs
                       : near.empty() ? std::string("; ") + kMoreInputs
                                      : ", is \"" + near + "\" meant?"));
  }
  inputs_ = host::Selection(variables);
}

void InputTable::apply(double time, double tolerance, host::Slave& slave) {
  std::size_t row = next_;
  while (row < table_.times.size() && table_.times[row] <= time + tolerance) ++row;
  if (row == next_) return;
  next_ = row;
  try {
    slave.write(inputs_, table_.rows[row - 1]);
  } catch (const host::Error& error) {
    throw host::Error(file_ + ":" + std::to_string(table_.lines[row - 1]) + ": " + error.what());
  }
}

}  // namespace stickslip::cli
