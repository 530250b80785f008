#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fmu/host/slave.h"
#include "model/workspace/step_status.h"

namespace stickslip::cli {

/// What a run prints at its end: how fast it was, and the worst of what the solver reported where the FMU has those
/// outputs.
class Summary {
 public:
  explicit Summary(const host::Selection& outputs);

  /// After each step: how long it took and the outputs it left.
  void add(double seconds, const std::vector<double>& outputs);
  std::string text(double simulated_seconds, double wall_seconds) const;
  static std::string hash_line(std::uint64_t state_hash);

 private:
  /// An output that is followed: its place among the outputs, its sum and its largest value.
  struct Followed {
    std::optional<std::size_t> place;
    double sum = 0;
    double largest = 0;
  };

  static Followed follow(const host::Selection& outputs, const std::string& name);

  /// The time that a share of all steps did not take longer than, to half a percent.
  double percentile(double share) const;

  Followed iterations_, fallbacks_, penetration_, joint_error_;
  std::optional<std::size_t> status_;  // place of solver.status
  StepStatus gravest_ = StepStatus::solved;
  std::size_t troubled_ = 0;  // steps that were not solved as posed
  std::size_t steps_ = 0;
  double longest_ = 0;
  std::vector<std::size_t> counts_;  // of steps by how long they took: a run may be longer than memory
};

}  // namespace stickslip::cli
