#pragma once

#include <algorithm>
#include <array>
#include <cmath>

namespace stickslip {

/// P04 section 10.1 in angles, event-accurate: two unit bobs on unit rods against the wall x = 0, Runge-Kutta steps too
/// small to have an error, collisions found by bisection, impacts with coefficient e along the wall's normal.
struct WallPendulum {
  using State = std::array<double, 4>;  // angles from the vertical, rates
  double gravity = 9.8;
  double e = 0.1;
  State y;
  double time = 0;
  std::array<int, 32> bobs{};  // which bob hit, in order
  std::array<double, 32> times{};
  int hits = 0;

  State rate(const State& s) const {
    const double c = std::cos(s[0] - s[1]);
    const double d = std::sin(s[0] - s[1]);
    const double f = -d * s[3] * s[3] - 2 * gravity * std::sin(s[0]);
    const double g = d * s[2] * s[2] - gravity * std::sin(s[1]);
    const double det = 2 - c * c;
    return {s[2], s[3], (f - c * g) / det, (2 * g - c * f) / det};
  }
  State after(const State& s, double h) const {
    const auto along = [](const State& a, const State& b, double t) {
      State r{};
      for (std::size_t i = 0; i < 4; ++i) r[i] = a[i] + t * b[i];
      return r;
    };
    const State k1 = rate(s);
    const State k2 = rate(along(s, k1, h / 2));
    const State k3 = rate(along(s, k2, h / 2));
    const State k4 = rate(along(s, k3, h));
    State r = s;
    for (std::size_t i = 0; i < 4; ++i) r[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
    return r;
  }
  static double gap(const State& s, int bob) { return std::sin(s[0]) + (bob == 2 ? std::sin(s[1]) : 0.0); }

  void hit(int bob) {
    const double a = std::cos(y[0]);
    const double b = bob == 2 ? std::cos(y[1]) : 0.0;
    const double c = std::cos(y[0] - y[1]);
    const double det = 2 - c * c;
    const double m1 = (a - c * b) / det;
    const double m2 = (2 * b - c * a) / det;
    const double impulse = -(1 + e) * (a * y[2] + b * y[3]) / (a * m1 + b * m2);
    y[2] += impulse * m1;
    y[3] += impulse * m2;
    bobs[static_cast<std::size_t>(hits)] = bob;
    times[static_cast<std::size_t>(hits++)] = time;
  }

  void run(double end, double h) {
    while (time < end - 1e-12) {
      const double step = std::min(h, end - time);
      const State next = after(y, step);
      double first = step;
      int bob = 0;
      for (int k = 1; k <= 2; ++k) {
        if (gap(next, k) > -1e-15 || gap(after(y, 1e-9), k) <= 0) continue;
        double low = 0;
        double high = step;
        for (int i = 0; i < 80; ++i) {
          const double middle = 0.5 * (low + high);
          (gap(after(y, middle), k) > 0 ? low : high) = middle;
        }
        if (high < first) {
          first = high;
          bob = k;
        }
      }
      y = bob == 0 ? next : after(y, first);
      time += bob == 0 ? step : first;
      if (bob != 0) hit(bob);
    }
  }

  std::array<double, 4> positions() const {
    const double x = std::sin(y[0]);
    const double z = -std::cos(y[0]);
    return {x, z, x + std::sin(y[1]), z - std::cos(y[1])};
  }
};

}  // namespace stickslip
