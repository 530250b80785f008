#include "fmu/cli/rows.h"

#include <iostream>

#include "fmu/archive/error.h"
#include "fmu/archive/files.h"
#include "fmu/archive/text.h"
#include "fmu/host/csv.h"

namespace stickslip::cli {

namespace {

std::vector<const host::ScalarVariable*> numbers_of(const std::vector<const host::ScalarVariable*>& variables) {
  std::vector<const host::ScalarVariable*> numbers;
  for (const host::ScalarVariable* variable : variables)
    if (variable->attributes.type != host::Type::string) numbers.push_back(variable);
  return numbers;
}

std::vector<const host::ScalarVariable*> outputs_of(const host::ModelDescription& description) {
  std::vector<const host::ScalarVariable*> outputs;
  for (const host::ScalarVariable& variable : description.variables)
    if (variable.causality == host::Causality::output) outputs.push_back(&variable);
  return outputs;
}

}  // namespace

OutputReader::OutputReader(const host::ModelDescription& description)
    : outputs_(outputs_of(description)), numbers_(numbers_of(outputs_)) {
  for (const host::ScalarVariable* output : outputs_)
    if (output->attributes.type == host::Type::string) strings_.push_back(output->reference);
}

std::vector<std::string> OutputReader::names() const {
  std::vector<std::string> names;
  for (const host::ScalarVariable* output : outputs_) names.push_back(output->name);
  return names;
}

std::string OutputReader::read(host::Slave& slave, std::vector<double>& values) const {
  values.resize(numbers_.size());
  slave.read(numbers_, values);
  const std::vector<std::string> texts = slave.read_strings(strings_);
  std::string line;
  std::size_t number = 0;
  std::size_t text = 0;
  for (const host::ScalarVariable* output : outputs_) {
    const bool string = output->attributes.type == host::Type::string;
    line += ',';
    line += string ? host::csv_text(texts[text++]) : host::format_double(values[number++]);
  }
  return line;
}

Rows::Rows(const std::string& file, int every) : name_(file == "-" ? "standard output" : file), every_(every) {
  if (name_.empty()) return;
  if (file != "-") file_.open(name_, std::ios::binary);
  out_ = file == "-" ? &std::cout : static_cast<std::ostream*>(&file_);
  check();
}

void Rows::begin(std::string_view header) {
  if (out_ == nullptr) return;
  *out_ << header;
  check();
}

void Rows::add(long k, double time, std::string_view line) {
  if (out_ == nullptr) return;
  held_.clear();
  last_ = time;
  any_ = true;
  std::string row = host::format_double(time);
  (row += line) += '\n';
  if (k % every_ != 0) {
    held_ = std::move(row);
    return;
  }
  *out_ << row;
  check();
}

void Rows::finish() {
  if (out_ == nullptr) return;
  *out_ << held_ << std::flush;
  check();
}

std::string Rows::cut_short() {
  if (out_ == nullptr || !any_ || !(*out_ << held_ << std::flush)) return {};
  return "; " + name_ + " ends with the row of t = " + host::short_double(last_);
}

void Rows::check() const {
  if (!*out_) throw host::Error(name_ + ": cannot be written: " + host::reason_of_errno());
}

}  // namespace stickslip::cli
