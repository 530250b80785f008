#pragma once

#include "model/lcp/newton/space.h"
#include "model/lcp/warm_start.h"

namespace stickslip::lcp {

/// The warm start's impulses for all rows of the system, scaled; zero for rows that it does not know.
void read_warm(const WarmStart& warm, const Problem& problem, Space& space);

/// Puts the free motion everywhere: bodies that no unit acts on have no other.
void write_free(const System& system, Solution& solution);

/// Velocities, impulses and sliding speeds of one island, whose f and velocity belong together.
void write_island(const Problem& problem, const Island& island, const Space& space, Solution& solution);

/// Those for the velocities and impulses that the solution has.
void write_sliding_speeds(const Problem& problem, const Island& island, const System& system, Solution& solution);

/// Residual of the island (model/README.md, "Residual"): the natural defects in its units' own cones, and what rounding
/// the impulses may hide. u belongs to f and the law as posed.
double island_residual(const Island& island, const Space& space);

}  // namespace stickslip::lcp
