#include "model/core/stop.h"

#include "model/core/joint_kind.h"

namespace stickslip {
namespace {

template <class Visit>
void for_each_stop(const Model& model, Visit&& visit) {
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
    for (int k = 0; k < kind_of(model, j).freedom_count; ++k) {
      const Limits& limits = joint_at(model, j).coordinates[k].limits;
      if (limits.has_lower()) visit(Stop{j, k, false, -1});
      if (limits.has_upper()) visit(Stop{j, k, true, -1});
    }
  }
  for (int g = 0; g < static_cast<int>(model.gears.size()); ++g) {
    if (gear_at(model, g).backlash <= 0) continue;
    const GearTerm& first = gear_at(model, g).terms.front();
    visit(Stop{first.joint, first.coordinate, false, g});
    visit(Stop{first.joint, first.coordinate, true, g});
  }
}

}  // namespace

int stop_count(const Model& model) {
  int count = 0;
  for_each_stop(model, [&](const Stop& /*stop*/) { ++count; });
  return count;
}

std::vector<Stop> stops_of(const Model& model) {
  std::vector<Stop> stops;
  for_each_stop(model, [&](const Stop& stop) { stops.push_back(stop); });
  return stops;
}

}  // namespace stickslip
