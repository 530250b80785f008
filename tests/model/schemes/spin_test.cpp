#include <algorithm>

#include "tests/model/eigen.h"
#include "tests/model/rig.h"
#include "tests/model/step/models.h"

/// Free bodies that spin, under every scheme.
namespace stickslip {
namespace {

Quat orientation(Rig& rig) {
  return {rig.value("body.orientation[1]"), rig.value("body.orientation[2]"), rig.value("body.orientation[3]"),
          rig.value("body.orientation[4]")};
}

struct Spinner {
  Vec3 inertia;
  Vec3 rate;
};

// Scene S2d (about the intermediate axis), bodies that are almost symmetric, thin rods that spin fast: the outputs
// alone keep energy and angular momentum to round-off.
TEST(Spin, KeepsEnergyAndAngularMomentumUnderEveryScheme) {
  for (const Spinner& spinner : {Spinner{{1, 2, 3}, {0.05, 5, 0}}, Spinner{{1, 1.001, 1.5}, {1, 0.5, 4}},
                                 Spinner{{0.08, 0.08, 1e-4}, {3, 0.5, 100}}, Spinner{{1, 1.05, 0.06}, {4, 1, 30}},
                                 Spinner{{0.5, 1.2, 1.6}, {0.01, 20, 0.02}}}) {
    for (const Scheme scheme : kSchemes) {
      Model model = resource("free_body");
      model.step.scheme = scheme;
      model.bodies[0].inertia = spinner.inertia;
      model.bodies[0].angular_velocity = spinner.rate;
      Rig rig(model);
      rig.initialise();
      const auto momentum = [&] {
        const Quat q = orientation(rig);
        return Vec3(q * spinner.inertia.cwiseProduct(q.conjugate() * rig.vector("body.angularVelocity")));
      };
      const double energy = rig.value("energy.kinetic");
      const Vec3 start = momentum();
      double worst_energy = 0;
      double worst_momentum = 0;
      for (int k = 0; k < long_run(20000); ++k) {
        rig.step(1e-3);
        worst_energy = std::max(worst_energy, std::fabs(rig.value("energy.kinetic") / energy - 1));
        worst_momentum = std::max(worst_momentum, (momentum() - start).norm() / start.norm());
      }
      EXPECT_LT(worst_energy, 1e-11) << static_cast<int>(scheme) << ", I = " << spinner.inertia.transpose();
      EXPECT_LT(worst_momentum, 1e-11) << static_cast<int>(scheme) << ", I = " << spinner.inertia.transpose();
    }
  }
}

// Turning by more than a radian in a step: not accurate, but it keeps its energy.
TEST(Spin, SurvivesLargeSteps) {
  for (const Scheme scheme : kSchemes) {
    for (const double h : {0.05, 0.2, 1.0}) {
      Model model = resource("free_body");
      model.step.scheme = scheme;
      model.bodies[0].angular_velocity = Vec3(3, 20, 5);
      Rig rig(model);
      rig.initialise();
      const double energy = rig.value("energy.kinetic");
      for (int k = 0; k < 500; ++k) EXPECT_EQ(rig.step(h).status, StepStatus::solved);
      EXPECT_NEAR(rig.value("energy.kinetic"), energy, 1e-9 * energy) << static_cast<int>(scheme) << ", h = " << h;
    }
  }
}

// Euler's equations and the attitude (x y z w), by Runge-Kutta.
using Motion7 = Eigen::Matrix<double, 7, 1>;
Motion7 rate_of(const Motion7& y) {
  const Quat q(y[6], y[3], y[4], y[5]);
  Motion7 d;
  d.head<3>() = Eigen::Vector3d(-y[1] * y[2], y[2] * y[0], -y[0] * y[1] / 3);
  d.tail<4>() = 0.5 * eigen(q * Quat(0, y[0], y[1], y[2])).coeffs();
  return d;
}

Motion7 exact_spin(const Vec3& rate, double T, int n) {
  Motion7 y;
  y << eigen(rate), 0, 0, 0, 1;
  const double h = T / n;
  for (int k = 0; k < n; ++k) {
    const Motion7 a = rate_of(y);
    const Motion7 b = rate_of(y + h / 2 * a);
    const Motion7 c = rate_of(y + h / 2 * b);
    const Motion7 d = rate_of(y + h * c);
    y += h / 6 * (a + 2 * b + 2 * c + d);
  }
  return y;
}

TEST(Spin, HasOrderTwoUnderTheTrapezoidalScheme) {
  const Motion7 exact = exact_spin(Vec3(0.3, 2, 0.5), 2, 20000);
  const Quat attitude(exact[6], exact[3], exact[4], exact[5]);
  std::vector<double> errors;
  for (const int n : {100, 200, 400, 800}) {
    Model model = resource("free_body");
    model.step.scheme = Scheme::trapezoidal;
    model.bodies[0].angular_velocity = Vec3(0.3, 2, 0.5);
    Rig rig(model);
    rig.initialise();
    for (int k = 0; k < n; ++k) rig.step(2.0 / n);
    const Vec3 rate = get3(&rig.simulation.state().motion.velocity[3]);
    errors.push_back((rate - ours(exact.head<3>())).norm() + angular_distance(orientation(rig), attitude));
  }
  for (std::size_t k = 1; k < errors.size(); ++k) EXPECT_NEAR(std::log2(errors[k - 1] / errors[k]), 2, 0.1) << k;
}

}  // namespace
}  // namespace stickslip
