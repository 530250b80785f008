#pragma once

#include <chrono>
#include <string>

namespace stickslip::cli {

/// A bar on standard error that shows how far a run is; silent when that is no terminal.
class Progress {
 public:
  explicit Progress(std::string what);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// `share` is from 0 to 1; `more` stands behind the bar. Draws at most ten times a second.
  void show(double share, const std::string& more = {});

 private:
  using Clock = std::chrono::steady_clock;

  std::string what_;
  bool on_terminal_;
  bool drawn_ = false;
  Clock::time_point next_;
};

}  // namespace stickslip::cli
