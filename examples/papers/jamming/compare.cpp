// Painleve's rod. With the inverse masses of the end, A_nn = 1 + 3 cos^2, A_tt = 1 + 3 sin^2, A_nt = 3 sin cos and
// determinant 4, a force N that slides gives the acceleration b + (A_nn - mu A_nt) N, b = -g + w^2 sin. Where the
// bracket is negative no N >= 0 holds the end; the impulse that stops it is c = A_nt v / 4 for any step.
#include <algorithm>
#include <cmath>

#include "examples/papers/main.h"
#include "examples/papers/report.h"

namespace {

using papers::Columns;
using papers::Report;

constexpr double kGravity = 9.81;

double largest(const std::vector<double>& values) {
  return *std::max_element(values.begin(), values.end());
}

void compare_first_step(const Columns& first, Report& report) {
  const std::vector<double>& h = first["h"];
  double problems = 0;
  double status = 0;
  for (std::size_t k = 0; k < h.size(); ++k) {
    problems = std::max(problems, first["lcps"][k]);
    status = std::max(status, first["status"][k]);
    const double impulse = h[k] * first["force"][k];
    const std::string where =
        "mu = " + std::to_string(first["mu"][k]).substr(0, 3) + ", h = " + papers::exponential(h[k], 0);
    if (h[k] > 1.5e-5) continue;
    if (first["mu"][k] < 4.0 / 3) {
      report.equal(where + ": force", "g/(A_nn - mu A_nt)", kGravity / (1.6 - 1.2 * 1.2), first["force"][k], 1e-3);
    } else {
      report.near(where + ": impulse", "no acceleration", 0.3, impulse, 10 * h[k]);
      report.near(where + ": speed of the end after it", "", 0, first["tip"][k], 10 * h[k]);
    }
  }
  report.near("problems in a step, at most", "always solvable", 1, problems, 0);
  report.near("solver.status, at most", "", 0, status, 0);
}

/// At the critical angle the motion is not unique: the step decides whether the rod jams there or slides on.
void compare_slides(const std::string& out, Report& report) {
  constexpr int kRuns = 21;
  const double critical = std::atan(3 - std::sqrt(5.0));  // tan^2 - 3 mu tan + 4 = 0
  int jams = 0;
  double angle_off = 0;
  double impulse_off = 0;
  double speed = 0;
  double penetration = 0;
  double status = 0;
  double gain = 0;
  for (int k = 0; k < kRuns; ++k) {
    const Columns run(out + "slide_" + std::to_string(k) + ".csv");
    const double h = run.time()[1];
    const std::vector<double>& force = run["point.normalForce"];
    penetration = std::max(penetration, largest(run["solver.penetration"]));
    status = std::max(status, largest(run["solver.status"]));
    gain = std::max(gain, run["energy.kinetic"].back() / run["energy.kinetic"].front());
    const auto jam = static_cast<std::size_t>(std::max_element(force.begin(), force.end()) - force.begin());
    if (std::fabs(run["tip.velocity[1]"][jam]) > 1) continue;
    ++jams;
    const double angle = run["rod.angle"][jam - 1];
    const double impulse = 0.75 * std::sin(angle) * std::cos(angle) * -run["tip.velocity[1]"][jam - 1];
    angle_off = std::max(angle_off, std::fabs(angle - critical));
    impulse_off = std::max(impulse_off, std::fabs(h * force[jam] / impulse - 1));
    speed = std::max(speed, std::fabs(run["tip.velocity[1]"][jam]) / h);
  }
  report.at_least("21 slides, h = 1e-4 .. 1e-5: jam", "", 5, jams);
  report.at_most("angle off the critical one, rad", "", 1e-3, angle_off);
  report.at_most("impulse, h to 0, off 3/4 sin cos v", "without collision", 1e-3, impulse_off);
  report.at_most("speed of the end after it, over h", "", 200, speed);
  report.at_most("penetration, m", "", 1e-10, penetration);
  report.at_most("kinetic energy at the end over start", "", 1, gain);
  report.near("solver.status, at most", "", 0, status, 0);
}

}  // namespace

int main(int argc, char** argv) {
  return papers::compare_main(argc, argv, [](const std::string& out) {
    Report report("Painleve's rod");
    compare_first_step(Columns(out + "first.csv"), report);
    compare_slides(out, report);
    return report.finish();
  });
}
