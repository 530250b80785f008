#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include "tests/model/eigen.h"
#include "tests/model/rig.h"
#include "tests/model/step/models.h"

/// M~ and the right-hand side of the trapezoidal scheme against the dense equations of P04 with Jacobians by finite
/// differences: both are of order two, so that one step of theirs differs by O(h^3).
namespace stickslip {
namespace {

constexpr double kStiffness = 40;
constexpr double kDamping = 3;
constexpr double kRest = 0.7;
const Vec3 kInertia(0.3, 0.5, 0.6);
const Vec3 kAnchor(0.2, -0.1, 0.3);  // in the body
const Vec3 kPost(1, 0.5, 0.2);       // in the world

Model sprung() {
  return model_from(R"(
[model]
name = "sprung"
[step]
scheme = { name = "trapezoidal", projection = false }
[[body]]
name = "body"
mass = 2
inertia = [0.3, 0.5, 0.6]
position = [0.1, 0.2, -0.3]
velocity = [0.5, -1, 0.8]
angular_velocity = [2, -1, 3]
[[spring]]
name = "spring"
bodies = ["body", "world"]
anchors = [[0.3, 0.1, 0], [1, 0.5, 0.2]]
stiffness = 40
damping = 3
rest_length = 0.7
)");
}

using Vector6 = Eigen::Matrix<double, 6, 1>;
using Matrix6 = Eigen::Matrix<double, 6, 6>;

// All forces, with the gyroscopic torque, at a small displacement and turn from the start.
Vector6 force(const Vector6& moved, const Vector6& v) {
  const Vec3 turn = ours(moved.tail<3>());
  const Quat q = turn.norm() > 0 ? angle_axis(turn.norm(), turn.normalized()) : Quat::Identity();
  const Vec3 p = Vec3(0.1, 0.2, -0.3) + ours(moved.head<3>());
  const Vec3 w = ours(v.tail<3>());
  const Vec3 r = q * kAnchor;
  const Vec3 d = kPost - (p + r);
  const Vec3 u = d.normalized();
  const double rate = -u.dot(ours(v.head<3>()) + q * w.cross(kAnchor));
  const Vec3 pull = (kStiffness * (d.norm() - kRest) + kDamping * rate) * u;
  Vector6 f;
  f.head<3>() = eigen(pull + Vec3(0, 0, -2 * 9.81));
  f.tail<3>() = eigen(q.conjugate() * r.cross(pull) + kInertia.cwiseProduct(w).cross(w));
  return f;
}

Vector6 dense_step(const Vector6& v, double h) {
  Vector6 mass;
  mass << 2, 2, 2, eigen(kInertia);
  Matrix6 by_position;
  Matrix6 by_velocity;
  const double e = 1e-6;
  for (int k = 0; k < 6; ++k) {
    const Vector6 unit = e * Vector6::Unit(k);
    by_position.col(k) = (force(unit, v) - force(-unit, v)) / (2 * e);
    by_velocity.col(k) = (force(Vector6::Zero(), v + unit) - force(Vector6::Zero(), v - unit)) / (2 * e);
  }
  // M~ w = M~ v + alpha k~ with k~ = h k1 + alpha h^2 k1_q v, alpha = gamma = 1/2 (P04 section 5, in w).
  const Matrix6 system = Matrix6(mass.asDiagonal()) - h / 2 * by_velocity - h * h / 4 * by_position;
  const Vector6 change = h / 2 * force(Vector6::Zero(), v) + h * h / 4 * by_position * v;
  return v + system.partialPivLu().solve(change);
}

TEST(TrapezoidalMass, AgreesWithTheDenseEquationsToOrderThree) {
  std::vector<double> differences;
  for (const double h : {0.02, 0.01, 0.005, 0.0025}) {
    Rig rig(sprung());
    rig.initialise();
    Vector6 v;
    for (int k = 0; k < 6; ++k) v[k] = rig.simulation.state().motion.velocity[k];
    rig.step(h);
    Vector6 w;
    for (int k = 0; k < 6; ++k) w[k] = rig.simulation.state().reported[k];
    differences.push_back((w - dense_step(v, h)).norm());
  }
  for (std::size_t k = 1; k < differences.size(); ++k) {
    EXPECT_NEAR(std::log2(differences[k - 1] / differences[k]), 3, 0.2) << differences[k];
  }
}

// M~ of the body in the scheme's problem: its block and what its spring rows add.
Matrix6 posed_mass(const Rig& rig) {
  const Workspace& work = rig.simulation.workspace();
  const lcp::BodyInverse& inverse = work.problem.inverse_mass[0];
  Matrix6 mass = Matrix6::Zero();
  Eigen::Matrix3d angular;
  for (int k = 0; k < 9; ++k) angular(k / 3, k % 3) = inverse.angular[k];
  for (int k = 0; k < 3; ++k) mass(k, k) = 1 / inverse.linear[k];
  mass.bottomRightCorner<3, 3>() = angular.inverse();
  for (int i = 0; i < work.problem.row_count; ++i) {
    const lcp::Row& row = work.problem.rows[i];
    const Eigen::Map<const Vector6> g(work.rows.block_storage[row.first_block].j);
    mass += g * g.transpose() / row.T;
  }
  return mass;
}

// The Jacobian of a force at rest, by finite differences; its part that only the choice of axes makes is left out.
Matrix6 stiffness_at_rest() {
  Matrix6 by_position;
  const double e = 1e-5;
  for (int k = 0; k < 6; ++k) {
    const Vector6 unit = e * Vector6::Unit(k);
    by_position.col(k) = (force(unit, Vector6::Zero()) - force(-unit, Vector6::Zero())) / (2 * e);
  }
  return -0.5 * (by_position + by_position.transpose());
}

Rig at_rest(double alpha, double gamma) {
  Model model = sprung();
  model.bodies[0].velocity = model.bodies[0].angular_velocity = Vec3::Zero();
  model.step.trapezoidal.alpha = alpha;
  model.step.trapezoidal.gamma = gamma;
  return Rig(model);
}

TEST(TrapezoidalMass, IsTheExactOneUnderTension) {
  for (const double alpha : {0.5, 0.7}) {
    for (const double h : {0.001, 0.1}) {
      Rig rig = at_rest(alpha, 0.6);
      rig.initialise();
      rig.step(h);
      Vector6 mass;
      mass << 2, 2, 2, eigen(kInertia);
      const Vec3 u = (kPost - Vec3(0.3, 0.1, 0)).normalized();
      Vector6 g;
      g << eigen(-u), eigen(-kAnchor.cross(u));
      const Matrix6 exact = Matrix6(mass.asDiagonal()) + alpha * 0.6 * h * h * stiffness_at_rest() +
                            alpha * h * kDamping * g * g.transpose();
      EXPECT_NEAR((posed_mass(rig) - exact).norm() / exact.norm(), 0, 1e-9) << h;
    }
  }
}

// However long the spring was meant to be, and however hard it pushes, M~ stays positive definite.
TEST(TrapezoidalMass, StaysPositiveDefiniteUnderCompression) {
  for (const double rest : {1.0, 10.0, 1000.0}) {
    for (const double h : {0.001, 0.1, 1.0}) {
      Rig rig = at_rest(0.5, 0.5);
      rig.initialise();
      rig.set("spring.restLength", rest);
      rig.step(h);
      const Eigen::SelfAdjointEigenSolver<Matrix6> eigen(posed_mass(rig));
      EXPECT_GT(eigen.eigenvalues().minCoeff(), 0.2) << "rest " << rest << ", h = " << h;  // of 0.3, the least moment
    }
  }
}

}  // namespace
}  // namespace stickslip
