#include "model/constraints/joints.h"

#include "tests/model/constraints/gradient.h"
#include "tests/model/eigen.h"

namespace stickslip {
namespace {

constexpr int kNone = -1;  // the plane has no such joint

struct Case {
  JointType type;
  int rows_in_space;
  int rows_in_the_plane;
};
const Case kCases[] = {{JointType::hinge, 5, 2},
                       {JointType::slider, 5, 2},
                       {JointType::ball, 3, 2},
                       {JointType::fixed, 6, 3},
                       {JointType::distance, 1, 1},
                       {JointType::universal, 4, kNone},
                       {JointType::cylindrical, 4, kNone},
                       {JointType::planar, 3, kNone},
                       {JointType::screw, 5, kNone},
                       {JointType::point_on_line, 2, 1},
                       {JointType::point_on_plane, 1, kNone},
                       {JointType::rope, 0, 0},
                       {JointType::rolling, 3, 2},
                       {JointType::rolling_ball, 3, kNone}};

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
  joint.pitch = 3;
  joint.radius = 0.3;
  model.joints = {joint};
  return model;
}

class JointRows : public testing::TestWithParam<Case> {};

TEST_P(JointRows, AreTheGradientOfTheirViolationWhereverTheBodiesAre) {
  Numbers numbers(7);
  for (const bool planar : {false, true}) {
    if (!joint_kind(planar, GetParam().type).exists) continue;
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
    ASSERT_EQ(joint_kind(planar, GetParam().type).exists, !planar || GetParam().rows_in_the_plane != kNone);
    if (!joint_kind(planar, GetParam().type).exists) continue;
    const Model model = two_bodies(planar, GetParam().type, numbers, 0, 1);
    State state(model, Layout(model));
    scatter(model, numbers, state);
    Workspace work(model);
    const MakeRows make = [&](Workspace& w) { add_joint_rows(model, 0, w.poses, w.rows); };
    EXPECT_EQ(static_cast<int>(violations(model, state, make, work).size()),
              planar ? GetParam().rows_in_the_plane : GetParam().rows_in_space);
  }
}

// Puts the child where the joint leaves it with these coordinates, the ones that slide last; what no coordinate
// measures stays as it is.
void close_joint(const Model& model, const double* at, State& state, Workspace& work) {
  const Joint& joint = model.joints[0];
  const JointKind& kind = kind_of(model, 0);
  update_poses(model, state.motion, work.poses);
  const Quat q_W0 = model.planar ? angle_axis(state.motion.angle[0], Vec3::UnitZ()) : work.poses[0].q;
  Quat turn = Quat::Identity();
  Vec3 slide = Vec3::Zero();
  for (int k = 0; k < kind.freedom_count; ++k) {
    const Vec3 axis = model.planar && kind.freedoms[k].turns ? Vec3::UnitZ() : Vec3::Unit(kind.freedoms[k].axis);
    if (kind.freedoms[k].turns) turn = turn * angle_axis(at[k], axis);
    slide += (kind.freedoms[k].turns ? (kind.holds_lead ? lead_of(joint) : 0.0) : 1.0) * at[k] * axis;
  }
  const Quat q_WJ = q_W0 * joint.q_IP;
  const Quat q_W1 = kind.places ? q_WJ * turn * joint.q_IC.conjugate() : work.poses[1].q;
  put3(work.poses[0].p + q_W0 * joint.p_IP + q_WJ * slide - q_W1 * joint.p_IC, &state.motion.position[3]);
  put_quaternion(q_W1, &state.motion.orientation[4]);
  state.motion.angle[1] = 2 * std::atan2(q_W1.z(), q_W1.w());
  update_poses(model, state.motion, work.poses);
}

TEST_P(JointRows, AreClosedWhereTheCoordinatesPutTheChild) {
  Numbers numbers(9);
  for (const bool planar : {false, true}) {
    const JointKind& kind = joint_kind(planar, GetParam().type);
    if (kind.spans()) continue;  // where a rope's coordinate puts the child, its direction decides
    for (int k = 0; k < 10 * kind.freedom_count; ++k) {
      const Model model = two_bodies(planar, GetParam().type, numbers, 0, 1);
      State state(model, Layout(model));
      scatter(model, numbers, state);
      const double at[] = {numbers.between(-1.4, 1.4), numbers.between(-1.4, 1.4), numbers.between(-1.4, 1.4)};
      Workspace work(model);
      close_joint(model, at, state, work);
      work.rows.clear();
      add_joint_rows(model, 0, work.poses, work.rows);
      for (const ConstraintRow& row : work.rows.rows()) EXPECT_NEAR(row.violation, 0, 1e-13);
      for (int c = 0; c < kind.freedom_count; ++c) {
        EXPECT_NEAR(joint_position(model, 0, c, state.motion, work.poses, at[c]), at[c], 1e-13);
      }
    }
  }
}

TEST_P(JointRows, HaveTheRatesOfTheirCoordinates) {
  Numbers numbers(10);
  for (const bool planar : {false, true}) {
    for (int k = 0; k < joint_kind(planar, GetParam().type).freedom_count; ++k) {
      const Model model = two_bodies(planar, GetParam().type, numbers, 0, 1);
      State state(model, Layout(model));
      scatter(model, numbers, state);
      Workspace work(model);
      update_poses(model, state.motion, work.poses);
      work.rows.clear();
      add_coordinate_row(model, 0, k, RowRole::joint, 0, work.poses, work.rows);
      EXPECT_NEAR(work.rows.speed(work.rows.rows()[0], state.motion.velocity),
                  joint_velocity(model, 0, k, state.motion.velocity, work.poses), 1e-14);
    }
  }
}

// The velocity that keeps a joint closed and moves one coordinate at a unit rate: the coordinate changes by that.
TEST_P(JointRows, AndCoordinatesDescribeTheSameMotion) {
  Numbers numbers(11);
  for (const bool planar : {false, true}) {
    const JointKind& kind = joint_kind(planar, GetParam().type);
    for (int k = 0; k < 10 * kind.freedom_count; ++k) {
      const Model model = two_bodies(planar, GetParam().type, numbers, 0, 1);
      State state(model, Layout(model));
      scatter(model, numbers, state);
      const double at[] = {numbers.between(-1.4, 1.4), numbers.between(-1.4, 1.4), numbers.between(-1.4, 1.4)};
      Workspace work(model);
      close_joint(model, at, state, work);
      const int c = k % kind.freedom_count;
      std::vector<double> rates(static_cast<std::size_t>(kind.freedom_count));
      const double h = 1e-6;
      const auto after = [&](double time) {
        State moved(model, Layout(model));
        moved.copy_from(state);
        for (int b = 0; b < 2; ++b) {
          const double* v = &state.motion.velocity[6 * b];
          displace(planar, moved.motion, b, time * get3(v), time * get3(v + 3));
        }
        update_poses(model, moved.motion, work.poses);
        return joint_position(model, 0, c, moved.motion, work.poses, at[c]);
      };
      // The child moves with the parent, but along and about the joint's coordinates.
      const JointFrames f = joint_frames(model.joints[0], work.poses);
      const Vec3 w_P = angular_velocity_of(state.motion.velocity, work.poses, 0);
      Vec3 w = w_P;
      Vec3 v_anchor = velocity_at(state.motion.velocity, work.poses, 0, f.r_P + f.d);
      for (int m = 0; m < kind.freedom_count; ++m) {
        const double rate = numbers.between(-1, 1);
        rates[static_cast<std::size_t>(m)] = rate;
        const Vec3 axis = freedom_axis(planar, kind.freedoms[m], f);
        if (kind.freedoms[m].turns) w += rate * axis;
        if (!kind.freedoms[m].turns) v_anchor += rate * axis;
        if (kind.holds_lead) v_anchor += lead_of(model.joints[0]) * rate * axis;
      }
      put3(v_anchor - w.cross(f.r_C), &state.motion.velocity[6]);
      put3(work.poses[1].R.transpose() * w, &state.motion.velocity[9]);
      const double expected = rates[static_cast<std::size_t>(c)];
      EXPECT_NEAR(joint_velocity(model, 0, c, state.motion.velocity, work.poses), expected, 1e-13);
      EXPECT_NEAR((after(h) - after(-h)) / (2 * h), expected, 2e-9);
    }
  }
}

// A hinge has an axis, a slider too, and a weld none: how a file's reader lays the other axes is nobody's business,
// also where the joint is apart.
TEST_P(JointRows, KnowNoAxesThatTheJointDoesNotHave) {
  const JointKind& kind = joint_kind(false, GetParam().type);
  if (kind.held_turns < 2) return;
  Numbers numbers(12);
  for (int k = 0; k < 20; ++k) {
    Model model = two_bodies(false, GetParam().type, numbers, 0, 1);
    State state(model, Layout(model));
    scatter(model, numbers, state);
    Workspace work(model);
    double apart[2] = {0, 0};
    double at[2][3] = {};
    for (int other = 0; other < 2; ++other) {
      update_poses(model, state.motion, work.poses);
      work.rows.clear();
      add_joint_rows(model, 0, work.poses, work.rows);
      for (const ConstraintRow& row : work.rows.rows()) apart[other] += row.violation * row.violation;
      for (int c = 0; c < kind.freedom_count; ++c) {
        at[other][c] = joint_position(model, 0, c, state.motion, work.poses, 0);
      }
      const bool has_none = kind.freedom_count == 0;
      const Quat turn = angle_axis(0.7, has_none ? Vec3(1, 2, 3).normalized() : Vec3(Vec3::UnitX()));
      model.joints[0].q_IP = model.joints[0].q_IP * turn;
      model.joints[0].q_IC = model.joints[0].q_IC * turn;
    }
    EXPECT_NEAR(apart[0], apart[1], 1e-12 * apart[0]);
    const int along = GetParam().type == JointType::planar ? 2 : 0;  // the slides of a planar joint are along y and z
    for (int c = along; c < kind.freedom_count; ++c) EXPECT_NEAR(at[0][c], at[1][c], 1e-13);
  }
}

INSTANTIATE_TEST_SUITE_P(AllTypes, JointRows, testing::ValuesIn(kCases));

}  // namespace
}  // namespace stickslip
