#pragma once

#include "model/lcp/newton/space.h"

namespace stickslip::lcp {

/// Whether all units are rows of joints: then the problem is linear.
bool has_joints_only(const Island& island, const System& system);

/// Whether such rows are surely independent: bodies and the ground are linked like a tree, and what links two of them
/// is independent on each. Rows with compliance always are.
bool is_tree(const Part& part, IslandWork& work);

/// Solves an island of joints with one factorisation, from the impulses f; f is the answer. Returns its natural defect.
double solve_joints(const Part& part, Space& space);

}  // namespace stickslip::lcp
