// P04 Table 10.1: position and joint errors at T = 2.5, against the event-accurate reference of the tests; the same
// from other initial values under another gravity.
#include <array>
#include <cmath>
#include <cstdio>

#include "examples/papers/main.h"
#include "examples/papers/report.h"
#include "tests/model/schemes/wall_pendulum.h"

namespace {

using papers::Columns;
using papers::Report;
using stickslip::WallPendulum;

constexpr double kPi = 3.14159265358979323846;
constexpr double kEnd = 2.5;
constexpr double kReferenceStep = 2.5e-5;

struct Line {
  int k;                             // h = 2^-k
  std::array<const char*, 3> paper;  // E_h, joint 1, joint 2
  std::array<double, 3> right;  // re-computed: g = 9.8, reference good to 1e-13; joints as Theta, the paper has -Theta
};

constexpr std::array<Line, 7> kTable = {
    {{5, {"2.38e-3", "-1.27e-3", "-3.18e-3"}, {2.382201e-3, 1.267425e-3, 3.183474e-3}},
     {6, {"6.14e-4", "-3.14e-4", "-8.29e-4"}, {6.137266e-4, 3.137870e-4, 8.285052e-4}},
     {7, {"1.54e-4", "-7.82e-5", "-2.14e-4"}, {1.544486e-4, 7.822032e-5, 2.137075e-4}},
     {8, {"3.95e-5", "-1.95e-5", "-5.48e-5"}, {3.945249e-5, 1.953554e-5, 5.476137e-5}},
     {9, {"1.01e-5", "-4.88e-6", "-1.37e-5"}, {1.006576e-5, 4.882813e-6, 1.371395e-5}},
     {10, {"2.42e-6", "-1.22e-6", "-3.44e-6"}, {2.415920e-6, 1.221279e-6, 3.437886e-6}},
     {11, {"6.15e-7", "-3.05e-7", "-8.60e-7"}, {6.157413e-7, 3.049000e-7, 8.599813e-7}}}};

/// E_h and the two Theta at the end of a run.
std::array<double, 3> errors(const Columns& run, const WallPendulum& exact) {
  const std::array<double, 4> q = {run["upper.position[1]"].back(), run["upper.position[2]"].back(),
                                   run["lower.position[1]"].back(), run["lower.position[2]"].back()};
  const std::array<double, 4> reference = exact.positions();
  double sum = 0;
  for (std::size_t i = 0; i < q.size(); ++i) sum += (q[i] - reference[i]) * (q[i] - reference[i]);
  return {std::sqrt(sum), q[0] * q[0] + q[1] * q[1] - 1,
          (q[0] - q[2]) * (q[0] - q[2]) + (q[1] - q[3]) * (q[1] - q[3]) - 1};
}

WallPendulum reference(double gravity, double first, double second) {
  WallPendulum exact;
  exact.gravity = gravity;
  exact.y = {first, second, 0, 0};
  exact.run(kEnd, kReferenceStep);
  return exact;
}

// A step that resolves a collision solves more than one problem.
void compare_collisions(const Columns& run, const WallPendulum& exact, Report& report) {
  std::string bobs;
  bool in_time = true;
  std::size_t hits = 0;
  for (std::size_t row = 1; row < run.time().size(); ++row) {
    if (run["solver.lcps"][row] <= 1) continue;
    bobs += run["upper.position[1]"][row] < run["lower.position[1]"][row] ? "1 " : "2 ";
    in_time = in_time && hits < 5 && exact.times[hits] > run.time()[row - 1] - 1e-6 &&
              exact.times[hits] < run.time()[row] + 1e-6;
    ++hits;
  }
  report.holds("bobs that hit, h = 2^-11", "", bobs, bobs == "1 2 1 2 1 ");
  report.near("first collision in the reference", "", 0.545508, exact.times[0], 5e-7);
  report.holds("steps with a collision are the reference's", "", in_time ? "all" : "not all", in_time);
}

void compare_elsewhere(const std::string& out, Report& report) {
  const WallPendulum exact = reference(9.81, 1.2, 0.4);
  double coarse = 0;
  double fine = 0;
  for (int k = 8; k <= 12; ++k) {
    fine = errors(Columns(out + "elsewhere" + std::to_string(k) + ".csv"), exact)[0];
    if (k == 8) coarse = fine;
    report.tell("E_h from 1.2, 0.4 rad with g = 9.81, h = 2^-" + std::to_string(k), "", papers::exponential(fine, 3));
  }
  report.near("order, h = 2^-8 .. 2^-12, " + std::to_string(exact.hits) + " collisions", "", 2,
              std::log2(coarse / fine) / 4, 0.2);
}

int compare(const std::string& out) {
  const WallPendulum exact = reference(9.8, kPi / 3, kPi / 5);
  Report report("P04 Table 10.1, double pendulum against a wall");
  for (const Line& line : kTable) {
    const std::array<double, 3> ours = errors(Columns(out + "h" + std::to_string(line.k) + ".csv"), exact);
    const std::string h = ", h = 2^-" + std::to_string(line.k);
    report.equal("E_h" + h, line.paper[0], line.right[0], ours[0], 1e-6);
    report.equal("Theta_1" + h, line.paper[1], line.right[1], ours[1], 1e-6);
    report.equal("Theta_2" + h, line.paper[2], line.right[2], ours[2], 1e-6);
  }
  compare_collisions(Columns(out + "h11.csv"), exact, report);
  compare_elsewhere(out, report);
  return report.finish();
}

}  // namespace

int main(int argc, char** argv) {
  return papers::compare_main(argc, argv, compare);
}
