// Which joints belong to linkages.
#include "model/constraints/linkages.h"

#include <gtest/gtest.h>

#include "tests/model/build.h"

namespace stickslip {
namespace {

Joint joining(JointType type, int parent, int child) {
  Joint joint;
  joint.type = type;
  joint.parent = parent;
  joint.child = child;
  return joint;
}

Model planar_model(int bodies) {
  Model model;
  model.planar = true;
  for (int b = 0; b < bodies; ++b) model.bodies.push_back(make_body(1, {1, 1, 1}));
  return model;
}

using Marks = std::vector<unsigned char>;

TEST(Linkages, AFourBarIsOneAndWhatHangsOnItIsNot) {
  Model model = planar_model(4);
  model.joints = {joining(JointType::hinge, kWorld, 0), joining(JointType::hinge, 0, 1),
                  joining(JointType::hinge, kWorld, 2), joining(JointType::hinge, 2, 1),
                  joining(JointType::hinge, 1, 3)};
  EXPECT_EQ(joints_of_linkages(model), (Marks{1, 1, 1, 1, 0}));
}

TEST(Linkages, ATreeIsNone) {
  Model model = planar_model(3);
  model.joints = {joining(JointType::hinge, kWorld, 0), joining(JointType::hinge, 0, 1),
                  joining(JointType::slider, 0, 2)};
  EXPECT_EQ(joints_of_linkages(model), (Marks{0, 0, 0}));
}

TEST(Linkages, AClosedCableIsNone) {
  Model model = planar_model(10);
  for (int b = 0; b < 10; ++b) model.joints.push_back(joining(JointType::hinge, b - 1, b));
  model.joints.push_back(joining(JointType::hinge, kWorld, 9));
  EXPECT_EQ(joints_of_linkages(model), Marks(11, 0));
}

TEST(Linkages, FixedBodiesAreTheWorldAndRopesCloseNothing) {
  Model model = planar_model(4);
  model.bodies[3].fixed = true;
  model.joints = {joining(JointType::hinge, 3, 0), joining(JointType::hinge, 0, 1), joining(JointType::hinge, 3, 2),
                  joining(JointType::hinge, 2, 1)};
  EXPECT_EQ(joints_of_linkages(model), (Marks{1, 1, 1, 1}));
  model.joints[3].type = JointType::rope;
  EXPECT_EQ(joints_of_linkages(model), (Marks{0, 0, 0, 0}));
}

}  // namespace
}  // namespace stickslip
