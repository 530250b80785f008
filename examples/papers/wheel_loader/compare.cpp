// L11 section 17.4: what the loader's run shows beside the paper's figures 12 and 13 and its times.
#include <algorithm>
#include <fstream>

#include "examples/papers/bench.h"
#include "examples/papers/machine.h"
#include "examples/papers/main.h"
#include "examples/papers/report.h"
#include "fmu/host/csv.h"

namespace {

using papers::Columns;
using papers::exponential;
using papers::largest;
using papers::Report;

/// Steps that did not even end softened: a rung of the ladder that gives up more, or contacts without a row.
long failed(const Columns& run) {
  const std::vector<double>& status = run["solver.status"];
  return std::count_if(status.begin(), status.end(), [](double s) { return s > 1; });
}

/// Writes violation.csv beside the run.
void compare_violation(const std::string& out, Report& report) {
  std::ofstream csv(out + "violation.csv");
  csv << stickslip::host::csv_header({"rms", "contacts"});
  double most = 0;
  double contacts = 0;
  int steps = 0;
  papers::repeat(out + "models/wheel_loader.toml", out + "wheel_loader_inputs.csv", [&](const papers::Bench& bench) {
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
  report.at_least("rocks in the bucket after the scoop, N", "a shovel full", 4000, -load[papers::row_at(run, 4)]);
  report.at_least("way at the end, m: past the heap", "over the pile", 8, ahead.back() - ahead.front());
  report.at_least("front wheels above the ground meanwhile, m", "", 0.2, largest(run["wheel_fl.position[3]"]) - 0.75);
  report.tell("joints off by at most, m or rad", "", exponential(largest(run["solver.jointError"]), 1));
}

}  // namespace

int main(int argc, char** argv) {
  return papers::compare_main(argc, argv, [](const std::string& out) {
    Report report("L11 section 17.4: a wheel loader and 149 rocks, 164 bodies, 984 degrees of freedom, h = 1/60 s");
    const Columns run(out + "wheel_loader.csv");
    compare_motion(run, report);
    compare_violation(out, report);
    papers::tell_steps("loader", "8, 22", run, report);
    report.tell("loader: steps that fail", "5", std::to_string(failed(run)));
    return report.finish();
  });
}
