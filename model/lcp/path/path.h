#pragma once

#include "model/lcp/newton/space.h"

namespace stickslip::lcp {

struct PathStart {
  double nu;     // in units of what the start's natural defect calls for
  double trust;  // largest relative change of a step: small ones get lost less often, large ones are faster
};

/// Follows the solutions of the rounded law from a large nu down to one that is next to none (law/law.h). An iteration
/// is one factorisation and two solves. Returns the natural defect where it ends, at most `target` if all went well.
double follow_path(const Part& part, const PathStart& start, double target, int most_factorisations, Space& space);

}  // namespace stickslip::lcp
