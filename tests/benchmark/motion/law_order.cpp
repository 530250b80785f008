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

constexpr int kReferenceSteps = 300;
constexpr int kMostHalvings = 5;
constexpr double kSlack = 0.4;        // of an order
constexpr double kNoise = 1e-9;       // of the size of the motion: what the integrations themselves may be off
constexpr double kForceNoise = 1e-6;  // of the largest force: it comes from numerical derivatives

int order_of(Scheme scheme) {
  return scheme == Scheme::trapezoidal ? 2 : 1;
}

// The error of a run, halving by halving, and the best order it has shown.
struct Descent {
  double noise = 0;
  double last = -1;
  double best = -10;
  bool small = false;  // as good as the reference

  void add(double error) {
    small = small || error <= noise;
    if (last > 0) best = std::fmax(best, std::log2(last / error));
    last = error;
  }
  bool shows(int order) const { return small || order - best <= kSlack; }
  double missing(int order) const { return small ? 0 : order - best; }
};

double place_error(const Scene& scene, const Digest& digest, int step, const Followed& exact) {
  double sum = 0;
  for (int b = 0; b < static_cast<int>(scene.parts.size()); ++b) {
    const Pose& pose = digest.at(step, b);
    const Still& still = exact.end[size(b)];
    sum += (pose.p - still.p).squaredNorm() + (pose.R - still.q.toRotationMatrix()).squaredNorm();
  }
  return std::sqrt(sum);
}

// Of the joints' forces over the last step: half a step before the end, which is of order one.
double force_error(const Scene& scene, const Record& record, const Followed& exact) {
  double sum = 0;
  for (int j = 0; j < static_cast<int>(scene.links.size()); ++j) {
    const double* at = record.row(record.steps) + record.layout.joint_output(j) + Layout::kReaction;
    Vec3 force(at[0], at[1], at[2]);
    const Link& link = scene.links[size(j)];
    // Along a slider's axis damping and inputs are part of what is published, and of no joint's constraint.
    if (link.slides() && !link.rolls()) continue;
    sum += (force - exact.forces[size(j)]).squaredNorm();
  }
  return std::sqrt(sum);
}

// Loops in space say some things twice: how their joints share the load is nobody's law.
bool has_own_forces(const Scene& scene) {
  return scene.links.size() <= scene.parts.size() || scene.planar;
}

bool had_status(const Record& record) {
  for (int k = 1; k <= record.steps; ++k) {
    if (record.status(k) != 0) return true;
  }
  return false;
}

}  // namespace

void judge_order(const Scene& scene, Verdict& verdict) {
  if (scene.promise != Promise::smooth) return;
  const double T = scene.h * scene.steps;
  const int order = order_of(scene.scheme);
  Followed exact;
  Descent places;
  Descent forces;
  for (int halving = 0; halving <= kMostHalvings; ++halving) {
    const int steps = scene.steps << halving;
    std::string why;
    const std::unique_ptr<Run> run = Run::start(scene, T / steps, why);
    if (!run) return;
    run->steps(steps);
    if (had_status(run->record())) return;
    const Digest digest(scene, run->record());
    if (exact.end.empty()) {
      exact = follow(scene, digest, T, kReferenceSteps);
      places.noise = kNoise;
      forces.noise = 1e-9;
      for (const Still& still : exact.end) places.noise = std::fmax(places.noise, kNoise * still.p.norm());
      for (const Vec3& force : exact.forces) forces.noise = std::fmax(forces.noise, kForceNoise * force.norm());
    }
    places.add(place_error(scene, digest, steps, exact));
    forces.add(force_error(scene, run->record(), exact));
    if (halving >= 2 && places.shows(order) && forces.shows(1)) break;
  }
  verdict.weigh(Law::order, scene.steps, places.missing(order), kSlack, "short of the order by");
  if (has_own_forces(scene)) {
    verdict.weigh(Law::forces, scene.steps, forces.missing(1), kSlack, "short of order one by");
  }
}

}  // namespace stickslip::motion
