#pragma once

#include "model/lcp/newton/space.h"

namespace stickslip::lcp {

/// Follows the solutions of the rounded law from a large nu down to one that is next to none (law/law.h). An iteration
/// is one factorisation and two solves. It begins at `start` times the nu that the start's natural defect calls for.
/// Returns the natural defect where it ends, at most `target` if all went well.
double follow_path(const Part& part, double start, double target, int most_factorisations, Space& space);

}  // namespace stickslip::lcp
