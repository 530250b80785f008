// A03: the rebound of figure 1 against its closed form, 66 disks. Contacts and clock come from a run in this program.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>

#include "examples/papers/bench.h"
#include "examples/papers/main.h"
#include "examples/papers/report.h"
#include "fmu/host/csv.h"

namespace {

using papers::Bench;
using papers::Columns;
using papers::exponential;
using papers::Report;
using stickslip::host::csv_header;
using stickslip::host::csv_row;

constexpr int kDisks = 66;

void compare_rebound(const std::string& out, Report& report) {
  const Columns runs(out + "rebound.csv");
  double off = 0;
  double paper_off = 0;
  for (std::size_t k = 0; k < runs.time().size(); ++k) {
    const double e = runs["e"][k];
    const double per = 1 / runs["h"][k];
    off = std::max(off, std::fabs(runs["v"][k] + e));
    paper_off = std::max(paper_off, std::fabs(-e * (per - std::ceil(per - 1e-9) + 1) + e));
  }
  report.at_most("Fig. 1: abs(v + e), " + std::to_string(runs.time().size()) + " steps h, e = 1 and 0.5",
                 "uncorrected " + exponential(paper_off, 1), 1e-13, off);
}

/// One row per step: contacts in the problem, those that carry load, time of the whole step.
void write_steps(const std::string& out, Report& report) {
  Bench bench(papers::load_model(out + "disks.toml"));
  const double h = bench.simulation.model().step.size;
  const int steps = static_cast<int>(std::lround(bench.simulation.model().stop / h));
  std::ofstream csv(out + "steps.csv");
  csv << csv_header({"contacts", "loaded", "milliseconds"});
  std::vector<double> times;
  int before = 0;
  int jump = 0;
  int most = 0;
  for (int k = 1; k <= steps; ++k) {
    const auto start = std::chrono::steady_clock::now();
    bench.step(h);
    times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
    const auto& problem = bench.simulation.workspace().problem;
    int loaded = 0;
    for (int c = 0; c < problem.contact_count; ++c) loaded += problem.solution.impulse[problem.contacts[c].normal] > 0;
    csv << csv_row(k * h, std::vector<double>{static_cast<double>(problem.contact_count), static_cast<double>(loaded),
                                              times.back()});
    if (k > 1) jump = std::max(jump, loaded - before);
    before = loaded;
    most = std::max(most, problem.contact_count);
  }
  std::sort(times.begin(), times.end());
  report.tell("Fig. 2: contacts in the problem, at most", "", std::to_string(most));
  report.tell("Fig. 2: new loaded contacts in one step, at most", "7", std::to_string(jump));
  report.tell(
      "Fig. 2: time of a step, median and largest", "< 500 ms mostly",
      std::to_string(times[times.size() / 2]).substr(0, 5) + ", " + std::to_string(times.back()).substr(0, 5) + " ms");
}

/// Largest rise of the energy in a step, as a share of the energy at the start (zero is the height of the plank).
double largest_rise(const Columns& run) {
  const std::vector<double>& kinetic = run["energy.kinetic"];
  const std::vector<double>& potential = run["energy.potential"];
  double rise = 0;
  for (std::size_t k = 1; k < kinetic.size(); ++k)
    rise = std::max(rise, kinetic[k] + potential[k] - kinetic[k - 1] - potential[k - 1]);
  return rise / (kinetic[0] + potential[0]);
}

double largest(const std::vector<double>& values) {
  return *std::max_element(values.begin(), values.end());
}

/// Every disk as a polygon with the radius that shows its angle, one file per frame.
void write_frames(const std::string& out, const Columns& run) {
  constexpr int kCorners = 16;
  constexpr double kRadius = 3;
  int frame = 0;
  for (const double t : {0.0, 1.0, 4.0, 20.0}) {
    const auto row = static_cast<std::size_t>(std::lround(t / 0.05));
    std::ofstream file(out + "frame_" + std::to_string(frame++) + ".txt");
    for (int d = 1; d <= kDisks; ++d) {
      const std::string disk = "disk_" + std::to_string(d);
      const double x = run[disk + ".position[1]"][row];
      const double y = run[disk + ".position[2]"][row];
      file << x << ' ' << y << '\n';
      for (int k = 0; k <= kCorners; ++k) {
        const double angle = run[disk + ".angle"][row] + 2 * 3.14159265358979323846 * k / kCorners;
        file << x + kRadius * std::cos(angle) << ' ' << y + kRadius * std::sin(angle) << '\n';
      }
      file << '\n';
    }
  }
}

void compare_pile(const std::string& out, Report& report) {
  const Columns bouncing(out + "bouncing.csv");
  const Columns plastic(out + "plastic.csv");
  write_frames(out, bouncing);
  const auto rows = static_cast<double>(bouncing.time().size() - 1);
  report.near("66 disks, e = 0.4: steps", "400", 400, rows, 0);
  report.near("e = 0.4: problems in a step, at most", "1", 1, largest(bouncing["solver.lcps"]), 0);
  report.near("e = 0: problems in a step, at most", "", 1, largest(plastic["solver.lcps"]), 0);
  report.at_most("Fig. 3: penetration, e = 0.4, m", "0.08", 1e-10, largest(bouncing["solver.penetration"]));
  report.at_most("penetration, e = 0, m", "", 1e-10, largest(plastic["solver.penetration"]));
  report.at_most("e = 0: rise of energy in a step / start", "none seen", 1e-12, largest_rise(plastic));
  report.tell("Fig. 3: the same, e = 0.4", "none seen", exponential(largest_rise(bouncing), 1));
}

}  // namespace

int main(int argc, char** argv) {
  return papers::compare_main(argc, argv, [](const std::string& out) {
    Report report("A03, restitution and 66 disks");
    compare_rebound(out, report);
    compare_pile(out, report);
    write_steps(out, report);
    return report.finish();
  });
}
