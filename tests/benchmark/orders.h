#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "tests/model/eigen.h"
#include "tests/model/rig.h"
#include "tests/model/step/models.h"

/// How fast each scheme converges on motions whose solution is known.
namespace stickslip {

struct Measured {
  double error = 0;  // at the finest step
  double order = 0;  // mean over all halvings
};

struct Experiment {
  std::string name;
  std::string model;          // of resources/, or a text
  double end = 1;             // s
  double coarsest = 0.01;     // s
  std::vector<double> exact;  // of `outputs`, at the end
  std::vector<std::string> outputs;
};

using Values = std::vector<double>;

/// Runge-Kutta in steps too small to have an error.
inline Values runge_kutta(const std::function<Values(const Values&)>& rate, Values y, double T) {
  constexpr int kSteps = 20000;
  const double h = T / kSteps;
  const auto moved = [&](const Values& d, double s) {
    Values z = y;
    for (std::size_t i = 0; i < y.size(); ++i) z[i] += s * d[i];
    return z;
  };
  for (int k = 0; k < kSteps; ++k) {
    const Values a = rate(y);
    const Values b = rate(moved(a, h / 2));
    const Values c = rate(moved(b, h / 2));
    const Values d = rate(moved(c, h));
    for (std::size_t i = 0; i < y.size(); ++i) y[i] += h / 6 * (a[i] + 2 * b[i] + 2 * c[i] + d[i]);
  }
  return y;
}

inline Experiment pendulum() {
  const auto rate = [](const Values& y) { return Values{y[1], -9.81 * 1.5 * std::sin(y[0])}; };
  const double exact = runge_kutta(rate, {std::acos(-1.0) / 6, 0}, 1)[0];
  return {"pendulum", "pendulum", 1, 0.008, {exact}, {"pivot.angle"}};
}

inline Experiment double_pendulum() {
  const auto rate = [](const Values& y) {
    const double c = std::cos(y[0] - y[1]);
    const double s = std::sin(y[0] - y[1]);
    const double a = 1.0 / 12 + 1.25;
    const double b = 1.0 / 12 + 0.25;
    const double f = -0.5 * s * y[3] * y[3] - 1.5 * 9.81 * std::sin(y[0]);
    const double g = 0.5 * s * y[2] * y[2] - 0.5 * 9.81 * std::sin(y[1]);
    const double det = a * b - 0.25 * c * c;
    return Values{y[2], y[3], (b * f - 0.5 * c * g) / det, (a * g - 0.5 * c * f) / det};
  };
  const double right = std::acos(-1.0) / 2;
  const Values exact = runge_kutta(rate, {right, right, 0, 0}, 0.5);
  return {"double pendulum", "double_pendulum", 0.5, 0.005, {exact[0], exact[1]}, {"upper.angle", "lower.angle"}};
}

/// A top on its tip: 1 kg, its centre 0.3 m up, spinning with 40 rad/s and leaning.
inline Experiment heavy_top() {
  const char* text = R"(
[model]
name = "top"
[[body]]
name = "top"
mass = 1
inertia = [0.02, 0.02, 0.03]
position = [0.18, 0, 0.24]
rotation = { axis = [0, 1, 0], angle = 0.6435011087932844 }
velocity = [0, 0, 0]
angular_velocity = [24, 0, 32]
[[joint]]
name = "tip"
type = "ball"
bodies = ["world", "top"]
anchor = [0, 0, 0]
)";
  const auto rate = [](const Values& y) {  // body rates, quaternion x y z w; about the tip
    const Vec3 I(0.02 + 0.09, 0.02 + 0.09, 0.03);
    const Vec3 w(y[0], y[1], y[2]);
    const Quat q(y[6], y[3], y[4], y[5]);
    const Vec3 weight = q.conjugate() * Vec3(0, 0, -9.81);
    const Vec3 torque = Vec3(0, 0, 0.3).cross(weight) + I.cwiseProduct(w).cross(w);
    const Vec3 a = torque.cwiseQuotient(I);
    const Eigen::Vector4d d = 0.5 * eigen(q * Quat(0, w.x(), w.y(), w.z())).coeffs();
    return Values{a.x(), a.y(), a.z(), d[0], d[1], d[2], d[3]};
  };
  const double half = 0.5 * 0.6435011087932844;
  const Values y = runge_kutta(rate, {0, 0, 40, 0, std::sin(half), 0, std::cos(half)}, 0.5);
  const Vec3 at = Quat(y[6], y[3], y[4], y[5]).normalized() * Vec3(0, 0, 0.3);
  return {"heavy top",
          text,
          0.5,
          0.002,
          {at.x(), at.y(), at.z()},
          {"top.position[1]", "top.position[2]", "top.position[3]"}};
}

/// The block of G06 section 9.2 after its first slide.
inline Experiment sliding_block() {
  return {"sliding block", "papers/stick_slip_block", 1, 0.02, {3.004348569727}, {"block.position[1]"}};
}

/// Dropped from 1 m, after the first impact.
inline Experiment bouncing_ball() {
  const double fall = std::sqrt(2 / 9.81);
  const double t = 0.8 - fall;
  return {"bouncing ball",     "bouncing_ball", 0.8, 0.008, {0.1 + 0.5 * 9.81 * fall * t - 0.5 * 9.81 * t * t},
          {"ball.position[3]"}};
}

inline std::vector<Experiment> experiments() {
  return {pendulum(), double_pendulum(), heavy_top(), sliding_block(), bouncing_ball()};
}

struct Promise {
  const char* name;
  Scheme scheme;
  int order;
};
constexpr std::array<Promise, 4> kPromises = {{{"euler", Scheme::euler, 1},
                                               {"stabilised", Scheme::stabilised, 1},
                                               {"trapezoidal", Scheme::trapezoidal, 2},
                                               {"spook", Scheme::spook, 1}}};

inline double error_of(const Experiment& experiment, Scheme scheme, int halvings) {
  Model model =
      experiment.model.find('\n') == std::string::npos ? resource(experiment.model) : model_from(experiment.model);
  model.step.scheme = scheme;
  const int steps = static_cast<int>(std::lround(experiment.end / experiment.coarsest)) << halvings;
  Rig rig(model);
  rig.initialise();
  for (int k = 0; k < steps; ++k) rig.step(experiment.end / steps);
  double sum = 0;
  for (std::size_t i = 0; i < experiment.exact.size(); ++i) {
    const double d = rig.value(experiment.outputs[i]) - experiment.exact[i];
    sum += d * d;
  }
  return std::sqrt(sum);
}

inline Measured measure(const Experiment& experiment, Scheme scheme, int halvings) {
  const double coarse = error_of(experiment, scheme, 0);
  const double fine = error_of(experiment, scheme, halvings);
  return {fine, fine > 0 ? std::log2(coarse / fine) / halvings : 0};
}

/// Nothing but round-off, and of the digits that the exact numbers above have.
constexpr double kExact = 1e-10;

}  // namespace stickslip
