#pragma once

#include "model/lcp/dense_work.h"
#include "model/lcp/options.h"
#include "model/lcp/problem.h"
#include "model/lcp/report.h"
#include "model/lcp/warm_start.h"

namespace stickslip::lcp {

/// One try at `problem`, which is `posed` itself or a softened version of it: condense, pivot, back to all rows,
/// smallest forces, residual. Adds to the counts of `report` and sets the rest; its residual is that of `posed`.
void attempt(const Problem& problem, const Problem& posed, const Options& options, DenseWork& work,
             const WarmStart& warm, Solution& solution, Report* report);

/// The fallback ladder of model/README.md from rung 1 on.
void descend(const Problem& problem, const Options& options, DenseWork& work, const WarmStart& warm, Solution& solution,
             Report* report);

}  // namespace stickslip::lcp
