#include "model/constraints/joints.h"

#include "tests/model/constraints/gradient.h"
#include "tests/model/eigen.h"

namespace stickslip {
namespace {

struct Case {
  JointType type;
  int rows_in_space;
  int rows_in_the_plane;
};
const Case kCases[] = {{JointType::hinge, 5, 2},
                       {JointType::slider, 5, 2},
                       {JointType::ball, 3, 2},
                       {JointType::fixed, 6, 3},
                       {JointType::distance, 1, 1}};

Model two_bodies(bool planar, JointType type, Numbers& numbers, int parent, int child) {
  Model model;
  model.planar = planar;
  model.bodies = {make_body(1, {1, 2, 2.5}), make_body(2, {1, 1, 1})};
  Joint joint;
  joint.type = type;
  joint.parent = parent;
  joint.child = child;
  joint.p_IP = numbers.vector(planar);
  joint.p_IC = numbers.vector(planar);
  joint.q_IP = numbers.rotation(planar);
  joint.q_IC = numbers.rotation(planar);
  joint.length = 0.7;
  model.joints = {joint};
  return model;
}

class JointRows : public testing::TestWithParam<Case> {};

TEST_P(JointRows, AreTheGradientOfTheirViolationWhereverTheBodiesAre) {
  Numbers numbers(7);
  for (const bool planar : {false, true}) {
    for (int k = 0; k < 20; ++k) {
      const int parent = k % 3 == 1 ? kWorld : 0;
      const int child = k % 3 == 2 ? kWorld : 1;
      const Model model = two_bodies(planar, GetParam().type, numbers, parent, child);
      State state(model, Layout(model));
      scatter(model, numbers, state);
      const MakeRows make = [&](Workspace& work) { add_joint_rows(model, 0, work.poses, work.rows); };
      expect_exact_gradient(model, state, make, planar ? "planar" : "spatial");
    }
  }
}

TEST_P(JointRows, AreAsManyAsTheMotionsTheyTake) {
  Numbers numbers(8);
  for (const bool planar : {false, true}) {
    const Model model = two_bodies(planar, GetParam().type, numbers, 0, 1);
    State state(model, Layout(model));
    scatter(model, numbers, state);
    Workspace work(model);
    const MakeRows make = [&](Workspace& w) { add_joint_rows(model, 0, w.poses, w.rows); };
    EXPECT_EQ(static_cast<int>(violations(model, state, make, work).size()),
              planar ? GetParam().rows_in_the_plane : GetParam().rows_in_space);
  }
}

INSTANTIATE_TEST_SUITE_P(AllTypes, JointRows, testing::ValuesIn(kCases));

// Near closure the coordinate's row must be the gradient of the coordinate.
TEST(CoordinateRow, IsTheGradientOfTheCoordinate) {
  Numbers numbers(9);
  for (const JointType type : {JointType::hinge, JointType::slider}) {
    for (const bool planar : {false, true}) {
      for (int k = 0; k < 10; ++k) {
        Model model = two_bodies(planar, type, numbers, 0, 1);
        Joint& joint = model.joints[0];
        State state(model, Layout(model));
        scatter(model, numbers, state);
        // The child is put where the joint, turned or slid by some amount, leaves it.
        const double amount = numbers.between(-2, 2);
        Workspace work(model);
        update_poses(model, state.motion, work.poses);
        const Quat q_W0 = planar ? angle_axis(state.motion.angle[0], Vec3::UnitZ()) : work.poses[0].q;
        const bool turns = type == JointType::hinge;
        const Vec3 axis = planar && turns ? Vec3(Vec3::UnitZ()) : Vec3(Vec3::UnitX());
        const Quat turn = turns ? angle_axis(amount, axis) : Quat::Identity();
        const Quat q_WJ = q_W0 * joint.q_IP;
        const Quat q_W1 = q_WJ * turn * joint.q_IC.conjugate();
        Vec3 p = work.poses[0].p + q_W0 * joint.p_IP - q_W1 * joint.p_IC;
        if (!turns) p += q_WJ * Vec3(amount, 0, 0);
        put3(p, &state.motion.position[3]);
        put_quaternion(q_W1, &state.motion.orientation[4]);
        state.motion.angle[1] = 2 * std::atan2(q_W1.z(), q_W1.w());
        const MakeRows make = [&](Workspace& w) {
          add_coordinate_row(model, 0, RowRole::joint, 0, w.poses, w.rows);
          w.rows.rows_storage[0].violation = joint_position(model, 0, state.motion, w.poses, amount);
        };
        EXPECT_NEAR(violations(model, state, make, work)[0], amount, 1e-14);
        // joint_position reads the planar angles from the motion, so the moved motion must be seen.
        State& seen = state;
        const double h = 1e-6;
        for (int b = 0; b < 2; ++b) {
          for (const int k6 : {0, 1, 2, 3, 4, 5}) {
            if (planar && (k6 == 2 || k6 == 3 || k6 == 4)) continue;
            Vec3 move = Vec3::Zero();
            Vec3 rotate = Vec3::Zero();
            (k6 < 3 ? move : rotate)[k6 % 3] = h;
            State keep(model, Layout(model));
            keep.copy_from(state);
            violations(model, state, make, work);
            std::vector<double> unit(12);
            unit[static_cast<std::size_t>(6 * b + k6)] = 1;
            const double exact = work.rows.speed(work.rows.rows()[0], unit);
            displace(planar, seen.motion, b, move, rotate);
            const double after = violations(model, state, make, work)[0];
            state.copy_from(keep);
            displace(planar, seen.motion, b, -move, -rotate);
            const double before = violations(model, state, make, work)[0];
            state.copy_from(keep);
            EXPECT_NEAR(exact, (after - before) / (2 * h), 2e-9);
          }
        }
      }
    }
  }
}

TEST(JointVelocity, IsTheRateOfTheCoordinateRow) {
  Numbers numbers(10);
  for (const JointType type : {JointType::hinge, JointType::slider}) {
    for (const bool planar : {false, true}) {
      const Model model = two_bodies(planar, type, numbers, 0, 1);
      State state(model, Layout(model));
      scatter(model, numbers, state);
      Workspace work(model);
      update_poses(model, state.motion, work.poses);
      work.rows.clear();
      add_coordinate_row(model, 0, RowRole::joint, 0, work.poses, work.rows);
      EXPECT_NEAR(work.rows.speed(work.rows.rows()[0], state.motion.velocity),
                  joint_velocity(model, 0, state.motion.velocity, work.poses), 1e-14);
    }
  }
}

}  // namespace
}  // namespace stickslip
