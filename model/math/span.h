#pragma once

#include "model/math/arithmetic.h"

#include <cassert>
#include <cstddef>
#include <vector>

namespace stickslip {

/// A view of consecutive elements owned by somebody else. Builds without NDEBUG (`dev`, sanitizers) check every index.
template <class T>
class Span {
 public:
  constexpr Span() = default;
  constexpr Span(T* data, int size) : data_(data), size_(size) {}
  template <class U>
  constexpr Span(const Span<U>& other) : data_(other.data()), size_(other.size()) {}
  template <class U, class Memory>
  Span(std::vector<U, Memory>& v) : data_(v.data()), size_(static_cast<int>(v.size())) {}
  template <class U, class Memory>
  Span(const std::vector<U, Memory>& v) : data_(v.data()), size_(static_cast<int>(v.size())) {}

  constexpr T* data() const { return data_; }
  constexpr int size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr T& operator[](int i) const {
    assert(i >= 0 && i < size_);
    return data_[i];
  }
  constexpr T* begin() const { return data_; }
  constexpr T* end() const { return data_ + size_; }
  constexpr Span first(int count) const {
    assert(count >= 0 && count <= size_);
    return {data_, count};
  }
  constexpr Span sub(int start, int count) const {
    assert(start >= 0 && count >= 0 && start <= size_ - count);
    return {data_ + start, count};
  }

 private:
  T* data_ = nullptr;
  int size_ = 0;
};

}  // namespace stickslip
