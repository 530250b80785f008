#pragma once

#include "model/workspace/workspace.h"

namespace stickslip {

/// Rows of everything that acts over a pass of length h: joints, springs, dampers, contacts.
void build_rows(const Model& model, const Layout& layout, double h, const State& state, Workspace& work);

/// Of these the springs and dampers alone.
void build_spring_rows(const Model& model, const Layout& layout, double h, const State& state, Workspace& work);

/// Rows of what acts in an instant: joints, drives without a bound, rotors and contacts.
void build_impact_rows(const Model& model, const Layout& layout, const State& state, Workspace& work);

/// What the row of a drive, dry friction or rotor is under the schemes of order one; `speed` is the one before the
/// step.
void pose_coordinate_row(const ConstraintRow& row, double h, double speed, lcp::Row& out);

/// The same in an instant, where of drives only those without a bound count.
void pose_coordinate_row_of_instant(const ConstraintRow& row, double speed, lcp::Row& out);

/// True for rows of drives, dry friction and rotors.
constexpr bool is_of_coordinate(RowRole role) {
  return role == RowRole::drive || role == RowRole::friction || role == RowRole::rotor;
}

/// True for the normals of followers (workspace/followers.h).
constexpr bool is_follower(RowRole role) {
  return role == RowRole::rolling || role == RowRole::spinning;
}

/// True for the rows of friction at contacts: against sliding, rolling and spinning.
constexpr bool is_friction(RowRole role) {
  return role == RowRole::tangent || role == RowRole::turning;
}

/// Lists every row of work.rows, and its contact, in the solver's problem; `translate` gives a row its s and T.
template <class Translate>
void pose_rows(Workspace& work, Translate&& translate) {
  ProblemStorage& problem = work.problem;
  problem.row_count = work.rows.row_count;
  problem.contact_count = problem.follower_count = 0;
  for (int i = 0; i < problem.row_count; ++i) {
    const ConstraintRow& row = work.rows.rows_storage[i];
    lcp::Row& out = problem.rows[i];
    out = lcp::Row{};
    out.id = row.id;
    out.first_block = row.first_block;
    out.block_count = row.block_count;
    out.kind = lcp::RowKind::equality;
    if (row.role == RowRole::normal) {
      out.kind = lcp::RowKind::normal;
      problem.contacts[problem.contact_count++] = {i, 0, row.grip};
    } else if (is_follower(row.role)) {
      out.kind = lcp::RowKind::normal;
      problem.contacts[problem.contact_count + problem.follower_count++] = {i, 0, row.grip};
    } else if (is_friction(row.role)) {
      out.kind = lcp::RowKind::tangent;
      out.s = -row.target;
      ++problem.contacts[problem.contact_count + problem.follower_count - 1].tangents;
    } else if (row.most < kUnlimited) {
      out.kind = lcp::RowKind::bounded;
    }
    translate(row, out);
  }
}

}  // namespace stickslip
