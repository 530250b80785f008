// L11 section 17.3: what two walls do when a ball hits them.
#include <algorithm>
#include <cmath>

#include "examples/papers/machine.h"
#include "examples/papers/main.h"
#include "examples/papers/report.h"

namespace {

using papers::Columns;
using papers::Report;

/// Nothing but gravity works here: energy never rises above that of the start.
void compare_wall(const std::string& out, const std::string& wall, const std::string& course, int bricks,
                  Report& report) {
  const Columns run(out + "wrecking_ball_" + wall + ".csv");
  const std::vector<double>& kinetic = run["energy.kinetic"];
  const std::vector<double>& potential = run["energy.potential"];
  const double start = potential.front();
  double most = 0;
  for (std::size_t k = 0; k < kinetic.size(); ++k) most = std::max(most, kinetic[k] + potential[k] - start);
  double moved = 0;
  double fallen = 0;
  for (int k = 1; k <= bricks; ++k) {
    const std::vector<double>& height = run[course + std::to_string(k) + ".position[3]"];
    moved = std::max(moved, std::fabs(height[papers::row_at(run, 1.5)] - height.front()));
    fallen = std::max(fallen, height.front() - height.back());
  }
  report.at_most(wall + ": the wall at rest moves, m", "at rest", 1e-12, moved);
  report.at_most(wall + ": energy above that of the start, J", "", 1e-9 * start, most);
  report.at_least(wall + ": speed of the ball before it hits, m/s", "", 9,
                  -8 * run["rope.velocity"][papers::row_at(run, 2)]);
  report.at_least(wall + ": a brick of the top course has fallen, m", "collapsing", 1, fallen);
  papers::tell_steps(wall, "1 to 10", run, report);
}

}  // namespace

int main(int argc, char** argv) {
  return papers::compare_main(argc, argv, [](const std::string& out) {
    Report report("L11 section 17.3: brick walls and a ball of 4 t at 10 m/s, h = 1/60 s");
    compare_wall(out, "cubes", "brick_8_", 7, report);
    compare_wall(out, "long_bricks", "brick_10_", 4, report);
    return report.finish();
  });
}
