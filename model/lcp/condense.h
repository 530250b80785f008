#pragma once

#include <cstdint>

#include "model/lcp/condensed.h"
#include "model/lcp/delassus.h"
#include "model/lcp/sparse_ldl.h"
#include "model/lcp/warm_start.h"
#include "model/math/untouched.h"

namespace stickslip::lcp {

/// The condensed problem of a time step and the way back from it.
struct Condensation {
  explicit Condensation(const Capacity& capacity);
  Condensed lcp;  // views of what follows
  UntouchedVector<double> A;
  UntouchedVector<double> b;
  UntouchedVector<Unknown> unknowns;
  UntouchedVector<Unit> units;
  int joints = 0;
  int dependent_joints = 0;         // joints that had to be softened to be eliminated
  UntouchedVector<int> joint_rows;  // equality rows of the problem, in order
  UntouchedVector<int> free_rows;   // the problem's row of each condensed row
  bool sparse_joints = false;       // L D L' of A_ee + T_e instead of its LU: where A is symmetric
  SparseLdl joint_ldl;
  UntouchedVector<int> joint_key;        // bodies of each joint row, four entries each
  UntouchedVector<double> joint_factor;  // LU of A_ee + T_e
  UntouchedVector<double> coupling;      // (A_ee + T_e)^-1 A_ef, joints x free rows
  UntouchedVector<double> base;  // per free row: impulse at the bound that a bounded row is measured from, scaled
  UntouchedVector<double> joint_impulse;
  UntouchedVector<double> joint_velocity;
  UntouchedVector<double> joint_rest;   // scratch
  UntouchedVector<double> joint_right;  // scratch
  UntouchedVector<double> f;            // per free row: scratch, and the scaled impulse found
  UntouchedVector<double> u;
  UntouchedVector<double> shift;    // per free row: compliance that makes contacts share their load
  UntouchedVector<double> posed;    // copies while the problem is softened: b, ...
  UntouchedVector<double> posed_A;  // ... A ...
  UntouchedVector<double> before;   // ... and the impulses of the pass before
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
