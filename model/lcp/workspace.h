#pragma once

#include <vector>

#include "model/lcp/islands/pivots.h"
#include "model/lcp/newton/space.h"
#include "model/lcp/report.h"
#include "model/math/jobs.h"

namespace stickslip::lcp {

/// What a workspace with one worker takes, and each more of them again, near enough. In bytes.
double bytes_of(const Capacity& capacity);

/// Who solves one island after another. Nothing of it matters to the next one.
struct Worker {
  Worker(const Capacity& capacity, System& system) : islands(capacity, system), pivots(capacity) {}

  IslandWork islands;
  PivotWork pivots;
};

/// Every buffer of `solve`, sized once. What it holds between calls never influences a result, nor do the jobs that it
/// is given.
struct Workspace {
  explicit Workspace(const Capacity& capacity, const Jobs& jobs = {});
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  bool fits(const Problem& problem, int edges) const;

  Capacity capacity;
  Jobs jobs;
  System system;
  std::vector<Worker> workers;      // one per worker of the jobs
  UntouchedVector<Report> reports;  // per island
  UntouchedVector<int> share;       // per job the first of its islands
};

}  // namespace stickslip::lcp
