#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace stickslip::fmu {

/// 128 bits that identify content. Not for secrets: it tells accidents apart, not attackers.
struct Digest {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  friend bool operator==(const Digest& a, const Digest& b) { return a.high == b.high && a.low == b.low; }
  friend bool operator!=(const Digest& a, const Digest& b) { return !(a == b); }
};

/// Collects bytes into a Digest (FNV-1a with 128 bits).
class Hasher {
 public:
  void add(const void* bytes, std::size_t count);
  void add(std::uint64_t number) { add(&number, sizeof number); }
  void add(double number) { add(&number, sizeof number); }
  void add(const std::string& text);  // with its length, so that "ab","c" differs from "a","bc"
  Digest digest() const;

 private:
  __extension__ using Word = unsigned __int128;
  Word state_ = (Word{0x6c62272e07bb0142U} << 64U) + 0x62b821756295c58dU;
};

}  // namespace stickslip::fmu
