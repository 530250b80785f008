#pragma once

#include <cstdint>
#include <vector>

#include "model/lcp/condensed.h"
#include "model/lcp/lemke.h"
#include "model/lcp/newton.h"
#include "model/lcp/options.h"
#include "model/lcp/report.h"

namespace stickslip::lcp {

/// A complementarity problem given by numbers: w = M z + q >= 0, z >= 0, z'w = 0. With `contacts` > 0 the unknowns are
/// z = (c_n[contacts], beta[contacts * edges] contact by contact, lambda[contacts]) with evenly spaced friction edges;
/// M is then checked for that structure and condensed when it has it.
struct Lcp {
  int n = 0;
  Span<const double> M;  // n x n, row by row
  Span<const double> q;
  int contacts = 0;
  int edges = 0;  // per contact

  /// Where the unknowns of a contact stand, besides its normal, which has the contact's own number.
  int first_edge(int contact) const { return contacts + contact * edges; }
  int cap(int contact) const { return contacts * (1 + edges) + contact; }
};

/// Buffers for problems of up to n unknowns. Unlike those of Workspace they are meant for single problems.
struct LcpWorkspace {
  explicit LcpWorkspace(int n);
  int n;
  std::vector<double> A;
  std::vector<double> b;
  std::vector<double> scale;  // per row
  std::vector<int> source;    // per row: the unknown of the Lcp it was read from
  std::vector<Unknown> unknowns;
  std::vector<Unit> units;
  std::vector<int> place;      // per condensed unknown: its place in the Lcp
  std::vector<double> scaled;  // condensed solution
  std::vector<std::uint8_t> basic;
  LemkeWork lemke;
  NewtonWork newton;
};

/// max_i |min(z_i, (M z + q)_i)|.
double residual(const Lcp& lcp, Span<const double> z);

/// Solves it by a method that needs no bodies; problems without the structure of contacts by block pivoting when asked
/// for, else by Lemke's method. `basis` holds one flag per unknown
/// and `z` the unknowns to start from (all zero for a cold start), and on return those of the solution.
/// Report::residual is the one above, against which Options::accept is held in units of max |q|.
Report solve(const Lcp& lcp, const Options& options, LcpWorkspace& work, Span<std::uint8_t> basis, Span<double> z);

}  // namespace stickslip::lcp
