#pragma once

#include <string>

namespace stickslip::load {

/// Who a model is by, as [model] says; empty where it does not.
struct About {
  std::string author;
  std::string version;
  std::string copyright;
  std::string license;
};

}  // namespace stickslip::load
