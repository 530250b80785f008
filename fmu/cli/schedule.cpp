#include "fmu/cli/schedule.h"

#include <cmath>

#include "fmu/archive/error.h"
#include "fmu/archive/text.h"

namespace stickslip::cli {

namespace {

constexpr double kMostSteps = 1e10;
constexpr double kStepsWithoutAdvice = 500;

}  // namespace

Schedule::Schedule(const host::ModelDescription& description, std::optional<double> stop, std::optional<double> step) {
  const host::DefaultExperiment experiment = description.experiment.value_or(host::DefaultExperiment{});
  start_ = experiment.start.value_or(0);
  stop_ = stop.value_or(experiment.stop.value_or(start_ + 1));
  if (!(stop_ >= start_))
    throw host::Error("--stop " + host::short_double(stop_) + " is before the start time " +
                      host::short_double(start_));
  step_ = step.value_or(experiment.step.value_or((stop_ - start_) / kStepsWithoutAdvice));
  if (stop_ == start_) return;
  if (!(step_ > 0) || !(start_ + step_ > start_))
    throw host::Error("--step " + host::short_double(step_) + " does not bring time forward; give a larger one");
  const double whole = (stop_ - start_) / step_;
  if (whole > kMostSteps)
    throw host::Error("--stop " + host::short_double(stop_) + " with --step " + host::short_double(step_) +
                      " takes more than 1e10 steps; give a larger step");
  steps_ = static_cast<long>(std::ceil(whole - kSameTime));
  if (steps_ == 0) steps_ = 1;
  const bool short_last = std::fabs(whole - static_cast<double>(steps_)) > kSameTime;
  if (short_last && !description.co_simulation->variable_step)
    throw host::Error("this FMU takes whole steps only; --stop " + host::short_double(stop_) +
                      " is no multiple of the step " + host::short_double(step_));
}

}  // namespace stickslip::cli
