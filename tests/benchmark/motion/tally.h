#pragma once

#include <map>
#include <string>

#include "tests/benchmark/motion/judge.h"

/// Counts what became of the scenes and prints the table.
namespace stickslip::motion {

struct LawCount {
  std::uint64_t judged = 0;
  std::uint64_t silent = 0;    // broken with status 0
  std::uint64_t reported = 0;  // broken with another
  double worst = 0;            // in units of what is allowed
  std::uint64_t worst_seed = 0;
};

struct FamilyCount {
  std::uint64_t scenes = 0;
  std::uint64_t refused = 0;
  std::uint64_t with_status = 0;
  std::uint64_t false_alarms = 0;  // a status and nothing broken
  std::uint64_t silent = 0;
  std::uint64_t reported = 0;
  std::uint64_t steps = 0;
  std::uint64_t problems = 0;
  double seconds = 0;
  double longest = 0;  // s, of a step
};

class Tally {
 public:
  explicit Tally(bool verbose) : verbose_(verbose) {}

  void refuse(const Scene& scene, const std::string& why);
  void add(const Scene& scene, const Record& record, const Verdict& verdict);
  /// Returns whether nothing was broken in silence and nothing refused.
  bool print(double seconds) const;

 private:
  void complain(const Scene& scene, const Record& record, Law law, const Worst& worst, int status) const;

  bool verbose_;
  std::map<std::string, FamilyCount> families_;
  std::array<LawCount, kLaws> laws_;
  std::array<std::map<std::string, std::uint64_t>, kLaws> silent_;  // by family
};

/// The status that speaks for a law that breaks at step k: of that step or the one before, whose solution leads to it.
int status_at(const Record& record, int k);

}  // namespace stickslip::motion
