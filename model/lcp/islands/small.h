#pragma once

#include "model/lcp/newton/island_work.h"
#include "model/math/untouched.h"

namespace stickslip::lcp {

constexpr int kSmallRows = 128;      // of an island that the dense methods may have, ...
constexpr int kSmallUnknowns = 176;  // ... and its unknowns with friction cones made polygons

/// One island as a problem of its own, for the methods that pivot on dense matrices.
struct SmallProblem {
  explicit SmallProblem(const Capacity& capacity);
  UntouchedVector<BodyInverse> masses;
  UntouchedVector<double> momentum;
  UntouchedVector<Row> rows;
  UntouchedVector<Block> blocks;
  UntouchedVector<Contact> contacts;
  UntouchedVector<double> velocity, impulse, rest, sliding;
  Problem problem;
  Solution solution;
};

/// What such islands can be, within the capacity for all: as large as that where it has room for dense methods.
Capacity small_capacity(const Capacity& capacity);

bool is_small(const Island& island, const System& system, int edges, const Capacity& capacity);

/// Copies the island with the law that the system has.
void read_small(const Problem& problem, const Island& island, const System& system, bool two_doubles,
                SmallProblem& small);

/// The small problem's answer into the whole one's.
void write_small(const Island& island, const System& system, const SmallProblem& small, Solution& solution);

}  // namespace stickslip::lcp
