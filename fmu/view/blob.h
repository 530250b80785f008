#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stickslip::view {

/// Numbers for a page: deflated and in base64 in the file, found again by what `add` returns, a piece of JSON.
/// The bytes of a number stand apart, first all first bytes and so on: what moves slowly then packs well.
class Blob {
 public:
  std::string add(const std::vector<float>& values);
  std::string add(const std::vector<double>& values);
  std::string add(const std::vector<std::uint32_t>& values);

  /// zlib format, base64.
  std::string take() const;

 private:
  std::string add_numbers(const void* numbers, std::size_t count, std::size_t width, char type);
  std::string bytes_;
};

/// A JSON string; `<` is escaped, so that no text ends the script it stands in.
std::string json_string(const std::string& text);
/// The shortest number that JSON and float agree on; what is not finite becomes null.
std::string json_number(double value);

}  // namespace stickslip::view
