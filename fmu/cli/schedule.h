#pragma once

#include <optional>

#include "fmu/host/model_description.h"

namespace stickslip::cli {

/// The times of a run: t_k = start + k H, products that do not add up rounding errors. The last step ends at the stop
/// time to the last digit: it is shorter when the stop time is no multiple of H; within a millionth of H it counts as
/// one.
class Schedule {
 public:
  /// Takes what is not given from the default experiment; without one, 1 s in 500 steps. Throws host::Error when start,
  /// stop and step make no run, or the FMU takes whole steps only.
  Schedule(const host::ModelDescription& description, std::optional<double> stop, std::optional<double> step);

  long steps() const { return steps_; }
  double step() const { return step_; }
  /// Times that differ by no more are the same.
  double tolerance() const { return kSameTime * step_; }
  double start() const { return start_; }
  double stop() const { return stop_; }
  double time(long k) const { return k == steps_ ? stop_ : start_ + static_cast<double>(k) * step_; }
  /// Length of the step that starts at time(k): H, but for the last one.
  double size(long k) const { return k + 1 == steps_ ? stop_ - time(k) : step_; }

 private:
  static constexpr double kSameTime = 1e-6;  // of a step

  double start_ = 0;
  double stop_ = 0;
  double step_ = 0;
  long steps_ = 0;
};

}  // namespace stickslip::cli
