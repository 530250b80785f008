#pragma once

#include "tests/benchmark/peers/engine.h"
#include "tests/benchmark/peers/judge.h"

namespace stickslip::peers {

constexpr int kMostFigures = 4;

/// Plain data: it comes from another process.
struct Result {
  bool ended = false;     // without a crash and without being stopped from outside
  bool finished = false;  // every step was made within the time limit
  int steps = 0;          // that were timed
  double p50 = 0;         // ms
  double p99 = 0;
  double max = 0;
  double mean = 0;
  double settled = 0;  // ms, p50 of the last second
  Quality quality;
  double figures[kMostFigures] = {};  // Scene::figures
  char remark[160] = {};              // World::remark
};

/// Runs the scene twice: once to judge what comes out, which warms the caches, once to time it.
Result run(const Engine& engine, const Scene& scene, double seconds_at_most);

}  // namespace stickslip::peers
