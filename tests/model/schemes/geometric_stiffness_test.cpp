#include "model/schemes/geometric_stiffness.h"

#include <Eigen/Eigenvalues>
#include <algorithm>

#include "tests/model/build.h"
#include "tests/model/rig.h"
#include "tests/model/step/models.h"

namespace stickslip {
namespace {

// H+ is H without its negative part.
TEST(GeometricStiffness, IsThePositivePartOfTheHessian) {
  Numbers numbers(1);
  for (int k = 0; k < 200; ++k) {
    const Vec3 l = 10 * numbers.vector(false);
    Vec3 p = numbers.vector(false);
    if (k % 10 == 0) p = 0.3 * l;
    if (k % 10 == 1) p = -0.3 * l;
    const Mat3 H = l.dot(p) * Mat3::Identity() - 0.5 * (p * l.transpose() + l * p.transpose());
    const Eigen::SelfAdjointEigenSolver<Mat3> eigen(H);
    const Mat3 positive =
        eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(0).asDiagonal() * eigen.eigenvectors().transpose();
    EXPECT_NEAR((geometric_stiffness(l, p) - positive).norm(), 0, 1e-12 * (1 + H.norm())) << k;
  }
}

// Scene S5 of the comparison with other engines: 100 links of 0.2 m, released 20 degrees below the horizontal.
Model long_chain(double end_mass, Scheme scheme) {
  constexpr int kLinks = 100;
  Model model;
  model.name = "chain";
  model.gravity = Vec3(0, 0, -9.81);
  model.step.scheme = scheme;
  model.step.size = 1.0 / 60;
  model.step.geometric_stiffness = true;
  model.step.max_contacts = 1;
  const double slope = std::acos(-1.0) / 9;
  const Vec3 along(std::cos(slope), 0, -std::sin(slope));
  for (int k = 0; k < kLinks; ++k) {
    const double mass = k + 1 == kLinks ? end_mass : 1.0;
    Body link = make_body(mass, Vec3(0.005, 1.0 / 300, 1.0 / 300) * mass);
    link.name = "link_" + std::to_string(k);
    link.q_WB = Quat(Eigen::AngleAxisd(slope, Vec3::UnitY()));
    link.p_WB = (0.2 * k + 0.1) * along;
    model.bodies.push_back(link);
    Joint joint;
    joint.name = "joint_" + std::to_string(k);
    joint.type = JointType::ball;
    joint.parent = k - 1;
    joint.child = k;
    joint.p_IP = k == 0 ? Vec3(Vec3::Zero()) : Vec3(0.1, 0, 0);
    joint.p_IC = Vec3(-0.1, 0, 0);
    model.joints.push_back(joint);
  }
  return model;
}

// One solve a step of 1/60 s for 5 s.
double worst_joint(double end_mass, Scheme scheme) {
  Rig rig(long_chain(end_mass, scheme));
  rig.initialise();
  double worst = 0;
  double energy = rig.value("energy.kinetic") + rig.value("energy.potential");
  const double scale = std::fabs(energy);
  for (int k = 0; k < 300; ++k) {
    rig.step();
    worst = std::max(worst, rig.report.joint_error);
    const double next = rig.value("energy.kinetic") + rig.value("energy.potential");
    EXPECT_LE(next, energy + 1e-9 * scale) << "step " << k;
    EXPECT_EQ(rig.report.lcps, 1);
    energy = next;
  }
  return worst;
}

TEST(GeometricStiffness, HoldsALongChainTogetherAtLargeSteps) {
  EXPECT_LT(worst_joint(1, Scheme::stabilised), 0.01);
}

TEST(GeometricStiffness, HoldsAThousandfoldWeightAtLargeSteps) {
  EXPECT_LT(worst_joint(1000, Scheme::stabilised), 0.001);
}

}  // namespace
}  // namespace stickslip
