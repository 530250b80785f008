// A mirrored, turned or reordered scene moves as the original does. Round-off differs, and what a mechanism makes of
// small differences is its own: a run whose numbers are off by 1e-12 shows that, and the variant may be a thousand
// times as far off, beside the solver's own tolerance of 1e-10 in every step. Where it is further off several such runs
// are looked at, off by up to 1e-9 in places as well: something may be met at the very end of a step, and one of them
// may be off to the same side of that as the original. Judged where the motion is unique:
// without friction, or with one moving body and little of it, turned about the vertical only.
#include <algorithm>
#include <cmath>

#include "model/math/size.h"
#include "tests/benchmark/motion/trials.h"
#include "tests/benchmark/motion/variants.h"

namespace stickslip::motion {
namespace {

constexpr int kSteps = 30;
constexpr double kDisturbance = 1e-12;
constexpr double kAmplified = 1e3;
constexpr double kMoreDisturbances[] = {1e-12, 1e-12, 1e-11, 1e-11, 1e-10, 1e-10, 1e-9, 1e-9};
constexpr double kSolver = 1e-9;   // two answers, each right to 1e-10 in a norm of the solver's own
constexpr double kLocated = 1e-8;  // m: who locates takes 1e-9 m for closed, several times within a step

struct Kind {
  Law law;
  Variant variant;
};

bool rubs(const Scene& scene) {
  if (!scene.has_contacts()) return false;
  return std::any_of(scene.surfaces.begin(), scene.surfaces.end(), [](const Surface& s) { return s.friction > 0; });
}

// Dry friction and drives of joints in a loop share a load as they like; not in a tree.
bool is_undecided(const Scene& scene) {
  return scene.has_fittings() && scene.links.size() > scene.parts.size();
}

bool is_unique(const Scene& scene) {
  if (is_undecided(scene)) return false;
  if (!rubs(scene)) return true;
  constexpr double kLittle = 0.5;
  const auto moving = std::count_if(scene.parts.begin(), scene.parts.end(), [](const Part& p) { return !p.fixed; });
  return moving == 1 && std::all_of(scene.surfaces.begin(), scene.surfaces.end(),
                                    [](const Surface& s) { return s.friction <= kLittle; });
}

Kind told_differently(const Scene& scene, Dice& dice) {
  const int which = dice.whole(0, 2);
  // With friction the vertical stays: it is the direction that a mechanism knows.
  const bool upright = rubs(scene);
  if (scene.has_fittings() && which == 2) return {Law::reordered, reordered(scene, dice)};
  if (which == 0) return {Law::reordered, reordered(scene, dice)};
  if (which == 1 && !(scene.planar && upright)) {
    return {Law::turned, turned(scene, dice.angle(), upright ? Vec3(Vec3::UnitZ()) : dice.direction(false))};
  }
  return {Law::mirrored, mirrored(scene)};
}

// Under `stabilised` each contact gives back in the next step what it has taken in this one.
bool gives_back(const Scene& scene) {
  return scene.scheme == Scheme::stabilised &&
         std::any_of(scene.surfaces.begin(), scene.surfaces.end(), [](const Surface& s) { return s.restitution > 0; });
}

// A flat on four points, or in the plane what three hold, has more forces than directions that they hold: its load is
// shared as one likes, and where points slide in different directions friction, and so the motion, is what one likes;
// so is what each of them gives back.
bool is_overdetermined(const Scene& scene, const Record& record, int k) {
  if (!rubs(scene) && !gives_back(scene)) return false;
  const int held = scene.planar ? 2 : 3;
  const Probes probes(scene);
  for (int t = 0; t < static_cast<int>(probes.touches.size()); ++t) {
    if (record.integers(k)[record.layout.sensor_count(t)] > held) return true;
  }
  return false;
}

// How far the motion of a variant is from the mapped one: m, and m/s times the time that passed.
double distance(const Digest& original, const Digest& other, const Variant& variant, int k, double time) {
  double most = 0;
  for (int b = 0; b < static_cast<int>(variant.place.size()); ++b) {
    const Pose& a = original.at(k, b);
    const Pose& z = other.at(k, variant.place[size(b)]);
    most = std::fmax(most, (variant.map * a.p - z.p).norm());
    most = std::fmax(most, time * (variant.map * a.shown_v - z.shown_v).norm());
  }
  return most;
}

double root_of_ratio(const Scene& scene) {
  double least = 1e300;
  double most = 0;
  for (const Part& part : scene.parts) {
    if (part.fixed) continue;
    least = std::fmin(least, part.mass);
    most = std::fmax(most, part.mass);
  }
  return std::sqrt(most / least);
}

double size_of_motion(const Digest& digest, int parts, int k, double time) {
  double most = 0;
  for (int b = 0; b < parts; ++b) {
    most = std::fmax(most, digest.at(k, b).p.norm() + time * digest.at(k, b).shown_v.norm());
    most = std::fmax(most, time * digest.at(k, b).shown_w.norm());
  }
  return most;
}

// How far runs go astray whose numbers are off.
class Sensitivity {
 public:
  Sensitivity(const Scene& scene, const Record& record, int steps, Dice& dice)
      : scene_(scene), record_(record), original_(scene, record), steps_(steps), dice_(dice), most_(size(steps + 1)) {}

