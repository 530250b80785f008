#pragma once

#include <functional>
#include <string>

#include "fmu/archive/error.h"

namespace stickslip::host {

/// What an action that must fail says.
inline std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace stickslip::host
