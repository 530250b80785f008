#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fmu/host/slave.h"

namespace stickslip::cli {

/// What a run prints at its end: how fast it was, and the worst of what the solver reported where the FMU has those
/// outputs.
class Summary {
 public:
  explicit Summary(const host::Selection& outputs);

  /// After each step: how long it took and the outputs it left.
  void add(double seconds, const std::vector<double>& outputs);
  std::string text(double simulated_seconds, double wall_seconds, std::optional<std::uint64_t> state_hash);

 private:
  /// An output that is followed: its place among the outputs, its sum and its largest value.
  struct Followed {
    std::optional<std::size_t> place;
    double sum = 0;
    double largest = 0;
  };

  static Followed follow(const host::Selection& outputs, const std::string& name);

  Followed iterations_, fallbacks_, penetration_, joint_error_;
  std::vector<float> seconds_;
};

}  // namespace stickslip::cli