  /// Notes one more run; false when it does not start. What is off by more counts by as much less.
  bool note(double disturbance, bool places) {
    const Variant control = disturbed(scene_, disturbance, places, dice_);
    std::string why;
    const std::unique_ptr<Run> run = Run::start(control.scene, scene_.h, why);
    if (!run) return false;
    run->steps(steps_);
    const Digest astray(control.scene, run->record());
    double most = 0;
    for (int k = 0; k <= steps_; ++k) {
      const double time = std::fmax(1, k) * record_.h;
      most = std::fmax(most, distance(original_, astray, control, k, time) * kDisturbance / disturbance);
      most_[size(k)] = std::fmax(most_[size(k)], most);
    }
    return true;
  }
  double at(int k) const { return most_[size(k)]; }
  const Digest& original() const { return original_; }

 private:
  const Scene& scene_;
  const Record& record_;
  Digest original_;
  int steps_;
  Dice& dice_;
  std::vector<double> most_;
};

}  // namespace

void judge_variant(const Scene& scene, const Record& record, Verdict& verdict) {
  if (!is_unique(scene) || (scene.symmetric && !is_one_pass(scene.scheme))) return;
  Dice dice(scattered(scene.seed) + 0x5eed);
  const Kind kind = told_differently(scene, dice);
  const int steps = std::min(kSteps, record.steps);
  Sensitivity sensitivity(scene, record, steps, dice);
  std::string why;
  const std::unique_ptr<Run> run = Run::start(kind.variant.scene, scene.h, why);
  if (!run || !sensitivity.note(kDisturbance, false)) {
    verdict.weigh(kind.law, 0, 1, 0.5, "refused: " + why);
    return;
  }
  run->steps(steps);
  const Digest other(kind.variant.scene, run->record());
  const bool locates = scene.has_contacts() && !is_one_pass(scene.scheme);
  const double ratio = root_of_ratio(scene);
  bool looked_closer = false;
  for (int k = 0; k <= steps; ++k) {
    if (record.status(k) != 0 || run->record().status(k) != 0) return;
    if (is_overdetermined(scene, record, k) || is_overdetermined(kind.variant.scene, run->record(), k)) return;
    const double time = std::fmax(1, k) * record.h;
    const double motion = ratio * size_of_motion(sensitivity.original(), static_cast<int>(scene.parts.size()), k, time);
    const double of_solver = kSolver * std::fmax(1, k) * (motion + 1e-3) + (locates ? k * kLocated : 0);
    const double off = distance(sensitivity.original(), other, kind.variant, k, time);
    if (off > kAmplified * sensitivity.at(k) + of_solver && !looked_closer) {
      looked_closer = true;
      for (const double disturbance : kMoreDisturbances) sensitivity.note(disturbance, true);
    }
    verdict.weigh(kind.law, k, off, kAmplified * sensitivity.at(k) + of_solver, "off the original by");
  }
}

}  // namespace stickslip::motion
