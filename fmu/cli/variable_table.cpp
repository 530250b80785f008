#include "fmu/cli/variable_table.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "fmu/archive/text.h"

namespace stickslip::cli {

namespace {

std::string kind_of(const host::ScalarVariable& v) {
  using host::Variability;
  const bool usual = v.variability == Variability::continuous || v.variability == Variability::discrete;
  return usual ? host::name_of(v.causality)
               : std::string(host::name_of(v.variability)) + " " + host::name_of(v.causality);
}

void print_row(std::size_t width, const std::array<std::string, 6>& cells) {
  const std::array<std::size_t, 6> widths{width + 1, 18, 11, 10, 12, 0};
  std::string row;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    row += host::printable(cells.at(i), 2000);
    if (cells.at(i).size() < widths.at(i)) row.append(widths.at(i) - cells.at(i).size(), ' ');
    row += ' ';
  }
  row.erase(row.find_last_not_of(' ') + 1);
  std::printf("%s\n", row.c_str());
}

}  // namespace

void print_variables(const host::ModelDescription& description) {
  std::size_t width = 8;
  for (const host::ScalarVariable& v : description.variables) width = std::max(width, v.name.size());
  print_row(width, {"variable", "kind", "type", "unit", "start", "description"});
  for (const host::ScalarVariable& v : description.variables)
    print_row(width, {v.name, kind_of(v), host::name_of(v.attributes.type),
                      host::effective_attributes(description, v).unit, v.start_text, v.description});
}

}  // namespace stickslip::cli
