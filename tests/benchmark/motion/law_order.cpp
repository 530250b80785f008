// Smooth motion: the error at the end against an integration of our own falls with the scheme's order when h is halved.
// The error is that of all bodies' places and axes together, so that none of it hides where one number crosses zero.
// Where h is too long yet for the order to show, it is halved further: only what never shows it is broken.
#include <algorithm>
#include <cmath>

#include "model/math/size.h"
#include "tests/benchmark/motion/reference.h"
#include "tests/benchmark/motion/trials.h"

namespace stickslip::motion {
namespace {

constexpr int kReferenceSteps = 400;  // of the longest h's run
constexpr int kMostHalvings = 5;
constexpr double kSlack = 0.4;   // of an order
constexpr double kNoise = 1e-9;  // of the size of the motion: what the integrations themselves may be off

struct Errors {
  double place = 0;
  double force = 0;
};

Errors errors_of(const Scene& scene, const Digest& digest, const Record& record, const Followed& exact) {
  Errors errors;
  for (int b = 0; b < static_cast<int>(scene.parts.size()); ++b) {
    const Pose& pose = digest.at(record.steps, b);
    const Still& still = exact.end[size(b)];
    errors.place += (pose.p - still.p).squaredNorm() + (pose.R - still.q.toRotationMatrix()).squaredNorm();
  }
  errors.place = std::sqrt(errors.place);
  return errors;
}

int order_of(Scheme scheme) {
  return scheme == Scheme::trapezoidal ? 2 : 1;
}

}  // namespace

void judge_order(const Scene& scene, Verdict& verdict) {
  if (scene.promise != Promise::smooth) return;
  const double T = scene.h * scene.steps;
  Followed exact;
  double last = -1;
  double best = -10;
  for (int halving = 0; halving <= kMostHalvings; ++halving) {
    const int steps = scene.steps << halving;
    std::string why;
    const std::unique_ptr<Run> run = Run::start(scene, T / steps, why);
    if (!run) return;
    run->steps(steps);
    const Digest digest(scene, run->record());
    for (int k = 1; k <= steps; ++k) {
      if (run->record().status(k) != 0) return;
    }
    if (exact.end.empty()) exact = follow(scene, digest, T, T / 2, kReferenceSteps);
    const Errors errors = errors_of(scene, digest, run->record(), exact);
    double noise = kNoise;
    for (const Still& still : exact.end) noise = std::fmax(noise, kNoise * still.p.norm());
    if (!(errors.place > noise)) {
      verdict.weigh(Law::order, scene.steps, 0, kSlack, "order");
      return;
    }
    if (last > 0) best = std::fmax(best, std::log2(last / errors.place));
    last = errors.place;
    if (halving >= 2 && order_of(scene.scheme) - best <= kSlack) break;
  }
  verdict.weigh(Law::order, scene.steps, order_of(scene.scheme) - best, kSlack, "short of the order by");
}

}  // namespace stickslip::motion
