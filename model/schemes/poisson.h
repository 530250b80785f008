#pragma once

#include "model/schemes/scheme.h"

/// Impact by Poisson's hypothesis (P97 section 3, P04 section 6), with gradients at q.
///
///   compression     v^c in L(v-, 0)
///   decompression   v+ in L(v^c, F^r),   F^r = sum_j e_j n_j c_j^c
///
/// The short form v+ = (1 + e) v^c - e v- takes the place of the second problem where one e covers all new contacts;
/// kinetic energy then never grows (P97 lemma 3.1, which prints it without the e on v-; its proof has it). Below the
/// threshold speed e counts as 0. The old contacts of an impact restitute with their own e, as in the paper.
namespace stickslip {

struct ImpactOptions {
  double threshold_speed = 0;  // m/s, approaches slower than this do not bounce
  bool short_form = false;     // where it applies
  bool inelastic = false;      // e = 0 throughout
};

/// Stops every closed contact that approaches and gives back what it has to; false where none approaches.
bool resolve_impact(const Model& model, const ImpactOptions& options, State& state, Workspace& work, Tally& tally);

}  // namespace stickslip
