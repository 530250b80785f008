#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "fmu/sweep/journal.h"

namespace stickslip::sweep {

/// Makes one run after the other and gives each one's row; made anew in every worker.
using Runner = std::function<std::string(std::uint64_t run)>;

struct CrewOptions {
  int jobs = 1;
  Shard shard;
  std::uint64_t runs = 0;
  /// Runs that are there already.
  std::vector<bool> done;
};

struct CrewReport {
  std::uint64_t made = 0;
  std::uint64_t failed = 0;
  bool interrupted = false;
};

/// Worker processes that take the runs which are not done yet, each the next one, and write each to the journal as soon
/// as it is finished. One that dies leaves a row that says so: `failure_row`. `watch` is called some times a second
/// with how many are made and how many there are to make; false ends the crew.
CrewReport work(const CrewOptions& options, const Journal& journal, const std::function<Runner()>& make_runner,
                const std::function<std::string(std::uint64_t run, const std::string& reason)>& failure_row,
                const std::function<bool(std::uint64_t made, std::uint64_t all)>& watch);

}  // namespace stickslip::sweep
