#pragma once

#include "model/lcp/newton/space.h"

namespace stickslip::lcp {

/// The law as posed, and u for it.
void pose(const Part& part, Space& space);

/// The same without impulses.
void pose_free(const Part& part, Space& space);

/// Largest natural defect of the law at hand.
double own_natural(const Part& part, const Space& space);

/// Largest natural defect of the law as posed, whatever law u belongs to.
double natural(const Part& part, const Space& space);

/// Newton steps from f, each the solution of the linear problem that the pattern of its projections leaves, until the
/// natural defect is at most `target`. Returns the defect.
double newton_steps(const Part& part, int steps, double target, Space& space);

/// Steps with the factor that there is, if there is one, each kept that makes the natural defect smaller, until that is
/// `enough`; returns the defect.
double polish(const Part& part, double defect, double enough, Space& space);

/// Proximal passes: T + tau and s - tau f_before, which has a solution for any pattern and the same limit. tau shrinks
/// as long as patterns settle quickly. Returns the natural defect; f is the best there was.
double proximal_passes(const Part& part, double tau, int most_factorisations, double target, Space& space);

}  // namespace stickslip::lcp
