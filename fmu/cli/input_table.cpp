#include "fmu/cli/input_table.h"

#include <algorithm>
#include <cmath>

#include "fmu/archive/error.h"
#include "fmu/archive/files.h"
#include "fmu/archive/text.h"
#include "fmu/text/spelling.h"

namespace stickslip::cli {

namespace {

constexpr const char* kMoreInputs = "`stickslip info` lists them, [interface] inputs in a model file makes more";

bool is_settable(const host::ScalarVariable& variable) {
  return variable.causality == host::Causality::input ||
         (variable.causality == host::Causality::parameter && variable.variability == host::Variability::tunable);
}

/// What a column that cannot be set is instead.
std::string refusal(const std::string& column, const host::ModelDescription& description) {
  const host::ScalarVariable* variable = description.find(column);
  if (variable != nullptr)
    return std::string("no input but ") + host::name_of(variable->variability) + " " +
           host::name_of(variable->causality) + "; " + kMoreInputs;
  std::vector<std::string> names;
  for (const host::ScalarVariable& other : description.variables)
    if (is_settable(other)) names.push_back(other.name);
  const std::string near = text::nearest(column, names);
  return near.empty() ? std::string("no input; ") + kMoreInputs : "no input, is \"" + near + "\" meant?";
}

std::vector<double> picked(const std::vector<double>& row, const std::vector<std::size_t>& columns) {
  std::vector<double> values;
  for (const std::size_t column : columns) values.push_back(row[column]);
  return values;
}

}  // namespace

InputTable::InputTable(const std::string& file, Interpolation interpolation, const host::Slave& slave)
    : file_(file), table_(host::parse_csv(host::read_file(file), file)) {
  read_columns(slave, interpolation);
  interpolates_ = slave.description().co_simulation->interpolates_inputs;
}

void InputTable::read_columns(const host::Slave& slave, Interpolation interpolation) {
  std::vector<const host::ScalarVariable*> held;
  std::vector<const host::ScalarVariable*> joined;
  for (std::size_t column = 0; column < table_.columns.size(); ++column) {
    const std::string& name = table_.columns[column];
    const host::ScalarVariable* variable = slave.description().find(name);
    const std::string place =
        file_ + ":" + std::to_string(table_.header_line) + ": column \"" + host::printable(name) + "\" is ";
    if (variable == nullptr || !is_settable(*variable)) throw host::Error(place + refusal(name, slave.description()));
    if (variable->attributes.type == host::Type::string)
      throw host::Error(place + "a String, which no number sets; leave it out and give its start with --set");
    const bool join = interpolation == Interpolation::linear && variable->causality == host::Causality::input &&
                      variable->variability == host::Variability::continuous;
    (join ? joined : held).push_back(variable);
    (join ? joined_columns_ : held_columns_).push_back(column);
  }
  held_ = host::Selection(held);
  joined_ = host::Selection(joined);
}

std::optional<std::size_t> InputTable::row_at(double time, double tolerance) {
  while (next_ < table_.times.size() && table_.times[next_] <= time + tolerance) ++next_;
  if (next_ == 0) return std::nullopt;
  return next_ - 1;
}

void InputTable::apply(double time, double size, double tolerance, host::Slave& slave) {
  const std::size_t before = next_;
  const std::optional<std::size_t> row = row_at(time, tolerance);
  if (!row) return;
  try {
    if (next_ != before) slave.write(held_, picked(table_.rows[*row], held_columns_));
    if (!joined_columns_.empty()) join(time, size, tolerance, slave);
  } catch (const host::Error& error) {
    throw host::Error(file_ + ":" + std::to_string(table_.lines[*row]) + ": " + error.what());
  }
}

/// On the straight line from `row` to the next one.
std::vector<double> InputTable::joined_at(double time, std::size_t row) const {
  std::vector<double> values = picked(table_.rows[row], joined_columns_);
  if (row + 1 == table_.times.size() || !(table_.times[row + 1] > table_.times[row])) return values;
  const std::vector<double> end = picked(table_.rows[row + 1], joined_columns_);
  const double span = table_.times[row + 1] - table_.times[row];
  const double share = std::clamp((time - table_.times[row]) / span, 0.0, 1.0);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::lerp(values[i], end[i], share);
  return values;
}

void InputTable::join(double time, double size, double tolerance, host::Slave& slave) {
  const std::vector<double> values = joined_at(time, next_ - 1);
  slave.write(joined_, values);
  if (!interpolates_ || size <= 0) return;
  // What a row at the end of the step makes of it comes after the step.
  std::size_t row = next_ - 1;
  while (row + 1 < table_.times.size() && table_.times[row + 1] < time + size - tolerance) ++row;
  std::vector<double> slopes = joined_at(time + size, row);
  for (std::size_t i = 0; i < slopes.size(); ++i) slopes[i] = (slopes[i] - values[i]) / size;
  slave.write_derivatives(joined_, slopes);
}

}  // namespace stickslip::cli
