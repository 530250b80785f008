#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace stickslip {

/// Gives elements as they lie in memory, so that a system which hands out pages when they are touched keeps those that
/// nobody uses. Builds without NDEBUG (`dev`, sanitizers) fill them with NaN: who reads what it has not written is
/// found.
template <class T>
struct UntouchedMemory : std::allocator<T> {
  static_assert(std::is_trivially_copyable<T>::value && std::is_trivially_destructible<T>::value,
                "nothing makes its elements");
  template <class U>
  struct rebind {
    using other = UntouchedMemory<U>;
  };

  UntouchedMemory() = default;
  template <class U>
  UntouchedMemory(const UntouchedMemory<U>&) {}

  T* allocate(std::size_t count) {
    T* memory = std::allocator<T>::allocate(count);
#if !defined(NDEBUG)
    std::memset(static_cast<void*>(memory), 0xff, count * sizeof(T));
#endif
    return memory;
  }
  void construct(T*) {}
  template <class... From>
  void construct(T* at, From&&... from) {
    ::new (static_cast<void*>(at)) T(std::forward<From>(from)...);
  }
};

/// For buffers that are as large as the largest problem and seldom used to their ends: whoever reads an element has
/// written it before.
template <class T>
using UntouchedVector = std::vector<T, UntouchedMemory<T>>;

}  // namespace stickslip
