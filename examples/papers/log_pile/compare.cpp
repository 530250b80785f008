// L11 section 17.3: logs that drop onto a ramp, lie behind a gate and go on when it opens.
#include <algorithm>
#include <cmath>

#include "examples/papers/machine.h"
#include "examples/papers/main.h"
#include "examples/papers/report.h"

int main(int argc, char** argv) {
  return papers::compare_main(argc, argv, [](const std::string& out) {
    papers::Report report("L11 section 17.3: 24 logs on a ramp of 15 degrees, h = 1/60 s");
    const papers::Columns run(out + "log_pile.csv");
    double creep = 0;
    double way = 0;
    const std::size_t rest = papers::row_at(run, 3.75);
    const std::size_t opens = papers::row_at(run, 4);
    for (int k = 1; k <= 24; ++k) {
      const std::string log = "log_" + std::to_string(k) + ".position";
      const std::vector<double>& x = run[log + "[1]"];
      creep = std::max(creep, std::fabs(x[opens] - x[rest]));
      way = std::max(way, x.back() - x[opens]);
    }
    report.at_most("most that a log creeps in the last 0.25 s, m", "", 1e-12, creep);
    report.at_least("farthest way of a log when the gate is open, m", "", 2, way);
    papers::tell_steps("logs", "1 to 10", run, report);
    return report.finish();
  });
}
