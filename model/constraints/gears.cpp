#include "model/constraints/gears.h"

#include "model/constraints/joints.h"

namespace stickslip {

double gear_value(const Model& model, const Gear& gear, const State& state, const Motion& motion,
                  Span<const BodyPose> poses, double ahead) {
  double sum = -gear.offset;
  for (const GearTerm& term : gear.terms) {
    double near = state.joint_position[coordinate_slot(term.joint, term.coordinate)];
    if (ahead > 0) near += ahead * joint_velocity(model, term.joint, term.coordinate, state.motion.velocity, poses);
    sum += term.ratio * joint_position(model, term.joint, term.coordinate, motion, poses, near);
  }
  return sum;
}

double gear_velocity(const Model& model, const Gear& gear, Span<const double> velocity, Span<const BodyPose> poses) {
  double sum = 0;
  for (const GearTerm& term : gear.terms) {
    sum += term.ratio * joint_velocity(model, term.joint, term.coordinate, velocity, poses);
  }
  return sum;
}

void share_gear(const Model& model, const Gear& gear, double weight, Span<const BodyPose> poses, RowSet& rows) {
  for (const GearTerm& term : gear.terms) {
    share_coordinate(model, term.joint, term.coordinate, weight * term.ratio, poses, rows);
  }
}

void add_gear_rows(const Model& model, const State& state, Span<const BodyPose> poses, RowSet& rows) {
  for (int g = 0; g < static_cast<int>(model.gears.size()); ++g) {
    const Gear& gear = gear_at(model, g);
    if (gear.backlash > 0) continue;
    rows.add(row_id(RowRole::gear, g, 0), RowRole::gear, g).violation =
        gear_value(model, gear, state, state.motion, poses, 0);
    share_gear(model, gear, 1, poses, rows);
  }
}

}  // namespace stickslip
