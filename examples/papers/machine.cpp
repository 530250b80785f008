#include "examples/papers/machine.h"

#include <algorithm>
#include <numeric>

namespace papers {

double largest(const std::vector<double>& values) {
  return *std::max_element(values.begin(), values.end());
}

std::size_t row_at(const Columns& run, double seconds) {
  const auto found = std::lower_bound(run.time().begin(), run.time().end(), seconds - 1e-9);
  return static_cast<std::size_t>(found - run.time().begin());
}

void tell_steps(const std::string& machine, const std::string& paper, const Columns& run, Report& report) {
  std::vector<double> ms(run["processorTime"].begin() + 1, run["processorTime"].end());
  for (double& time : ms) time *= 1e3;
  std::sort(ms.begin(), ms.end());
  const double all = 1e-3 * std::accumulate(ms.begin(), ms.end(), 0.0);
  const auto quantile = [&](double share) {
    return ms[static_cast<std::size_t>(share * static_cast<double>(ms.size() - 1))];
  };
  report.tell(machine + ": real time over processor time", "", exponential(run.time().back() / all, 2));
  report.tell(machine + ": step, median and p99, ms", paper,
              exponential(quantile(0.5), 2) + ", " + exponential(quantile(0.99), 2));
  const std::vector<double>& status = run["solver.status"];
  const auto other = std::count_if(status.begin(), status.end(), [](double s) { return s != 0; });
  report.tell(machine + ": steps whose status is not 0", "",
              std::to_string(other) + " of " + std::to_string(ms.size()));
  report.tell(machine + ": deepest overlap, m", "", exponential(largest(run["solver.penetration"]), 1));
}

}  // namespace papers
