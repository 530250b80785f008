// P04 section 10.3: the insertion of a pawl.
#include <algorithm>
#include <cmath>

#include "examples/papers/machine.h"
#include "examples/papers/main.h"
#include "examples/papers/report.h"

int main(int argc, char** argv) {
  return papers::compare_main(argc, argv, [](const std::string& out) {
    papers::Report report("P04 section 10.3: a pawl of 2.3 mm is pushed into its hole, h = 0.1 ms");
    const papers::Columns run(out + "pawl.csv");
    const std::vector<double>& way = run["push.position"];
    const std::vector<double>& force = run["push.drive.force"];
    double into = 0;
    double bent = 0;
    for (std::size_t k = 1; k < way.size() && way[k] < 1.9e-3; ++k) {
      into = std::max(into, force[k]);
      bent = std::max(bent, run["flexure.angle"][k]);
    }
    report.at_least("the beam bends by, rad", "makes insertion easy", 0.03, bent);
    report.at_most("insertion takes a tenth of what it then holds, N", "", 0.02, into);
    report.at_most("pulled with 0.2 N it comes back by at most, m", "", 0.6e-3, papers::largest(way) - way.back());
    report.near("force on the tooth then, N: the pull", "", 0.2, -force.back(), 1e-9);
    report.at_most("it creeps in the last 0.05 s by, m", "", 0, std::fabs(way.back() - way[papers::row_at(run, 0.35)]));
    papers::tell_steps("pawl", "", run, report);
    return report.finish();
  });
}
