#include <algorithm>
#include <functional>

#include "tests/model/eigen.h"
#include "tests/model/rig.h"
#include "tests/model/step/models.h"

namespace stickslip {
namespace {

TEST(FreeFlight, IsTheParabolaOfTheScheme) {
  for (const bool planar : {false, true}) {
    std::string text = "[model]\nname = \"stone\"\n";
    text += planar ? "dimension = 2\ngravity = [0.5, -9.81]\n" : "gravity = [0.5, 0.25, -9.81]\n";
    text += "[[body]]\nname = \"stone\"\nmass = 3\ninertia = ";
    text += planar ? "2\nposition = [1, 2]\nvelocity = [3, 4]\n"
                   : "[1, 2, 2.5]\nposition = [1, 2, 3]\nvelocity = [3, 4, 5]\n";
    Rig rig(model_from(text));
    rig.initialise();
    const Vec3 p = rig.vector("stone.position");
    const Vec3 v = rig.vector("stone.velocity");
    const Vec3 g = rig.simulation.model().gravity;
    const double h = 0.001;
    const int n = 2000;
    rig.steps(n);
    const Vec3 expected = p + n * h * v + g * (h * h * n * (n + 1) / 2);
    EXPECT_NEAR((rig.vector("stone.position") - expected).norm(), 0, 1e-11);
    EXPECT_NEAR((rig.vector("stone.velocity") - (v + n * h * g)).norm(), 0, 1e-11);
  }
}

// Scene S2d.
TEST(FreeSpin, KeepsEnergyAndAngularMomentum) {
  Rig rig(resource("free_body"));
  rig.initialise();
  const Vec3 inertia(1, 2, 3);
  const auto momentum = [&] {
    const Quat q(rig.value("body.orientation[1]"), rig.value("body.orientation[2]"), rig.value("body.orientation[3]"),
                 rig.value("body.orientation[4]"));
    return Vec3(q * inertia.cwiseProduct(q.conjugate() * rig.vector("body.angularVelocity")));
  };
  const double energy = rig.value("energy.kinetic");
  EXPECT_NEAR(energy, 0.5 * (0.05 * 0.05 + 2 * 25), 1e-12);
  const Vec3 start = momentum();
  double worst_energy = 0;
  double worst_momentum = 0;
  for (int k = 0; k < 20000; ++k) {
    rig.step();
    worst_energy = std::max(worst_energy, std::fabs(rig.value("energy.kinetic") / energy - 1));
    worst_momentum = std::max(worst_momentum, (momentum() - start).norm() / start.norm());
  }
  EXPECT_LT(worst_energy, 5e-6);
  EXPECT_LT(worst_momentum, 1e-5);
}

double complete_elliptic(double k) {  // K(k) by the arithmetic-geometric mean
  double a = 1;
  double b = std::sqrt(1 - k * k);
  for (int i = 0; i < 40; ++i) {
    const double mean = 0.5 * (a + b);
    b = std::sqrt(a * b);
    a = mean;
  }
  return std::acos(-1.0) / (2 * a);
}

// Times at which a value passes through zero, between grid points.
std::vector<double> passages(Rig& rig, const std::string& name, double h, std::size_t count) {
  const double* value = rig.at(name);
  std::vector<double> times;
  for (int k = 0; times.size() < count; ++k) {
    const double before = *value;
    rig.step(h);
    if ((before < 0) != (*value < 0)) times.push_back(h * (k + before / (before - *value)));
  }
  return times;
}

TEST(Pendulum, SwingsWithThePeriodOfTheEllipticIntegral) {
  const double theta = std::acos(-1.0) / 6;
  const double omega = std::sqrt(9.81 * 0.5 / (1.0 / 12 + 0.25));
  const double period = 4 / omega * complete_elliptic(std::sin(theta / 2));
  for (const double h : {0.004, 0.002, 0.001}) {
    Rig rig(resource("pendulum"));
    rig.initialise();
    const std::vector<double> times = passages(rig, "pivot.angle", h, 5);
    EXPECT_NEAR((times[4] - times[0]) / 2, period, 0.03 * h * period) << "h = " << h;
  }
}

using Values = std::vector<double>;
Values runge_kutta(const std::function<Values(const Values&)>& f, Values y, double T, int n) {
  const double h = T / n;
  const auto moved = [&](const Values& d, double s) {
    Values z = y;
    for (std::size_t i = 0; i < y.size(); ++i) z[i] += s * d[i];
    return z;
  };
  for (int k = 0; k < n; ++k) {
    const Values a = f(y);
    const Values b = f(moved(a, h / 2));
    const Values c = f(moved(b, h / 2));
    const Values d = f(moved(c, h));
    for (std::size_t i = 0; i < y.size(); ++i) y[i] += h / 6 * (a[i] + 2 * b[i] + 2 * c[i] + d[i]);
  }
  return y;
}

void expect_order(const std::vector<double>& errors, double order, double tolerance, const std::string& what) {
  for (std::size_t k = 1; k < errors.size(); ++k) {
    EXPECT_NEAR(std::log2(errors[k - 1] / errors[k]), order, tolerance) << what << ", halving " << k;
  }
}

TEST(Pendulum, ConvergesWithFirstOrderAndItsJointWithSecond) {
  const double T = 1;
  const Values exact = runge_kutta(
      [](const Values& y) {
        return Values{y[1], -9.81 * 0.5 / (1.0 / 3) * std::sin(y[0])};
      },
      {std::acos(-1.0) / 6, 0}, T, 4000);
  std::vector<double> angle;
  std::vector<double> joint;
  for (const int n : {250, 500, 1000, 2000}) {
    Rig rig(resource("pendulum"));
    rig.initialise();
    double worst = 0;
    for (int k = 0; k < n; ++k) worst = std::max(worst, rig.step(T / n).joint_error);
    angle.push_back(std::fabs(rig.value("pivot.angle") - exact[0]));
    joint.push_back(worst);
  }
  expect_order(angle, 1, 0.1, "angle");
  expect_order(joint, 2, 0.1, "joint");
}

TEST(Pendulum, DoesNotDriftOverAMillionSteps) {
  Rig rig(resource("pendulum"));
  rig.initialise();
  const auto worst = [&](int n) {
    double error = 0;
    for (int k = 0; k < n; ++k) error = std::max(error, rig.step().joint_error);
    return error;
  };
  const double begin = worst(10000);
  rig.steps(long_run(980000));
  const double end = worst(10000);
  EXPECT_LE(end, begin);
  EXPECT_LT(begin, 2e-6);
  EXPECT_EQ(rig.report.status, StepStatus::solved);
}

TEST(AbsurdInputs, EndInAnErrorOrInNumbers) {
  for (const std::string file : {"pendulum", "double_pendulum"}) {
    for (const double torque : {1e20, 1e100, 1e150, 1e200, 1e308}) {
      Rig rig(resource(file));
      rig.initialise();
      rig.set(file == "pendulum" ? "pivot.torque" : "elbow.torque", torque);
      for (int k = 0; k < 5 && rig.step().status != StepStatus::failed && rig.simulation.state().valid(); ++k) {
        for (const double value : rig.real) ASSERT_TRUE(std::isfinite(value)) << file << " " << torque;
      }
    }
  }
}

// What a step of 1 ms leaves open is a speed of 10^7 m/s when a step of 1 ps closes it.
TEST(ShortSteps, KickNothingApart) {
  for (const char* scheme : {"stabilised", "euler", "trapezoidal", "spook"}) {
    const std::string text = std::string("[model]\nname = \"kicked\"\n[step]\nscheme = \"") + scheme +
                             "\"\n[[body]]\nname = \"bob\"\nmass = 2\ninertia = [0.1, 0.5, 0.25]\n"
                             "position = [0, 0, -1]\n[[joint]]\nname = \"j\"\ntype = \"hinge\"\n"
                             "bodies = [\"world\", \"bob\"]\nanchor = [0, 0, 0]\naxis = [0, 1, 0]\n"
                             "start = { velocity = 5 }\n"
                             "[[body]]\nname = \"floor\"\nfixed = true\nposition = [9, 9, 0]\n"
                             "shapes = [{ type = \"box\", size = [1, 1, 1] }]\n"
                             "[[body]]\nname = \"ball\"\nmass = 1\nposition = [9, 9, 0.59999]\n"
                             "shapes = [{ type = \"sphere\", radius = 0.1 }]\n";
    Rig rig(model_from(text));
    rig.initialise();
    rig.step(1e-12);
    EXPECT_LT(rig.vector("ball.velocity").norm(), 0.011) << scheme;
    rig.steps(200);
    const Vec3 before = rig.vector("bob.velocity");
    rig.step(1e-12);
    EXPECT_LT((rig.vector("bob.velocity") - before).norm(), 0.05) << scheme;
    for (int k = 0; k < 40; ++k) rig.step(1e-4);
    EXPECT_LT(rig.report.joint_error, 5e-7) << scheme << ": it comes down with the square of the steps";
  }
}

// A run at a step that is much smaller than the model's own has the joint errors of its own step from the beginning.
TEST(ShortSteps, FromTheStartAreAsGoodAsTheModelsOwn) {
  for (const Scheme scheme : {Scheme::stabilised, Scheme::spook}) {
    double errors[2] = {0, 0};
    for (int k = 0; k < 2; ++k) {
      Model model = resource("double_pendulum");
      model.step.scheme = scheme;
      model.step.size = k == 0 ? 0.02 : 0.0005;
      Rig rig(model);
      rig.initialise();
      for (int n = 0; n < 1000; ++n) {
        rig.step(0.0005);
        errors[k] = std::max(errors[k], rig.report.joint_error);
      }
    }
    EXPECT_EQ(errors[0], errors[1]) << static_cast<int>(scheme);
  }
}

// Angles from hanging; a: upper, b: lower, absolute.
Values double_pendulum(const Values& y) {
  const double l = 1;
  const double m = 1;
  const double g = 9.81;
  const double inertia = m * l * l / 12;
  const double c = std::cos(y[0] - y[1]);
  const double s = std::sin(y[0] - y[1]);
  Eigen::Matrix2d M;
  M << inertia + m * l * l / 4 + m * l * l, m * l * l / 2 * c, m * l * l / 2 * c, inertia + m * l * l / 4;
  const Eigen::Vector2d r(-m * l * l / 2 * s * y[3] * y[3] - 1.5 * m * g * l * std::sin(y[0]),
                          m * l * l / 2 * s * y[2] * y[2] - 0.5 * m * g * l * std::sin(y[1]));
  const double determinant = M(0, 0) * M(1, 1) - M(0, 1) * M(1, 0);
  return {y[2], y[3], (M(1, 1) * r[0] - M(0, 1) * r[1]) / determinant, (M(0, 0) * r[1] - M(1, 0) * r[0]) / determinant};
}

TEST(DoublePendulum, ConvergesWithFirstOrderAndItsJointsWithSecond) {
  const double T = 1;
  const double right = std::acos(-1.0) / 2;
  const Values exact = runge_kutta(double_pendulum, {right, right, 0, 0}, T, 20000);
  std::vector<double> angle;
  std::vector<double> joint;
  for (const int n : {1000, 2000, 4000, 8000}) {
    Rig rig(resource("double_pendulum"));
    rig.initialise();
    EXPECT_NEAR(rig.value("shoulder.angle"), right, 1e-15);
    double worst = 0;
    for (int k = 0; k < n; ++k) worst = std::max(worst, rig.step(T / n).joint_error);
    angle.push_back(std::hypot(rig.value("upper.angle") - exact[0], rig.value("lower.angle") - exact[1]));
    joint.push_back(worst);
  }
  expect_order(angle, 1, 0.15, "angles");
  expect_order(joint, 2, 0.15, "joints");
}

// The bob of conical_pendulum goes round at constant height; its string stays as long as it is.
TEST(ConicalPendulum, KeepsItsHeightAndItsString) {
  Rig rig(resource("conical_pendulum"));
  rig.initialise();
  double low = 1e300;
  double high = -1e300;
  for (int k = 0; k < 10000; ++k) {
    rig.step();
    low = std::min(low, rig.value("bob.position[3]"));
    high = std::max(high, rig.value("bob.position[3]"));
    EXPECT_NEAR(rig.vector("bob.position").norm(), 1, 2e-5);
  }
  EXPECT_NEAR(low, -0.8, 5e-3);
  EXPECT_NEAR(high, -0.8, 5e-3);
}

}  // namespace
}  // namespace stickslip
