// L11 section 17.4: what the loader's run shows beside the paper's figures 12 and 13 and its times.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <numeric>

#include "examples/papers/bench.h"
#include "examples/papers/main.h"
#include "examples/papers/report.h"
#include "fmu/host/csv.h"

namespace {

using papers::Columns;
using papers::exponential;
using papers::Report;

double largest(const std::vector<double>& values) {
  return *std::max_element(values.begin(), values.end());
}

/// Of the steps in ms, sorted.
std::vector<double> step_times(const Columns& run) {
  std::vector<double> times(run["processorTime"].begin() + 1, run["processorTime"].end());
  for (double& time : times) time *= 1e3;
  std::sort(times.begin(), times.end());
  return times;
}

double quantile(const std::vector<double>& sorted, double share) {
  return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
}

void compare_times(const Columns& run, Report& report) {
  const std::vector<double> ms = step_times(run);
  report.tell("processor time of the 10 s", "less than 10 s",
              exponential(1e-3 * std::accumulate(ms.begin(), ms.end(), 0.0), 2) + " s");
  report.tell("a step: median", "8 ms", exponential(quantile(ms, 0.5), 2) + " ms");
  report.tell("a step: 99 of 100 take at most", "22 ms", exponential(quantile(ms, 0.99), 2) + " ms");
}

/// Writes violation.csv beside the run.
void compare_violation(const std::string& out, Report& report) {
  std::ofstream csv(out + "violation.csv");
  csv << stickslip::host::csv_header({"rms", "contacts"});
  double most = 0;
  double contacts = 0;
  int steps = 0;
  papers::repeat(out + "models/wheel_loader.toml", out + "inputs.csv", [&](const papers::Bench& bench) {
    const double rms = papers::rms_violation(bench);
    const double count = bench.simulation.workspace().problem.contact_count;
    csv << stickslip::host::csv_row(++steps / 60.0, std::vector<double>{rms, count});
    most = std::max(most, rms);
    contacts += count;
  });
  report.at_most("Fig. 12: rms violation, largest of all steps", "1e-3", 1e-4, most);
  report.tell("contacts in a problem, mean", "350 constraints", exponential(contacts / steps, 2));
}

void compare_motion(const Columns& run, Report& report) {
  const std::vector<double>& ahead = run["rear_frame.position[1]"];
  const std::vector<double>& load = run["load.force[3]"];
  const auto at = [&](double t) { return static_cast<std::size_t>(std::lround(60 * t)); };
  report.at_least("rocks in the bucket after the scoop, N", "a shovel full", 5000, -load[at(4)]);
  report.at_least("way at the end, m: past the heap", "over the pile", 8, ahead.back() - ahead.front());
  report.at_least("front wheels above the ground meanwhile, m", "", 0.2, largest(run["wheel_fl.position[3]"]) - 0.75);
  const std::vector<double>& status = run["solver.status"];
  const auto other = std::count_if(status.begin(), status.end(), [](double s) { return s != 0; });
  report.tell("steps whose status is not 0", "5 that fail", std::to_string(other) + " of 600");
  report.tell("deepest overlap, m", "", exponential(largest(run["solver.penetration"]), 1));
  report.tell("joints off by at most, m or rad", "", exponential(largest(run["solver.jointError"]), 1));
}

}  // namespace

int main(int argc, char** argv) {
  return papers::compare_main(argc, argv, [](const std::string& out) {
    Report report("L11 section 17.4: a wheel loader and 149 rocks, 164 bodies, 984 degrees of freedom, h = 1/60 s");
    const Columns run(out + "run.csv");
    compare_motion(run, report);
    compare_violation(out, report);
    compare_times(run, report);
    return report.finish();
  });
}
