// P04 section 10.2: what the sweeps of figures 4 and 5 do as damping and stiffness grow.
#include <algorithm>
#include <array>
#include <cmath>

#include "examples/papers/main.h"
#include "examples/papers/report.h"

namespace {

using papers::Columns;
using papers::exponential;
using papers::Report;

/// Energy of both carts and the spring, over what it was at the start.
double largest_energy(const Columns& run) {
  const std::vector<double>& kinetic = run["energy.kinetic"];
  const std::vector<double>& potential = run["energy.potential"];
  double most = 0;
  for (std::size_t k = 0; k < kinetic.size(); ++k) most = std::max(most, kinetic[k] + potential[k]);
  return most / (kinetic[0] + potential[0]);
}

double largest_gap(const std::vector<double>& a, const std::vector<double>& b, double constant) {
  double most = 0;
  for (std::size_t k = 0; k < a.size(); ++k) most = std::max(most, std::fabs(a[k] - b[k] - constant));
  return most;
}

struct Damper {
  const char* damping;
  double right;  // computed with an independent script, largest |x2 - x1 - 5|; 0: not given
  double tolerance;
};

void compare_dampers(const std::string& out, Report& report) {
  std::array<double, 5> gaps{};
  constexpr std::array<Damper, 5> kSweep = {
      {{"1e2", 3.48e-2, 0.05}, {"1e3", 3.43e-3, 0.05}, {"1e4", 0, 0}, {"1e5", 0, 0}, {"1e6", 4.5e-6, 0.3}}};
  for (std::size_t k = 0; k < kSweep.size(); ++k) {
    const Damper& damper = kSweep[k];
    const Columns run(out + "damping_" + damper.damping + ".csv");
    const std::string what = std::string("Fig. 4, delta = ") + damper.damping;
    const double gap = gaps[k] = largest_gap(run["second.position[1]"], run["first.position[1]"], 5);
    if (damper.right > 0)
      report.equal(what + ": x2 - x1 - 5, largest", "plot", damper.right, gap, damper.tolerance);
    else
      report.tell(what + ": x2 - x1 - 5, largest", "", exponential(gap, 2));
    report.at_most(what + ": energy / start", "bounded", 1, largest_energy(run));
  }
  report.near("Fig. 4: exponent of delta, 1e2 .. 1e6", "-1", -1, std::log10(gaps[4] / gaps[0]) / 4, 0.03);
}

/// The rigid link rebounds with both carts; a damper lets the first rebound alone, again and again, and what is left of
/// the impact is plastic. The limit therefore has e = 0. Each of these rebounds takes a time of 1/delta and leaves a
/// share of the speed, so that it takes ln(delta) of them until the spring decides: the carts come off the stopper
/// later by ln(delta)/delta, and delta times what they are off grows by the same amount in every decade.
void compare_limit(const std::string& out, Report& report) {
  constexpr std::array<const char*, 4> kSweep = {"1e2", "1e3", "1e4", "1e5"};
  const Columns rigid(out + "rigid.csv");
  std::array<double, 4> off{};
  for (std::size_t k = 0; k < off.size(); ++k) {
    const Columns run(out + "fine_" + kSweep[k] + ".csv");
    off[k] = largest_gap(run["first.position[1]"], rigid["first.position[1]"], 0);
    report.tell(std::string("h = 5e-6, delta = ") + kSweep[k] + ": x1 off the rigid link", "", exponential(off[k], 2));
  }
  const double first = 1e3 * off[1] - 1e2 * off[0];
  const double second = 1e4 * off[2] - 1e3 * off[1];
  const double third = 1e5 * off[3] - 1e4 * off[2];
  report.tell("delta times that, growth in the first decade", "", exponential(first, 2));
  report.equal("ln(delta)/delta: the same in the second", "", first, second, 0.05);
  report.equal("and in the third, where h delta = 0.5", "", first, third, 0.1);
}

void compare_springs(const std::string& out, Report& report) {
  constexpr std::array<const char*, 3> kSweep = {"1e2", "1e4", "1e6"};
  std::array<double, 3> away{};
  for (std::size_t k = 0; k < away.size(); ++k) {
    const Columns run(out + "stiffness_" + kSweep[k] + ".csv");
    const std::string what = std::string("Fig. 5, gamma = ") + kSweep[k];
    for (const double x : run["first.position[1]"]) away[k] = std::max(away[k], std::fabs(x - 0.2));
    report.tell(what + ": x1 - 0.2, largest", "plot", exponential(away[k], 2));
    report.at_most(what + ": energy / start", "bounded", 1, largest_energy(run));
  }
  report.near("Fig. 5: exponent of gamma, 1e4 .. 1e6", "", -0.5, std::log10(away[2] / away[1]) / 2, 0.05);
}

}  // namespace

int main(int argc, char** argv) {
  return papers::compare_main(argc, argv, [](const std::string& out) {
    Report report("P04 section 10.2, two carts");
    compare_dampers(out, report);
    compare_limit(out, report);
    compare_springs(out, report);
    return report.finish();
  });
}
