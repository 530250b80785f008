#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace stickslip {

/// 64 bits that tell contents apart (FNV-1a over the little-endian bytes, with a final mix so that every input bit
/// reaches every output bit). Not for secrets.
class Hash {
 public:
  void add_bytes(const unsigned char* bytes, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) state_ = (state_ ^ bytes[i]) * 0x100000001b3U;
  }
  void add(std::uint64_t value) {
    for (unsigned shift = 0; shift < 64; shift += 8) state_ = (state_ ^ ((value >> shift) & 0xffU)) * 0x100000001b3U;
  }
  /// The bits of the number: 0 and -0 differ.
  void add(double value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    add(bits);
  }
  std::uint64_t value() const {
    std::uint64_t h = state_;
    h = (h ^ (h >> 33U)) * 0xff51afd7ed558ccdU;
    h = (h ^ (h >> 33U)) * 0xc4ceb9fe1a85ec53U;
    return h ^ (h >> 33U);
  }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325U;
};

}  // namespace stickslip
