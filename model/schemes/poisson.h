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
///
/// Decompression gives back the normal part of the impulse alone, and with friction or several contacts can return more
/// energy than compression took: a rod that falls on its end at 45 degrees comes up with 1.35 times its energy. So
///
///   v+ = v^c + s (v^p - v^c),   F alike,   s the largest in [0, 1] with T(v+) <= T(v-)
///
/// with v^p by Poisson, for each group of bodies that rows connect. v^c keeps T(v^c) <= T(v-) (P97 theorem 2.3), so
/// that there is such an s; v^c and v^p have no approach and impulses within the cones, and with them all that is
/// between. Where Poisson gains nothing s is 1, and every bit stays.
///
/// Bodies between others are hit from both sides in turn, ever sooner: the light one between heavy ones as often as
/// root(M/m) times, and with e < 1 without end. No step resolves that, and none needs to: after n more rebounds e^(2n)
/// of the energy is left. So once a step has used up half of its events, a pair that has rebounded in it before is
/// inelastic for its rest, and everything else still rebounds. What this takes beyond what as many events again would
/// have, with n = most_events/2, goes to Tally::unreturned.
namespace stickslip {

struct ImpactOptions {
  double threshold_speed = 0;  // m/s, approaches slower than this do not bounce
  bool short_form = false;     // where it applies
  bool inelastic = false;      // e = 0 throughout
  bool settles = false;        // e = 0 for what has rebounded in this step before
  int most_events = 0;         // of a step
  bool bounded = true;         // s as above, else 1
};

/// Stops every closed contact that approaches and gives back what it has to; false where none approaches.
bool resolve_impact(const Model& model, const Layout& layout, const ImpactOptions& options, State& state,
                    Workspace& work, Tally& tally);

}  // namespace stickslip
