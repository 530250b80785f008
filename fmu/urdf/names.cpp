#include "fmu/urdf/names.h"

namespace stickslip::urdf {

namespace {

constexpr std::size_t kLongest = 120;

std::string readable(const std::string& name, const std::string& suffix) {
  std::string text;
  for (const char c : name.substr(0, kLongest)) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool digit = c >= '0' && c <= '9';
    if (digit && text.empty()) text = suffix + "_";
    text += letter || digit || c == '_' ? c : '_';
  }
  return text.empty() ? suffix : text;
}

}  // namespace

std::string Names::take(const std::string& name, const std::string& suffix) {
  const std::string plain = readable(name, suffix);
  std::string text = plain;
  for (int k = 1; !taken_.insert(text).second; ++k) text = plain + "_" + suffix + (k > 1 ? std::to_string(k) : "");
  return text;
}

}  // namespace stickslip::urdf
