#pragma once

#include <string>

namespace stickslip {

/// A user's mistake, by value: empty text means none.
struct Error {
  std::string text;
  int joint = -1;  // that it is about
  int gear = -1;
  explicit operator bool() const { return !text.empty(); }
};

}  // namespace stickslip
