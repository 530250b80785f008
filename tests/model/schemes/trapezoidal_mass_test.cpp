#include <Eigen/LU>

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
  const Vec3 turn = moved.tail<3>();
  const Quat q = turn.norm() > 0 ? Quat(Eigen::AngleAxisd(turn.norm(), turn.normalized())) : Quat::Identity();
  const Vec3 p = Vec3(0.1, 0.2, -0.3) + moved.head<3>();
  const Vec3 w = v.tail<3>();
  const Vec3 r = q * kAnchor;
  const Vec3 d = kPost - (p + r);
  const Vec3 u = d.normalized();
  const double rate = -u.dot(v.head<3>() + q * w.cross(kAnchor));
  const Vec3 pull = (kStiffness * (d.norm() - kRest) + kDamping * rate) * u;
  Vector6 f;
  f.head<3>() = pull + Vec3(0, 0, -2 * 9.81);
  f.tail<3>() = q.conjugate() * r.cross(pull) + kInertia.cwiseProduct(w).cross(w);
  return f;
}

Vector6 dense_step(const Vector6& v, double h) {
  Vector6 mass;
  mass << 2, 2, 2, kInertia;
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

}  // namespace
}  // namespace stickslip
