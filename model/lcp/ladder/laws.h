#pragma once

#include "model/lcp/newton/space.h"

namespace stickslip::lcp {

/// Keeps the island's law as posed, to change it and to put it back.
void keep_law(const Island& island, IslandWork& work);
void restore_law(const Island& island, IslandWork& work);

/// Impulses of joints under the law at hand, for those that contacts and bounded rows have. `factored`: the factor at
/// hand is that of the last such call.
void hold_joints(const Part& all, bool factored, IslandWork& work);

/// Cuts f of bounded rows to their bounds, and of contacts to their cones.
void cut_to_cones(const Part& all, Space& space);

/// T + tau and s - tau f_warm on all rows: resists only changes of the impulses.
void centre(const Island& island, double tau, IslandWork& work);

/// Rows that can only take energy out: joints and drives hold still, contacts and limits only keep from approaching;
/// and all of them yield a little, which makes that solvable.
void make_dissipative(const Island& island, double tau, IslandWork& work);

/// Without a problem of its own: joints hold still, and contacts have f, cut to their cones, as far as that takes
/// energy out.
void take_energy_out(const Island& island, IslandWork& work);

}  // namespace stickslip::lcp
