#include "model/constraints/bushings.h"

#include "model/constraints/bending.h"
#include "model/constraints/joints.h"
#include "model/constraints/springs.h"
#include "model/step/initialise.h"
#include "tests/model/build.h"
#include "tests/model/constraints/gradient.h"

namespace stickslip {
namespace {

Model mounted(bool planar, Numbers& numbers) {
  Model model;
  model.planar = planar;
  model.bodies = {make_body(1, {1, 2, 2.5}), make_body(2, {1, 1, 1})};
  Bushing bushing;
  bushing.first = 0;
  bushing.second = 1;
  bushing.p_IA = numbers.vector(planar);
  bushing.p_IB = numbers.vector(planar);
  bushing.q_IA = numbers.rotation(planar);
  bushing.q_IB = numbers.rotation(planar);
  bushing.diagonal = false;
  bushing.count = planar ? 3 : 6;
  for (int k = 0; k < bushing.count; ++k) {
    for (int m = 0; m < 6; ++m) {
      if (!planar || m < 2 || m == 5) bushing.directions[k].u[m] = numbers.between(-1, 1);
    }
    bushing.directions[k].stiffness = numbers.between(1, 2);
  }
  model.bushings = {bushing};
  return model;
}

TEST(BushingRows, AreTheGradientOfTheirWay) {
  Numbers numbers(11);
  for (const bool planar : {false, true}) {
    for (int k = 0; k < 20; ++k) {
      Model model = mounted(planar, numbers);
      if (planar) {  // turns count, and are not in the poses
        for (BushingDirection& direction : model.bushings[0].directions) direction.u[5] = 0;
      }
      const Layout layout(model);
      State state(model, layout);
      default_parameters(model, layout, state.parameters);
      scatter(model, numbers, state);
      const MakeRows make = [&](Workspace& work) { add_bushing_rows(model, layout, state, 0, work.poses, work.rows); };
      expect_exact_gradient(model, state, make, planar ? "planar" : "spatial");
    }
  }
}

// Every row that a joint can have at once has its place: all coordinates damped, the joint under tension, its bodies
// bending.
TEST(Capacity, HoldsAllRowsOfAJointOfAnyKind) {
  Numbers numbers(12);
  for (const bool planar : {false, true}) {
    for (int type = 0; type < kJointTypes; ++type) {
      if (!joint_kind(planar, static_cast<JointType>(type)).exists) continue;
      Model model;
      model.planar = planar;
      model.bodies = {make_body(1, {1, 2, 2.5}), make_body(2, {1, 1, 1})};
      Joint joint;
      joint.type = static_cast<JointType>(type);
      joint.parent = 0;
      joint.child = 1;
      joint.p_IC = numbers.vector(planar);
      joint.pitch = 1;
      joint.length = 1;
      for (Coordinate& coordinate : joint.coordinates) coordinate.damping = 1;
      model.joints = {joint};
      const Layout layout(model);
      State state(model, layout);
      default_parameters(model, layout, state.parameters);
      scatter(model, numbers, state);
      Workspace work(model);
      update_derived(model, layout, state.parameters, work.derived);
      update_poses(model, state.motion, work.poses);
      const Vec3 along = joint_frames(joint, work.poses).d;
      std::vector<ConstraintRow> rows(20);
      std::vector<lcp::Block> blocks(40);
      int most = 0;
      for (const double load : {-1e12, 1e12}) {  // of any direction, stretched or compressed
        put3(load * along, &state.joint_force[0]);
        RowSet all{rows, blocks, 0, 0};
        add_joint_rows(model, 0, work.poses, all);
        add_damping_rows(model, layout, state.parameters, 0, work.poses, all);
        add_joint_tension_rows(model, state, 0, 1, work.loads_at, work.derived.inverse_mass, work.poses, all);
        add_bending_rows(model, state, 0, 1, work.loads_at, work.holders, work.derived.inverse_mass, work.poses, all);
        most = std::max(most, all.row_count);
      }
      EXPECT_LE(most, joint_row_capacity(model)) << joint_type_name(joint.type) << (planar ? " planar" : "");
    }
  }
}

}  // namespace
}  // namespace stickslip
