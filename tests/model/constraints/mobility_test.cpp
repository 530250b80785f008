#include "model/constraints/mobility.h"

#include <gtest/gtest.h>

#include "tests/model/build.h"

namespace stickslip {
namespace {

// Two bodies of 2 kg, one on a hinge along z through the origin or a slider along it, the next by a joint to that one.
struct Pair {
  Model model;

  Pair(JointType first, JointType second) {
    model.name = "pair";
    for (int b = 0; b < 2; ++b) {
      Body body = make_body(2, Vec3(0.1, 0.2, 0.3));
      body.name = "b" + std::to_string(b);
      body.p_WB = Vec3(0.5 + b, 0, 0);
      model.bodies.push_back(body);
      Joint joint;
      joint.name = "j" + std::to_string(b);
      joint.type = b == 0 ? first : second;
      joint.parent = b - 1;
      joint.child = b;
      joint.p_IP = b == 0 ? Vec3(Vec3::Zero()) : Vec3(0.5, 0, 0);
      joint.p_IC = Vec3(-0.5, 0, 0);
      joint.q_IP = joint.q_IC = angle_axis(-0.5 * std::acos(-1.0), Vec3::UnitY());  // x of the joint is z
      model.joints.push_back(joint);
    }
  }
  Mobility of(int body) const {
    BodyPose poses[2];
    lcp::BodyInverse masses[2];
    for (int b = 0; b < 2; ++b) {
      poses[b].p = body_at(model, b).p_WB;
      poses[b].R = Mat3::Identity();
      masses[b] = {{0.5, 0.5, 0.5}, {10, 0, 0, 0, 5, 0, 0, 0, 1 / 0.3}};
    }
    const std::vector<int> towards = joints_towards_world(model);
    const std::vector<int> welded = rings_of_welded(model);
    const int loads[2] = {2, 1};
    return mobility_of(model, body, {{towards.data(), 2}, {welded.data(), 2}}, {loads, 2}, {masses, 2}, {poses, 2});
  }
};

TEST(Mobility, OfWhatIsHingedIsOneTurn) {
  const Mobility m = Pair(JointType::hinge, JointType::ball).of(0);
  ASSERT_FALSE(m.free);
  EXPECT_EQ(m.count, 1);
  const double inertia = 0.3 + 2 * 0.25;
  EXPECT_NEAR(m.square(Vec3::Zero(), Vec3::UnitZ()), 1 / inertia, 1e-15);
  EXPECT_NEAR(m.square(Vec3::UnitY(), Vec3::Zero()), 0.25 / inertia, 1e-15);
  EXPECT_NEAR(m.square(Vec3::UnitX(), Vec3::UnitY()), 0, 1e-30);
}

TEST(Mobility, OfWhatIsFixedToWhatSlidesIsThatSlide) {
  const Mobility m = Pair(JointType::slider, JointType::fixed).of(1);
  ASSERT_FALSE(m.free);
  EXPECT_EQ(m.count, 1);
  EXPECT_NEAR(m.square(Vec3::UnitZ(), Vec3::Zero()), 0.25, 1e-15);  // of both, 4 kg
  EXPECT_NEAR(m.square(Vec3::UnitX(), Vec3::UnitZ()), 0, 1e-30);
  EXPECT_EQ(m.loads, 1);
}

TEST(Mobility, OfTwoThatAreWeldedAndFreeIsThatOfOne) {
  const Mobility m = Pair(JointType::rope, JointType::fixed).of(0);
  ASSERT_FALSE(m.free);
  EXPECT_EQ(m.count, 6);
  EXPECT_EQ(m.loads, 1);
  const double turned = 2 * 0.3 + 4 * 0.25;  // about z, their centre 0.5 m from the first
  EXPECT_NEAR(m.square(Vec3::Zero(), Vec3::UnitZ()), 1 / turned, 1e-14);
  EXPECT_NEAR(m.square(Vec3::UnitX(), Vec3::Zero()), 0.25, 1e-14);
  EXPECT_NEAR(m.square(Vec3::UnitY(), Vec3::Zero()), 0.25 + 0.25 / turned, 1e-14);
}

TEST(Mobility, OfTwoParallelHingesHasNoneOutOfTheirPlane) {
  const Mobility m = Pair(JointType::hinge, JointType::hinge).of(1);
  ASSERT_FALSE(m.free);
  EXPECT_EQ(m.count, 2);  // stretched: both move it across
  EXPECT_NEAR(m.square(Vec3::UnitY(), Vec3::Zero()), 0.5, 1e-14);
  EXPECT_NEAR(m.square(Vec3::UnitZ(), Vec3::UnitX()), 0, 1e-30);
}

TEST(Mobility, OfAStalkOnATableIsAllButOne) {
  EXPECT_EQ(Pair(JointType::planar, JointType::ball).of(1).count, 5);
}

TEST(Mobility, OfWhatHangsOnARopeIsFree) {
  EXPECT_TRUE(Pair(JointType::rope, JointType::hinge).of(0).free);
  EXPECT_TRUE(Pair(JointType::rope, JointType::hinge).of(1).free);
}

TEST(Mobility, OfWhatAJointWithAComplianceHoldsIsFreeUnderSpook) {
  Pair pair(JointType::slider, JointType::fixed);
  pair.model.step.scheme = Scheme::spook;
  EXPECT_FALSE(pair.of(1).free);
  pair.model.joints[1].softness.compliance = 1e-6;
  EXPECT_TRUE(pair.of(1).free);
  pair.model.joints[1].softness.compliance = -1;
  pair.model.step.spook.softness.angular_compliance = 1e-6;
  EXPECT_TRUE(pair.of(1).free);
}

}  // namespace
}  // namespace stickslip
