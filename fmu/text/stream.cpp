#include "fmu/text/stream.h"

namespace stickslip::text {

std::string read_to_end(std::istream& stream, std::size_t at_most) {
  constexpr std::size_t kPortion = std::size_t{1} << 20U;
  std::string bytes;
  while (stream && bytes.size() <= at_most) {
    const std::size_t before = bytes.size();
    bytes.resize(before + kPortion);
    stream.read(bytes.data() + before, static_cast<std::streamsize>(kPortion));
    bytes.resize(before + static_cast<std::size_t>(stream.gcount()));
  }
  return bytes;
}

}  // namespace stickslip::text
