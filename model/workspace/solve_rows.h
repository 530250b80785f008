#pragma once

#include "model/workspace/workspace.h"

namespace stickslip {

/// Edges of a friction polygon where nobody asks for more: planar worlds, rows without contacts.
constexpr int kFewestEdges = 4;

/// The solver that a model file names.
lcp::Method method_of(Solver solver);

/// What a step asks of every solve.
lcp::Options solver_options(const Model& model);

/// The rows in the workspace and work.problem in the solver's terms.
lcp::Problem posed_problem(Workspace& work);

/// Gives the rows in the workspace to the solver as they stand in work.problem.
lcp::Report solve_problem(const lcp::Options& options, Workspace& work, lcp::WarmStart& warm);

/// What is asked of equality rows.
lcp::Options row_options();

/// The same where rows move bodies until nothing is open by more than round-off: what closes loops twice over
/// contradicts itself by so much, and which impulses do it does not matter.
lcp::Options closing_options(double round_off);

/// Solves equality rows, and contacts that only push: w nearest to M^-1 r with nu' w + T c + s = 0 and the inverse mass
/// that work.problem has; `translate` gives a row its s and T, and makes it a normal where it pushes. These come last.
template <class Translate>
lcp::Report solve_rows(const lcp::Options& options, Workspace& work, Translate&& translate) {
  ProblemStorage& problem = work.problem;
  problem.row_count = work.rows.row_count;
  problem.contact_count = problem.follower_count = 0;
  for (int i = 0; i < problem.row_count; ++i) {
    const ConstraintRow& row = work.rows.rows_storage[i];
    lcp::Row& out = problem.rows[i];
    out = lcp::Row{};
    out.id = row.id;
    out.kind = lcp::RowKind::equality;
    out.first_block = row.first_block;
    out.block_count = row.block_count;
    translate(row, out);
    if (out.kind == lcp::RowKind::normal) problem.contacts[problem.contact_count++] = {i, 0, 0.0};
  }
  lcp::WarmStart cold;
  return solve_problem(options, work, cold);
}

}  // namespace stickslip
