#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "fmu/urdf/plan.h"

namespace stickslip::urdf {

/// A collision shape: the link and its number there.
using ShapeOf = std::pair<int, int>;

struct WriteOptions {
  std::string source;                                      // the URDF's name, for the first comment
  std::string drive;                                       // mode of the drives of joints with an effort; empty: none
  std::vector<Remark> remarks;                             // repairs, for comments
  std::vector<std::pair<std::string, std::string>> apart;  // bodies that begin inside each other
};

struct Written {
  std::string text;
  std::map<int, ShapeOf> shapes;  // by the line that they stand in
};

/// The model file of a robot.
Written write_model(const Robot& robot, const Plan& plan, const WriteOptions& options);

}  // namespace stickslip::urdf
