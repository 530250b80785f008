#pragma once

namespace stickslip {

/// The angle after a time T of what turns with `acceleration(angle)`, by the classical Runge-Kutta method in 4000
/// steps.
template <class Acceleration>
double turned(const Acceleration& acceleration, double angle, double rate, double T) {
  constexpr int kSteps = 4000;
  const double h = T / kSteps;
  double a = angle;
  double w = rate;
  for (int k = 0; k < kSteps; ++k) {
    const double k1 = acceleration(a);
    const double k2 = acceleration(a + h / 2 * w);
    const double k3 = acceleration(a + h / 2 * (w + h / 2 * k1));
    const double k4 = acceleration(a + h * (w + h / 2 * k2));
    a += h * (w + h / 6 * (k1 + k2 + k3));
    w += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return a;
}

}  // namespace stickslip
