#include "tests/benchmark/motion/tally.h"

#include <algorithm>
#include <cstdio>

#include "model/math/size.h"

namespace stickslip::motion {
namespace {

unsigned long long wide(std::uint64_t n) {
  return n;
}

void print_family(const char* name, const FamilyCount& f) {
  const double steps = static_cast<double>(std::max<std::uint64_t>(1, f.steps));
  std::printf("%-10s %8llu %8llu %9llu %9llu %8llu %8llu %10.1f %9.2f %9.3f\n", name, wide(f.scenes), wide(f.refused),
              wide(f.silent), wide(f.reported), wide(f.with_status), wide(f.false_alarms), 1e6 * f.seconds / steps,
              1e3 * f.longest, static_cast<double>(f.problems) / steps);
}

void sum(const FamilyCount& f, FamilyCount& all) {
  all.scenes += f.scenes;
  all.refused += f.refused;
  all.with_status += f.with_status;
  all.false_alarms += f.false_alarms;
  all.silent += f.silent;
  all.reported += f.reported;
  all.steps += f.steps;
  all.problems += f.problems;
  all.seconds += f.seconds;
  all.longest = std::max(all.longest, f.longest);
}

}  // namespace

int status_at(const Record& record, int k) {
  if (k > record.steps) return 0;
  const int here = record.status(k);
  return here != 0 || k == 0 ? here : record.status(k - 1);
}

void Tally::refuse(const Scene& scene, const std::string& why) {
  FamilyCount& family = families_[scene.family];
  ++family.scenes;
  ++family.refused;
  std::printf("seed %llu (%s): refused: %s\n", wide(scene.seed), scene.family.c_str(), why.c_str());
}

void Tally::complain(const Scene& scene, const Record& record, Law law, const Worst& worst, int status) const {
  std::printf(
      "seed %llu (%s, %s, %dD, h %.3g, %d bodies, %d joints): %s: %s %.3g, allowed %.3g, in step %d of %d; status %d "
      "misses %d\n",
      wide(scene.seed), name_of(scene.scheme), scene.family.c_str(), scene.planar ? 2 : 3, record.h,
      static_cast<int>(scene.parts.size()), static_cast<int>(scene.links.size()), name_of(law), worst.what.c_str(),
      worst.value, worst.allowed, worst.broken_at, record.steps, status,
      record.integers(std::min(worst.broken_at, record.steps))[4]);
}

void Tally::add(const Scene& scene, const Record& record, const Verdict& verdict) {
  FamilyCount& family = families_[scene.family];
  ++family.scenes;
  family.steps += static_cast<std::uint64_t>(record.steps);
  family.problems += record.problems;
  family.seconds += record.seconds;
  family.longest = std::max(family.longest, record.longest);
  int alarm = 0;  // step with the first status
  for (int k = record.steps; k > 0; --k) alarm = record.status(k) != 0 ? k : alarm;
  bool silent = false;
  bool reported = false;
  for (int l = 0; l < kLaws; ++l) {
    const Worst& worst = verdict.laws[size(l)];
    if (!worst.judged) continue;
    LawCount& count = laws_[size(l)];
    ++count.judged;
    const int status = worst.broken_at >= 0 ? status_at(record, worst.broken_at) : 0;
    // What is reported and broken is no measure of what users meet.
    if (status == 0 && worst.ratio > count.worst) {
      count.worst = worst.ratio;
      count.worst_seed = scene.seed;
    }
    if (worst.broken_at < 0) continue;
    (status == 0 ? silent : reported) = true;
    ++(status == 0 ? count.silent : count.reported);
    if (status == 0) ++silent_[size(l)][scene.family];
    if (status == 0 || verbose_) complain(scene, record, static_cast<Law>(l), worst, status);
  }
  if (silent) ++family.silent;
  if (reported) ++family.reported;
  if (alarm == 0) return;
  ++family.with_status;
  if (silent || reported) return;
  ++family.false_alarms;
  if (verbose_) {
    std::printf("seed %llu (%s, %s): status %d in step %d of %d, and nothing broken\n", wide(scene.seed),
                name_of(scene.scheme), scene.family.c_str(), record.status(alarm), alarm, record.steps);
  }
}

bool Tally::print(double seconds) const {
  FamilyCount all;
  std::printf("%-10s %8s %8s %9s %9s %8s %8s %10s %9s %9s\n", "family", "scenes", "refused", "broken, 0", "broken, s",
              "status", "false", "us/step", "max ms", "problems");
  for (const auto& [name, family] : families_) {
    print_family(name.c_str(), family);
    sum(family, all);
  }
  print_family("all", all);
  std::printf("\n%-10s %10s %11s %11s %12s %12s  %s\n", "law", "scenes", "broken, 0", "broken, s", "worst/limit",
              "seed", "broken with status 0 in");
  for (int l = 0; l < kLaws; ++l) {
    const LawCount& count = laws_[size(l)];
    if (count.judged == 0) continue;
    std::string where;
    for (const auto& [family, times] : silent_[size(l)]) where += " " + family + " " + std::to_string(times);
    std::printf("%-10s %10llu %11llu %11llu %12.3g %12llu %s\n", name_of(static_cast<Law>(l)), wide(count.judged),
                wide(count.silent), wide(count.reported), count.worst, wide(count.worst_seed), where.c_str());
  }
  std::printf("%.1f s, %.2f ms a scene\n", seconds,
              1e3 * seconds / static_cast<double>(std::max<std::uint64_t>(1, all.scenes)));
  return all.silent + all.refused == 0;
}

}  // namespace stickslip::motion
