#pragma once

#include "model/lcp/options.h"
#include "model/lcp/problem.h"
#include "model/lcp/report.h"
#include "model/lcp/warm_start.h"
#include "model/lcp/workspace.h"

namespace stickslip::lcp {

/// Solves the problem island by island, each on the fallback ladder by itself; the report speaks of the worst one.
/// False where the problem does not fit.
bool solve_islands(const Problem& problem, const Options& options, Workspace& work, const WarmStart& warm,
                   Solution& solution, Report* report);

}  // namespace stickslip::lcp
