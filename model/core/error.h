#pragma once

#include <string>

namespace stickslip {

/// A user's mistake, by value: empty text means none.
struct Error {
  std::string text;
  explicit operator bool() const { return !text.empty(); }
};

}  // namespace stickslip
