#pragma once

#include <set>
#include <string>

namespace stickslip::urdf {

/// Names for a model, in which bodies, joints and frames share one namespace.
class Names {
 public:
  /// `name` with what a model's names cannot have replaced by _, and with `suffix` and a number behind it where it is
  /// taken already.
  std::string take(const std::string& name, const std::string& suffix);

 private:
  std::set<std::string> taken_ = {"world", "solver", "energy", "time", "gravity"};
};

}  // namespace stickslip::urdf
