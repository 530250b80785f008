#include "model/constraints/gears.h"

#include "model/constraints/joints.h"

namespace stickslip {
namespace {

// Calls visit(joint, coordinate, ratio) for each coordinate of a gear.
template <class Visit>
void for_each_term(const Model& model, const Derived& derived, int gear, Visit&& visit) {
  int index = 0;
  for (const GearTerm& term : gear_at(model, gear).terms) {
    visit(term.joint, term.coordinate, derived.ratio(gear, index++));
  }
}

}  // namespace

double gear_value(const Model& model, const Derived& derived, int gear, const State& state, const Motion& motion,
                  Span<const BodyPose> poses, double ahead) {
  double sum = -derived.gear_offset[gear];
  for_each_term(model, derived, gear, [&](int joint, int k, double ratio) {
    double near = state.joint_position[coordinate_slot(joint, k)];
    if (ahead > 0) near += ahead * joint_velocity(model, joint, k, state.motion.velocity, poses);
    sum += ratio * joint_position(model, joint, k, motion, poses, near);
  });
  return sum;
}

double gear_velocity(const Model& model, const Derived& derived, int gear, Span<const double> velocity,
                     Span<const BodyPose> poses) {
  double sum = 0;
  for_each_term(model, derived, gear, [&](int joint, int k, double ratio) {
    sum += ratio * joint_velocity(model, joint, k, velocity, poses);
  });
  return sum;
}

void share_gear(const Model& model, const Derived& derived, int gear, double weight, Span<const BodyPose> poses,
                RowSet& rows) {
  for_each_term(model, derived, gear, [&](int joint, int k, double ratio) {
    share_coordinate(model, joint, k, weight * ratio, poses, rows);
  });
}

void add_gear_rows(const Model& model, const Derived& derived, const State& state, Span<const BodyPose> poses,
                   RowSet& rows) {
  for (int g = 0; g < static_cast<int>(model.gears.size()); ++g) {
    if (gear_at(model, g).backlash > 0) continue;
    rows.add(row_id(RowRole::gear, g, 0), RowRole::gear, g).violation =
        gear_value(model, derived, g, state, state.motion, poses, 0);
    share_gear(model, derived, g, 1, poses, rows);
  }
}

}  // namespace stickslip
