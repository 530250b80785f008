#pragma once

#include "tests/benchmark/peers/run.h"

namespace stickslip::peers {

/// Several runs of an engine in a scene. Engines repeat themselves, so a step's time is the median over the runs: what
/// the machine did beside it in one of them does not count.
struct Summary {
  Outcome outcome;  // of the first run that is not whole, else of the last
  int steps = 0;    // that were timed
  double p50 = 0;   // ms
  double p99 = 0;
  double max = 0;
  double mean = 0;
  double settled = 0;  // ms, p50 of the last second
};

Summary summarise(const Scene& scene, const std::vector<Trial>& runs);

}  // namespace stickslip::peers
