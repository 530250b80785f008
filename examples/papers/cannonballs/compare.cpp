// A03 section 5: 66 disks that drop, lie behind a gate and roll out when it opens.
#include <algorithm>
#include <cmath>

#include "examples/papers/machine.h"
#include "examples/papers/main.h"
#include "examples/papers/report.h"

int main(int argc, char** argv) {
  return papers::compare_main(argc, argv, [](const std::string& out) {
    papers::Report report("A03 section 5: 66 disks behind a gate, h = 0.05 s");
    const papers::Columns run(out + "cannonballs.csv");
    const std::size_t rest = papers::row_at(run, 9);
    const std::size_t opens = papers::row_at(run, 10);
    double creep = 0;
    int left = 0;
    for (int k = 1; k <= 66; ++k) {
      const std::vector<double>& x = run["disk_" + std::to_string(k) + ".position[1]"];
      creep = std::max(creep, std::fabs(x[opens] - x[rest]));
      if (x.back() > 37) ++left;
    }
    const std::vector<double>& gained = run["solver.energyGain"];
    double sum = 0;
    for (std::size_t k = 1; k <= opens; ++k) sum += gained[k];
    const std::vector<double>& kinetic = run["energy.kinetic"];
    const std::vector<double>& potential = run["energy.potential"];
    report.at_most("energy from nothing until it opens, over that of the start", "decreases steadily", 1e-3,
                   sum / (kinetic[0] + potential[0]));
    report.at_most("most that a disk creeps in the second before it opens, m", "", 1e-4, creep);
    report.at_least("disks that have rolled out at the end", "", 11, left);
    papers::tell_steps("pile", "below 500", run, report);
    return report.finish();
  });
}
