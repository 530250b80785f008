#pragma once

#include <cstddef>

namespace stickslip {

/// A count or an index, which are int here, as the standard library wants it.
constexpr std::size_t size(int n) {
  return static_cast<std::size_t>(n);
}

}  // namespace stickslip
