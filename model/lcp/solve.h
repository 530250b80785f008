#pragma once

#include "model/lcp/options.h"
#include "model/lcp/problem.h"
#include "model/lcp/report.h"
#include "model/lcp/warm_start.h"
#include "model/lcp/workspace.h"

namespace stickslip::lcp {

/// Solves the problem of one time step, with the fallback ladder of model/README.md behind it. The result is a function
/// of problem, options and warm start alone; `warm` is replaced by what this solution offers the next step.
Report solve(const Problem& problem, const Options& options, Workspace& work, WarmStart& warm, Solution& solution);

}  // namespace stickslip::lcp
