#pragma once

#include <vector>

#include "model/core/model.h"

namespace stickslip {

/// One end of a coordinate's limits. To the step it is a contact without friction, whose gap is how far the coordinate
/// is from it.
struct Stop {
  int joint = 0;
  int coordinate = 0;
  bool upper = false;

  double sign() const { return upper ? -1.0 : 1.0; }  // of the gap's growth with the coordinate
};

int stop_count(const Model& model);
std::vector<Stop> stops_of(const Model& model);

inline const Limits& limits_of(const Model& model, const Stop& stop) {
  return joint_at(model, stop.joint).coordinates[stop.coordinate].limits;
}

}  // namespace stickslip
