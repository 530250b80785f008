#pragma once

#include <stdexcept>

namespace stickslip::host {

/// What the user's file, FMU or argument did wrong. The text names the file and the place and says what to do.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace stickslip::host
