// G06 section 9: the pinned bead of 9.1 in closed form, the block of 9.2 against the piecewise solution.
#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>

#include "examples/papers/bench.h"
#include "examples/papers/main.h"
#include "examples/papers/report.h"
#include "fmu/host/csv.h"

namespace {

using papers::Columns;
using papers::exponential;
using papers::Report;

constexpr double kFriction = 0.8 * 9.81;  // N on the block of 1 kg, pushed by 8 cos(t)
constexpr double kPush = 8;

/// The block slips in four intervals (from the closed solution of each phase), to the right and to the left in turn,
/// and rests in between.
struct Slip {
  double begin, end, sign;
};
constexpr std::array<Slip, 4> kSlips = {{{0, 0.338608184672, 1},
                                         {2.946346791224, 3.532834608887, -1},
                                         {6.087939444814, 6.674427262477, 1},
                                         {9.229532098403, 9.816019916067, -1}}};

double exact_position(double t) {
  double x = 3;
  for (const Slip& slip : kSlips) {
    if (t <= slip.begin) break;
    const double u = std::min(t, slip.end) - slip.begin;
    x += kPush * (std::cos(slip.begin) - std::cos(slip.begin + u) - u * std::sin(slip.begin)) -
         slip.sign * kFriction * u * u / 2;
  }
  return x;
}

bool sticks(double from, double to) {
  return std::all_of(kSlips.begin(), kSlips.end(),
                     [&](const Slip& slip) { return to <= slip.begin || from >= slip.end; });
}

/// Cubic through four samples of w, which is the velocity in the middle of a step.
class Cubic {
 public:
  Cubic(const Columns& run, std::size_t first, double h) : start_(run.time()[first] - h / 2), h_(h) {
    const std::vector<double>& w = run["block.velocity[1]"];
    for (std::size_t k = 0; k < 4; ++k) d_[k] = w[first + k];
    for (std::size_t order = 1; order < 4; ++order) {
      for (std::size_t k = 3; k >= order; --k) d_[k] -= d_[k - 1];
    }
  }
  /// Where it turns before the samples, and where it vanishes after them, both by Newton.
  double turn() const {
    double s = -0.5;
    for (int i = 0; i < 20; ++i) s -= slope(s) / (d_[2] + (s - 1) * d_[3]);
    return start_ + s * h_;
  }
  double zero() const {
    double s = 3.5;
    for (int i = 0; i < 20; ++i) s -= (d_[0] + s * (d_[1] + (s - 1) / 2 * (d_[2] + (s - 2) / 3 * d_[3]))) / slope(s);
    return start_ + s * h_;
  }

 private:
  double slope(double s) const { return d_[1] + (2 * s - 1) / 2 * d_[2] + (3 * s * s - 6 * s + 2) / 6 * d_[3]; }

