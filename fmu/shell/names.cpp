#include "fmu/shell/names.h"

namespace stickslip::fmu {
namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace

std::string flat_name(const std::string& name) {
  std::string flat;
  for (const char c : name) {
    if (c == ']') continue;
    flat += c == '.' || c == '[' ? '_' : c;
  }
  return flat;
}

Description with_flat_names(Description description) {
  for (Variable& variable : description.variables) variable.name = flat_name(variable.name);
  return description;
}

std::string identifier_from(const std::string& name) {
  std::string identifier;
  for (const char c : name) identifier += is_letter(c) || is_digit(c) ? c : '_';
  if (identifier.empty() || is_digit(identifier.front())) identifier.insert(identifier.begin(), '_');
  return identifier;
}

}  // namespace stickslip::fmu
