#pragma once

#include <vector>

#include "tests/benchmark/peers/engine.h"
#include "tests/benchmark/peers/judge.h"

namespace stickslip::peers {

constexpr int kMostFigures = 4;

enum class End : int {
  whole,        // every step was made
  out_of_time,  // the limit came first, or a step that did not end
  not_finite,   // numbers that are none
  refused,      // the engine makes no world of this scene
  crashed
};

/// What came out of a run. Plain data: it comes from another process.
struct Outcome {
  End end = End::crashed;
  int steps = 0;  // that were judged
  Quality quality;
  double figures[kMostFigures] = {};  // Scene::figures; not where the run is not whole
  char remark[160] = {};              // World::remark
};

struct Trial {
  Outcome outcome;
  std::vector<double> times;  // ms, of the steps that were timed
};

/// Runs the scene twice: once to judge what comes out, which warms the caches, once to time it. Each may take so much
/// of the processor.
Trial run(const Engine& engine, const Scene& scene, double seconds_at_most);

/// The same in a process of its own: no engine disturbs another, and a crash is a line of the table.
Trial run_in_a_child(const Engine& engine, const Scene& scene, double seconds_at_most);

}  // namespace stickslip::peers
