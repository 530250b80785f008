#pragma once

#include <algorithm>

#include "model/lcp/report.h"

namespace stickslip {

/// What the solves of one step cost and how well they went.
struct Tally {
  int solves = 0;
  int lcps = 0;
  int iterations = 0;
  int rung = 0;         // the worst
  int fallbacks = 0;    // rungs, over all solves
  bool rough = false;   // a solve ended before its tolerance
  double residual = 0;  // the worst
  bool capped = false;  // the step met more events than it may resolve
  bool failed = false;  // a solve had no answer at all

  void add(const lcp::Report& report) {
    ++solves;
    lcps += report.lcps;
    iterations += report.iterations;
    rung = std::max(rung, report.rung);
    fallbacks += report.rung;
    rough = rough || (report.rung == 0 && report.status != lcp::Status::solved);
    residual = std::max(residual, report.residual);
    if (report.status == lcp::Status::invalid || report.status == lcp::Status::too_big) failed = true;
  }
};

}  // namespace stickslip
