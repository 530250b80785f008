#pragma once

#include "model/lcp/dense_work.h"
#include "model/lcp/problem.h"

namespace stickslip::lcp {

/// solution.impulse from the scaled impulses in the workspace.
void unscale(const Problem& problem, DenseWork& work, Solution& solution);

/// Velocities and sliding speeds that belong to solution.impulse; scaled copies go to the workspace. The problem is
/// assembled.
void find_motion(const Problem& problem, int edges, DenseWork& work, Solution& solution);

}  // namespace stickslip::lcp