  double start_, h_;
  std::array<double, 4> d_{};  // forward differences
};

struct Errors {
  double position = 0;  // of the grid points
  double creep = 0;     // abs w while sticking
  double interval = 0;  // of where slips begin and end, extrapolated from w
  double plateau = 0;   // of x while sticking
};

Errors errors_of(const Columns& run, double h) {
  Errors errors;
  const std::vector<double>& x = run["block.position[1]"];
  const std::vector<double>& w = run["block.velocity[1]"];
  for (std::size_t i = 1; i < x.size(); ++i) {
    const double off = std::fabs(x[i] - exact_position(run.time()[i]));
    errors.position = std::max(errors.position, off);
    if (!sticks(run.time()[i - 1], run.time()[i])) continue;
    errors.creep = std::max(errors.creep, std::fabs(w[i]));
    errors.plateau = std::max(errors.plateau, off);
  }
  const std::vector<double>& problems = run["solver.lcps"];
  for (const Slip& slip : kSlips) {
    auto first = static_cast<std::size_t>(std::ceil(slip.begin / h - 1e-9)) + 1;  // the first whole step in it
    while (problems[first] > 1) ++first;                                          // that is one piece
    const auto last = static_cast<std::size_t>(slip.end / h);                     // and the last
    if (slip.begin > 0)
      errors.interval = std::max(errors.interval, std::fabs(Cubic(run, first, h).turn() - slip.begin));
    errors.interval = std::max(errors.interval, std::fabs(Cubic(run, last - 3, h).zero() - slip.end));
  }
  return errors;
}

void compare_pin(const std::string& model_file, Report& report) {
  constexpr double kEps = 1e-3;
  stickslip::Model model = papers::load_model(model_file);
  for (const double alpha : {0.5, 0.6, 1.0}) {
    model.step.trapezoidal.alpha = alpha;
    papers::Bench bench(model);
    bench.simulation.state().motion.velocity[1] = kEps;
    double off = 0;
    double w = 0;
    double expected = kEps;
    for (int l = 0; l < 100; ++l) {
      bench.step(model.step.size);
      expected *= -(1 - alpha) / alpha;
      off = std::max(off, std::fabs(bench.simulation.state().motion.velocity[1] - expected));
      w = std::max(w, std::fabs(bench.value("bead.velocity[2]")));
    }
    const std::string what = "9.1, alpha = " + std::to_string(alpha).substr(0, 3);
    report.at_most(what + ": v_l off (-(1-alpha)/alpha)^l eps", alpha == 0.5 ? "v_l = (-1)^l eps" : "", 1e-17, off);
    report.at_most(what + ": abs w", alpha == 0.5 ? "0" : "", 0, w);
  }
}

void compare_located(const std::string& out, Report& report) {
  constexpr std::array<const char*, 5> kSteps = {"0.04", "0.02", "0.01", "0.005", "0.0025"};
  std::array<Errors, 5> all;
  for (std::size_t k = 0; k < all.size(); ++k) {
    all[k] = errors_of(Columns(out + "located_" + kSteps[k] + ".csv"), std::stod(kSteps[k]));
    const std::string h = std::string(", h = ") + kSteps[k];
    report.at_most("9.2 located: abs w while sticking" + h, "0", 1e-14, all[k].creep);
    if (k == 2) report.at_most("9.2 located: error of x" + h, "", 8.26e-6, all[k].position);
    report.tell("9.2 located: error of slip intervals" + h, "", exponential(all[k].interval, 2) + " s");
  }
  const Columns paper(out + "located_0.01.csv");
  const auto at = [&](double t) { return paper["block.position[1]"][static_cast<std::size_t>(t / 0.01 + 0.5)]; };
  report.near("9.2 located: x at t = 1, h = 0.01", "plot", 3.004348569727, at(1), 8.26e-6);
  report.near("9.2 located: x at t = 5, h = 0.01", "plot", 2.991302833115, at(5), 8.26e-6);
  const auto order = [&](double Errors::*member) { return std::log2(all[1].*member / (all[4].*member)) / 3; };
  report.near("9.2 located: order of x, h = 0.02 .. 0.0025", "2", 2, order(&Errors::position), 0.2);
  report.near("9.2 located: order of resting x", "2", 2, order(&Errors::plateau), 0.2);
  report.near("9.2 located: order of the intervals", "2", 2, order(&Errors::interval), 0.2);
}

/// One problem a step, so that v follows from w = (v + v_next)/2. Writes both for the plot.
void compare_not_located(const std::string& out, Report& report) {
  const Columns run(out + "not_located.csv");
  const std::vector<double>& w = run["block.velocity[1]"];
  std::ofstream csv(out + "velocities.csv");
  csv << stickslip::host::csv_header({"v", "w"});
  double v = 0;
  double largest = 0;
  double creep = 0;
  int flips = 0;
  for (std::size_t i = 1; i < w.size(); ++i) {
    const double next = 2 * w[i] - v;
    if (sticks(run.time()[i - 1], run.time()[i])) {
      largest = std::max(largest, std::fabs(next));
      creep = std::max(creep, std::fabs(w[i]));
      if (v * next < 0) ++flips;
    }
    v = next;
    csv << stickslip::host::csv_row(run.time()[i], std::array<double, 2>{v, w[i]});
  }
  report.at_least("9.2 not located: sign changes of v while sticking", "oscillates", 100, flips);
  report.at_least("9.2 not located: abs v while sticking", "", 1e-4, largest);
  report.near("9.2 not located: abs w while sticking", "0", 2e-4, creep, 0.2e-4);
}

}  // namespace

int main(int argc, char** argv) {
  return papers::compare_main(argc, argv, [](const std::string& out) {
    Report report("G06 section 9, a pinned bead and a block that sticks and slips");
    compare_pin(out + "pin.toml", report);
    compare_located(out, report);
    compare_not_located(out, report);
    return report.finish();
  });
}
