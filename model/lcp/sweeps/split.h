#pragma once

#include "model/lcp/newton/space.h"
#include "model/lcp/options.h"

namespace stickslip::lcp {

/// Direct and iterative in turn (L11 §16), from f: joints, bounded rows and normals by a direct method for the friction
/// that there is, sweeps over normals and friction for the joints that there are, and directly again. What is left is
/// an error of friction alone. Starts with the contacts that take part (islands/screening.h). Returns factorisations
/// and sweeps.
///
/// Not as in the paper: normals of redundant contacts are a choice, so the direct problem resists their change, and
/// the linear problems are solved in body space.
int solve_by_splitting(const Part& all, const Options& options, IslandWork& work);

}  // namespace stickslip::lcp
