#pragma once

#include <cstdint>
#include <vector>

#include "model/lcp/condensed.h"
#include "model/lcp/delassus.h"
#include "model/lcp/sparse_ldl.h"
#include "model/lcp/warm_start.h"

namespace stickslip::lcp {

/// The condensed problem of a time step and the way back from it.
struct Condensation {
  explicit Condensation(const Capacity& capacity);
  Condensed lcp;  // views of what follows
  std::vector<double> A;
  std::vector<double> b;
  std::vector<Unknown> unknowns;
  std::vector<Unit> units;
  int joints = 0;
  int dependent_joints = 0;     // joints that had to be softened to be eliminated
  std::vector<int> joint_rows;  // equality rows of the problem, in order
  std::vector<int> free_rows;   // the problem's row of each condensed row
  bool sparse_joints = false;   // L D L' of A_ee + T_e instead of its LU: where A is symmetric
  SparseLdl joint_ldl;
  std::vector<int> joint_key;        // bodies of each joint row, four entries each
  std::vector<double> joint_factor;  // LU of A_ee + T_e
  std::vector<double> coupling;      // (A_ee + T_e)^-1 A_ef, joints x free rows
  std::vector<double> base;          // per free row: impulse at the bound that a bounded row is measured from, scaled
  std::vector<double> joint_impulse;
  std::vector<double> joint_velocity;
  std::vector<double> joint_rest;   // scratch
  std::vector<double> joint_right;  // scratch
  std::vector<double> f;            // per free row: scratch, and the scaled impulse found
  std::vector<double> u;
  std::vector<double> shift;    // per free row: compliance that makes contacts share their load
  std::vector<double> posed;    // copies while the problem is softened: b, ...
  std::vector<double> posed_A;  // ... A ...
  std::vector<double> before;   // ... and the impulses of the pass before
};

/// Eliminates the joints and makes polygons; `edges` = kRound leaves the cones round.
void condense(const Problem& problem, const Delassus& delassus, int edges, Condensation& out);

/// Scaled impulses of all rows of the problem, from the LCP's solution z.
void expand(const Problem& problem, const Delassus& delassus, Condensation& work, const double* z, double* impulse);

/// The same from impulses f of the condensed rows, beyond those at bounds.
void expand_rows(const Problem& problem, const Delassus& delassus, Condensation& work, const double* f,
                 double* impulse);

/// x = (A_ee + T_e)^-1 x; where joints are redundant, what softens them is undone by proximal passes.
void solve_joints(const Delassus& delassus, Condensation& work, double* x);

/// Corrects the joints' impulses until their equations hold to round-off; `impulse` is scaled.
void refine_joints(const Delassus& delassus, Condensation& work, double* impulse);

/// Flags and unknowns that belong to the warm start's entries; zero for rows that it does not know.
void basis_from(const WarmStart& warm, const Problem& problem, const Delassus& delassus, int edges,
                const Condensation& condensation, Span<std::uint8_t> basic, Span<double> z);
/// Impulses of bounded rows and contacts from the warm start, zero elsewhere; and back, without a basis.
void impulses_from(const WarmStart& warm, const Problem& problem, Span<double> impulse);
void impulses_to(WarmStart& warm, const Problem& problem, Span<const double> impulse);
void basis_to(WarmStart& warm, const Problem& problem, const Condensation& condensation, Span<const std::uint8_t> basic,
              Span<const double> impulse);

/// How many unknowns at most a problem of this capacity has.
int unknown_capacity(const Capacity& capacity);

}  // namespace stickslip::lcp
