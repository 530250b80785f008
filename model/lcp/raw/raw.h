#pragma once

#include <cstdint>
#include <vector>

#include "model/lcp/options.h"
#include "model/lcp/pivoting/tableau.h"
#include "model/lcp/raw/contacts.h"
#include "model/lcp/report.h"

namespace stickslip::lcp {

/// A complementarity problem given by numbers: w = M z + q >= 0, z >= 0, z'w = 0. With `contacts` > 0 the unknowns are
/// z = (c_n[contacts], beta[contacts * edges] contact by contact, lambda[contacts]) with evenly spaced friction edges;
/// M is then checked for that structure, of which Newton's method makes use.
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
  RoundWorkspace contacts;
  Tableau<double> tableau;
  std::vector<double> scale;  // per unknown: what it is multiplied by, and its row
  std::vector<double> w;
  std::vector<double> best;
  std::vector<double> W, q, mu;  // of the contacts, ...
  std::vector<double> f, u;      // ... and their forces and velocities
};

/// max_i |min(z_i, (M z + q)_i)|.
double residual(const Lcp& lcp, Span<const double> z);

/// Solves it by a method that needs no bodies: contacts by Newton's method, and where that is not asked for or fails,
/// and problems without the structure of contacts, by pivoting. `basis` holds one flag per unknown and `z` the unknowns
/// to start from (all zero for a cold start), and on return those of the solution. Report::residual is the one above,
/// against which Options::accept is held in units of max |q|.
Report solve(const Lcp& lcp, const Options& options, LcpWorkspace& work, Span<std::uint8_t> basis, Span<double> z);

/// The contacts of a problem of polygons, their cones round.
struct RoundNumbers {
  int contacts = 0;
  int tangents = 2;
  std::vector<double> W;
  std::vector<double> q;
  std::vector<double> mu;
  RoundLcp view() const { return {contacts, tangents, W, q, mu}; }
};

/// None where M and q are not those of contacts.
RoundNumbers round_numbers(const Lcp& lcp);

}  // namespace stickslip::lcp
