#pragma once

#include <vector>

#include "model/core/model.h"

namespace stickslip {

/// One end of a coordinate's limits, or of the play of a gear. To the step it is a contact without friction, whose gap
/// is how far the coordinate is from it.
struct Stop {
  int joint = 0;
  int coordinate = 0;
  bool upper = false;
  int gear = -1;  // in place of the coordinate

  double sign() const { return upper ? -1.0 : 1.0; }  // of the gap's growth with the coordinate
};

int stop_count(const Model& model);
std::vector<Stop> stops_of(const Model& model);

inline Limits limits_of(const Model& model, const Stop& stop) {
  if (stop.gear < 0) return joint_at(model, stop.joint).coordinates[stop.coordinate].limits;
  const Gear& gear = gear_at(model, stop.gear);
  return {-0.5 * gear.backlash, 0.5 * gear.backlash, gear.restitution, 0};
}

}  // namespace stickslip
