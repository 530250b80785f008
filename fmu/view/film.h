#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fmu/host/slave.h"
#include "fmu/view/page.h"
#include "model/workspace/step_status.h"

namespace stickslip::view {

/// Collects moments for a page of limited size: when there are too many, every other one goes, and so on.
class Film {
 public:
  /// `plot`: names and patterns of outputs that are plotted from the start; by default a few that tell most. Throws
  /// host::Error for one that fits nothing.
  Film(const host::Selection& outputs, const std::vector<std::string>& plot, const Scene& scene, double step,
       double rate);

  /// Whether a moment is wanted after step number `step`, counted from 1.
  bool wants(long step) const { return step % interval_ == 0; }
  /// After every step: what must not be missed between two moments.
  void follow(const std::vector<double>& values);
  void add(Moment moment, const std::vector<double>& values);

  Recording take();

 private:
  struct Followed {
    std::size_t place;
    Curve curve;
  };

  void choose(const host::Selection& outputs, const std::vector<std::string>& plot);
  std::size_t bytes() const;
  void thin();

  std::vector<Followed> curves_;
  std::optional<std::size_t> status_place_;
  StepStatus status_ = StepStatus::solved;
  std::size_t moving_ = 0;
  std::size_t contacts_ = 0;
  std::size_t left_out_ = 0;
  long interval_ = 1;
  double step_;
  bool thinned_ = false;
  Recording recording_;
};

}  // namespace stickslip::view
