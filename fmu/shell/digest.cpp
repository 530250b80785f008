#include "fmu/shell/digest.h"

namespace stickslip::fmu {

void Hasher::add(const void* bytes, std::size_t count) {
  constexpr Word kPrime = (Word{1} << 88U) + 0x13bU;
  const auto* p = static_cast<const unsigned char*>(bytes);
  for (std::size_t i = 0; i < count; ++i) state_ = (state_ ^ p[i]) * kPrime;
}

void Hasher::add(const std::string& text) {
  add(std::uint64_t{text.size()});
  add(text.data(), text.size());
}

Digest Hasher::digest() const {
  return {static_cast<std::uint64_t>(state_ >> 64U), static_cast<std::uint64_t>(state_)};
}

}  // namespace stickslip::fmu
