#include <cmath>
#include <utility>

#include "tests/fmu/load/texts.h"
#include "tests/model/eigen.h"

namespace stickslip::load {
namespace {

TEST(Geometry, ShapesAndFramesAreStoredInTheInertialFrame) {
  const Model model = loaded(std::string(kSteel) + R"(
[[body]]
name = "a"
mass = 2
inertia = [2, 2, 2.5, 0.5, 0, 0]
com = [1, 2, 3]
shapes = [{ type = "sphere", radius = 0.1, position = [1, 0, 0], material = "steel" }]
[[frame]]
name = "tip"
body = "a"
position = [0, 1, 0]
rotation = { axis = [1, 0, 0], angle = 0.4 }
)");
  const Body& body = model.bodies[0];
  EXPECT_LT((body.p_BI + body.q_BI * model.shapes[0].p_IS - Vec3(1, 0, 0)).norm(), 1e-15);
  EXPECT_LT((body.p_BI + body.q_BI * model.frames[0].p_IF - Vec3(0, 1, 0)).norm(), 1e-15);
  const Mat3 expected = angle_axis(0.4, Vec3::UnitX()).toRotationMatrix();
  EXPECT_LT(((body.q_BI * model.frames[0].q_IF).toRotationMatrix() - expected).norm(), 1e-15);
}

TEST(Geometry, JointFramesCoincideInTheReferenceConfiguration) {
  const Model model = loaded(R"(
[[body]]
name = "a"
mass = 1
inertia = [2, 2, 2.5, 0.5, 0, 0]
com = [0.1, 0.2, 0.3]
position = [1, 2, 3]
rotation = { rpy = [0.1, 0.2, 0.3] }
[[body]]
name = "b"
mass = 1
inertia = [1, 1, 1]
position = [-1, 0, 1]
rotation = { rpy = [1, 2, 3] }
[[joint]]
name = "j"
type = "hinge"
bodies = ["a", "b"]
anchor = [0.5, 0.6, 0.7]
axis = [1, -2, 2]
start = { angle = "30 deg", velocity = 2 }
damping = 0.5
)");
  const Joint& joint = model.joints[0];
  const auto in_world = [&](int index, const Vec3& p, const Quat& q) {
    const Body& b = model.bodies[static_cast<std::size_t>(index)];
    const Vec3 p_WI = b.p_WB + b.q_WB * b.p_BI;
    return std::pair<Vec3, Mat3>(p_WI + b.q_WB * (b.q_BI * p), (b.q_WB * b.q_BI * q).toRotationMatrix());
  };
  const auto [p_P, R_P] = in_world(0, joint.p_IP, joint.q_IP);
  const auto [p_C, R_C] = in_world(1, joint.p_IC, joint.q_IC);
  EXPECT_LT((p_P - Vec3(0.5, 0.6, 0.7)).norm(), 1e-15);
  EXPECT_LT((p_P - p_C).norm(), 1e-15);
  EXPECT_LT((R_P - R_C).norm(), 1e-14);
  EXPECT_LT((R_P.col(0) - Vec3(1, -2, 2) / 3).norm(), 1e-15);
  EXPECT_DOUBLE_EQ(joint.coordinates[0].start_position, std::acos(-1.0) / 6);
  EXPECT_EQ(joint.coordinates[0].start_velocity, 2);
  EXPECT_EQ(joint.coordinates[0].damping, 0.5);
  EXPECT_TRUE(joint.has_start);
}

TEST(Geometry, AxesThatPointBackwardsWork) {
  const Model model = loaded(R"(
[[body]]
name = "a"
mass = 1
inertia = [1, 1, 1]
[[joint]]
name = "j"
type = "slider"
bodies = ["world", "a"]
axis = [-1, 1e-9, 0]
[[joint]]
name = "k"
type = "slider"
bodies = ["world", "a"]
axis = [-1, 0, 0]
)");
  EXPECT_LT((model.joints[0].q_IP.toRotationMatrix().col(0) - Vec3(-1, 1e-9, 0)).norm(), 1e-15);
  EXPECT_LT((model.joints[1].q_IP.toRotationMatrix().col(0) - Vec3(-1, 0, 0)).norm(), 1e-15);
}

TEST(Geometry, PlanesTurnTheirAxisToTheNormal) {
  const Model spatial =
      loaded(std::string(kSteel) +
             "[[body]]\nname = \"a\"\nfixed = true\nshapes = [{ type = \"plane\", normal = [1, 2, 2], "
             "material = \"steel\" }]");
  EXPECT_LT((spatial.shapes[0].q_IS * Vec3::UnitZ() - Vec3(1, 2, 2) / 3).norm(), 1e-15);
  const Model planar =
      loaded(std::string(kSteel) +
                 "[[body]]\nname = \"a\"\nfixed = true\nshapes = [{ type = \"plane\", normal = [0, -1], "
                 "material = \"steel\" }, { type = \"plane\", normal = [3, 4], material = \"steel\" }]",
             kPlanar);
  EXPECT_LT((planar.shapes[0].q_IS * Vec3::UnitY() - Vec3(0, -1, 0)).norm(), 1e-15);
  EXPECT_EQ(planar.shapes[0].q_IS.x(), 0);
  EXPECT_LT((planar.shapes[1].q_IS * Vec3::UnitY() - Vec3(0.6, 0.8, 0)).norm(), 1e-15);
}

TEST(Geometry, SpringsRestAtTheirReferenceLength) {
  const Model model = loaded(R"(
[[body]]
name = "a"
mass = 1
inertia = [1, 1, 1]
position = [0, 0, 1]
[[spring]]
name = "s"
bodies = ["world", "a"]
anchors = [[0, 3, 0], [0, 0, 4]]
stiffness = 10
)");
  EXPECT_EQ(model.springs[0].rest_length, 5);
  EXPECT_EQ(model.springs[0].p_IB, Vec3(0, 0, 3));
}

}  // namespace
}  // namespace stickslip::load
