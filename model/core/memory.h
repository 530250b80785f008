#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "model/math/span.h"
#include "model/math/untouched.h"

namespace stickslip {

/// One 16-byte aligned piece of memory that typed spans are carved from, in order. Zeroed it has no gaps that could
/// hold anything but zero: two blocks with the same contents are equal byte by byte.
class Memory {
 public:
  /// Reserves room for `count` elements and says where they start.
  template <class T>
  std::size_t reserve(int count) {
    static_assert(std::is_trivially_copyable<T>::value && alignof(T) <= kAlignment, "plain data only");
    const std::size_t start = size_;
    const std::size_t bytes = sizeof(T) * static_cast<std::size_t>(count);
    size_ += (bytes + kAlignment - 1) / kAlignment * kAlignment;
    return start;
  }

  void allocate_zeroed() { words_.assign(size_ / sizeof(Word), Word{}); }
  /// For who writes before reading.
  void allocate_untouched() { words_.resize(size_ / sizeof(Word)); }

  template <class T>
  Span<T> span(std::size_t start, int count) {
    return {reinterpret_cast<T*>(data() + start), count};
  }

  unsigned char* data() { return reinterpret_cast<unsigned char*>(words_.data()); }
  const unsigned char* data() const { return reinterpret_cast<const unsigned char*>(words_.data()); }
  std::size_t size() const { return size_; }

  void copy_from(const Memory& other) { std::memcpy(data(), other.data(), size_); }

 private:
  static constexpr std::size_t kAlignment = 16;
  struct alignas(kAlignment) Word {
    unsigned char bytes[kAlignment];
  };
  std::size_t size_ = 0;
  UntouchedVector<Word> words_;
};

}  // namespace stickslip
