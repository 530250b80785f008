#include "fmu/view/blob.h"

#include <zlib.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "fmu/archive/error.h"

namespace stickslip::view {

namespace {

std::string base64(const std::string& bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve(bytes.size() / 3 * 4 + 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const auto byte = [&](std::size_t k) -> std::uint32_t {
      return i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0;
    };
    const std::uint32_t word = byte(0) << 16U | byte(1) << 8U | byte(2);
    out += kDigits[word >> 18U];
    out += kDigits[word >> 12U & 63U];
    out += i + 1 < bytes.size() ? kDigits[word >> 6U & 63U] : '=';
    out += i + 2 < bytes.size() ? kDigits[word & 63U] : '=';
  }
  return out;
}

}  // namespace

std::string Blob::add_numbers(const void* numbers, std::size_t count, std::size_t width, char type) {
  std::string place =
      R"({"at":)" + std::to_string(bytes_.size()) + R"(,"n":)" + std::to_string(count) + R"(,"type":")" + type + "\"}";
  const auto* from = static_cast<const char*>(numbers);
  for (std::size_t byte = 0; byte < width; ++byte)
    for (std::size_t i = 0; i < count; ++i) bytes_ += from[width * i + byte];
  return place;
}

std::string Blob::add(const std::vector<float>& values) {
  return add_numbers(values.data(), values.size(), sizeof values[0], 'f');
}
std::string Blob::add(const std::vector<double>& values) {
  return add_numbers(values.data(), values.size(), sizeof values[0], 'd');
}
std::string Blob::add(const std::vector<std::uint32_t>& values) {
  return add_numbers(values.data(), values.size(), sizeof values[0], 'u');
}

std::string Blob::take() const {
  const auto count = static_cast<uLong>(bytes_.size());
  uLongf length = compressBound(count);
  std::string packed(length, '\0');
  if (compress2(reinterpret_cast<Bytef*>(packed.data()), &length, reinterpret_cast<const Bytef*>(bytes_.data()), count,
                Z_DEFAULT_COMPRESSION) != Z_OK)
    throw host::Error("the page cannot be packed: no memory");
  packed.resize(length);
  return base64(packed);
}

std::string json_string(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += {'\\', c};
    } else if (byte < 0x20 || c == '<') {
      std::array<char, 8> escape{};
      std::snprintf(escape.data(), escape.size(), "\\u%04x", static_cast<unsigned>(byte));
      out += escape.data();
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string json_number(double value) {
  if (!std::isfinite(value)) return "null";
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%.9g", value);
  return text.data();
}

}  // namespace stickslip::view
