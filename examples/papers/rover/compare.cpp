// P04 section 10.3: what the rover does on its terrain.
#include <algorithm>
#include <cmath>

#include "examples/papers/machine.h"
#include "examples/papers/main.h"
#include "examples/papers/report.h"

int main(int argc, char** argv) {
  return papers::compare_main(argc, argv, [](const std::string& out) {
    papers::Report report("P04 section 10.3: a rover of four wheels and its arm on slabs and stones, h = 5 ms");
    const papers::Columns run(out + "rover.csv");
    const std::vector<double>& left = run["pivot_left.angle"];
    const std::vector<double>& right = run["pivot_right.angle"];
    double apart = 0;
    for (std::size_t k = 0; k < left.size(); ++k) apart = std::max(apart, std::fabs(left[k] + right[k]));
    report.at_least("way over slabs and stones, m", "traverses", 4.8, run["chassis.position[1]"].back());
    report.at_least("rockers turn against each other by, rad", "", 0.05, papers::largest(left));
    report.at_most("the differential is off by, rad", "", 1e-9, apart);
    report.at_most("joints are off by at most, m or rad", "", 1e-3, papers::largest(run["solver.jointError"]));
    report.at_least("the tip of the arm presses on the stone, N", "", 1, run["probe.normalForce"].back());
    report.at_most("speed at the end, J of kinetic energy", "", 1e-6, run["energy.kinetic"].back());
    papers::tell_steps("rover", "", run, report);
    return report.finish();
  });
}
