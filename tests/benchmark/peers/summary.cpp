#include "tests/benchmark/peers/summary.h"

#include <algorithm>
#include <cmath>

namespace stickslip::peers {
namespace {

double quantile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5)];
}

std::vector<double> median_times(const std::vector<Trial>& runs) {
  std::size_t steps = runs.front().times.size();
  for (const Trial& run : runs) steps = std::min(steps, run.times.size());
  std::vector<double> times;
  for (std::size_t k = 0; k < steps; ++k) {
    std::vector<double> of_step;
    for (const Trial& run : runs) of_step.push_back(run.times[k]);
    times.push_back(quantile(of_step, 0.5));
  }
  return times;
}

}  // namespace

Summary summarise(const Scene& scene, const std::vector<Trial>& runs) {
  Summary summary;
  summary.outcome = runs.back().outcome;
  for (const Trial& run : runs) {
    if (run.outcome.end == End::whole) continue;
    summary.outcome = run.outcome;
    break;
  }
  const std::vector<double> times = median_times(runs);
  summary.steps = static_cast<int>(times.size());
  if (times.empty()) return summary;
  summary.p50 = quantile(times, 0.5);
  summary.p99 = quantile(times, 0.99);
  summary.max = quantile(times, 1);
  for (const double t : times) summary.mean += t / static_cast<double>(times.size());
  const auto second = std::min(times.size(), static_cast<std::size_t>(std::lround(1 / scene.h)));
  summary.settled = quantile({times.end() - static_cast<std::ptrdiff_t>(second), times.end()}, 0.5);
  return summary;
}

}  // namespace stickslip::peers
