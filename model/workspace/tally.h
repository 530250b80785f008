#pragma once

#include <algorithm>

#include "model/lcp/report.h"
#include "model/workspace/step_status.h"

namespace stickslip {

/// What the solves of one step cost and how well they went.
struct Tally {
  int solves = 0;
  int lcps = 0;
  int iterations = 0;
  int rung = 0;                            // of the fallback ladder, the highest that was taken
  int fallbacks = 0;                       // rungs, over all solves
  double residual = 0;                     // the worst
  int misses = 0;                          // pairs of shapes that met without a contact, points that sank
  bool round = false;                      // the last problem had round cones in place of polygons
  bool capped = false;                     // the step met more events than it may resolve
  double unreturned = 0;                   // J, that rebounds would still have which it has ended
  StepStatus status = StepStatus::solved;  // the gravest

  void note(StepStatus seen) { status = graver(status, seen); }

  void add(const lcp::Report& report) {
    ++solves;
    lcps += report.lcps;
    iterations += report.iterations;
    rung = std::max(rung, report.rung);
    fallbacks += report.rung;
    residual = std::max(residual, report.residual);
    round = report.round;
    note(status_of(report));
  }

  static StepStatus status_of(const lcp::Report& report) {
    if (report.status == lcp::Status::invalid || report.status == lcp::Status::too_big) return StepStatus::failed;
    switch (report.rung) {
      case 0:
        return report.status == lcp::Status::solved ? StepStatus::solved : StepStatus::rough;
      case 1:
        return StepStatus::softened;
      case 2:
        return StepStatus::unstabilised;
      default:
        return StepStatus::projected;
    }
  }
};

}  // namespace stickslip
