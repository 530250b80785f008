#include "fmu/shell/step_plan.h"

#include <algorithm>
#include <cmath>

namespace stickslip::fmu {
namespace {

// Shares of h: what H may exceed n h by without another step, and what it may miss n h by and still be n steps of h.
constexpr double kCountSlack = 1e-3;
constexpr double kExactSlack = 1e-6;
// Share of H that the end of a step may pass stopTime by.
constexpr double kStopSlack = 1e-3;

StepPlan refuse(const char* reason) {
  return {reason, 0, 0};
}

}  // namespace

StepPlan plan_step(double h, const Clock& clock, double t, double H) {
  if (!std::isfinite(t) || !std::isfinite(H)) return refuse("time or step is not a finite number");
  if (H <= 0) return refuse("the step must be > 0");
  if (std::abs(t - clock.time) > 0.5 * (h > 0 ? h : H)) {
    return refuse("currentCommunicationPoint is not the end of the step before");
  }
  if (clock.has_stop && t + H > clock.stop + kStopSlack * H) return refuse("the step ends after stopTime");
  if (h <= 0) return {nullptr, 1, H};
  const double count = std::max(1.0, std::ceil(H / h - kCountSlack));
  if (count > static_cast<double>(kMaxSubsteps)) return refuse("the step is more than 1e7 times the model's");
  const bool exact = std::abs(H - count * h) <= kExactSlack * h;
  return {nullptr, static_cast<long>(count), exact ? h : H / count};
}

}  // namespace stickslip::fmu
