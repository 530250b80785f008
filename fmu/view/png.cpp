#include <zlib.h>

#include <cstdlib>

#include "fmu/archive/error.h"
#include "fmu/view/picture.h"
#include "model/math/size.h"

namespace stickslip::view {

namespace {

void add_u32(std::uint32_t value, std::string& out) {
  for (const unsigned shift : {24U, 16U, 8U, 0U}) out += static_cast<char>(value >> shift & 0xffU);
}

void add_chunk(const std::string& name, const std::string& data, std::string& out) {
  add_u32(static_cast<std::uint32_t>(data.size()), out);
  const std::string content = name + data;
  out += content;
  add_u32(static_cast<std::uint32_t>(
              crc32(0, reinterpret_cast<const Bytef*>(content.data()), static_cast<uInt>(content.size()))),
          out);
}

/// Of left, above and above left the one that is nearest to left + above - above left (PNG, 9.4).
int paeth(int a, int b, int c) {
  const int p = a + b - c;
  const int pa = std::abs(p - a);
  const int pb = std::abs(p - b);
  const int pc = std::abs(p - c);
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

/// Every row with the filter that leaves the smallest differences.
std::string filtered(const Image& image) {
  const std::size_t stride = 3 * size(image.width);
  const auto at = [&](std::size_t y, std::size_t x, std::size_t up, std::size_t left) -> int {
    return y < up || x < left ? 0 : image.rgb[(y - up) * stride + x - left];
  };
  std::string out;
  for (std::size_t y = 0; y < size(image.height); ++y) {
    std::string best;
    long best_sum = 0;
    for (int filter = 0; filter < 5; ++filter) {
      std::string row(1, static_cast<char>(filter));
      long sum = 0;
      for (std::size_t x = 0; x < stride; ++x) {
        const int a = at(y, x, 0, 3);
        const int b = at(y, x, 1, 0);
        const int guess = filter == 0   ? 0
                          : filter == 1 ? a
                          : filter == 2 ? b
                          : filter == 3 ? (a + b) / 2
                                        : paeth(a, b, at(y, x, 1, 3));
        const auto rest = static_cast<std::uint8_t>(at(y, x, 0, 0) - guess);
        row += static_cast<char>(rest);
        sum += std::abs(static_cast<int>(static_cast<std::int8_t>(rest)));
      }
      if (best.empty() || sum < best_sum) {
        best = row;
        best_sum = sum;
      }
    }
    out += best;
  }
  return out;
}

}  // namespace

std::string png(const Image& image) {
  const std::string raw = filtered(image);
  const auto count = static_cast<uLong>(raw.size());
  uLongf length = compressBound(count);
  std::string packed(length, '\0');
  if (compress2(reinterpret_cast<Bytef*>(packed.data()), &length, reinterpret_cast<const Bytef*>(raw.data()), count,
                Z_BEST_COMPRESSION) != Z_OK)
    throw host::Error("the picture cannot be packed: no memory");
  packed.resize(length);
  std::string header;
  add_u32(static_cast<std::uint32_t>(image.width), header);
  add_u32(static_cast<std::uint32_t>(image.height), header);
  header += std::string("\x08\x02\x00\x00\x00", 5);  // 8 bits of red, green and blue each
  std::string out = "\x89PNG\r\n\x1a\n";
  add_chunk("IHDR", header, out);
  add_chunk("IDAT", packed, out);
  add_chunk("IEND", {}, out);
  return out;
}

}  // namespace stickslip::view
