#pragma once

#include "model/lcp/dense_work.h"
#include "model/lcp/options.h"
#include "model/lcp/problem.h"
#include "model/lcp/report.h"
#include "model/lcp/warm_start.h"

namespace stickslip::lcp {

/// Round friction cones (L11 §12), by Newton from the last impulses; where that fails, from the answer for polygons of
/// as many edges as the workspace holds. `delassus` is assembled; condenses, and leaves the scaled impulses of all rows
/// in the workspace.
PivotReport solve_round(const Problem& problem, const Options& options, DenseWork& work, const WarmStart& warm);

}  // namespace stickslip::lcp
