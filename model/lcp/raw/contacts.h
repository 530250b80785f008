#pragma once

#include <vector>

#include "model/lcp/newton/space.h"
#include "model/lcp/options.h"
#include "model/lcp/report.h"

namespace stickslip::lcp {

constexpr double kStands = 1e-12;  // residual, in units of max |q|, of a start that needs no step

/// Contacts with round friction cones given by numbers: velocities u = W f + q of contact after contact, each normal
/// first and then its one or two tangents;
///
///   0 <= u_n  perp  f_n >= 0,   |f_t| <= mu f_n,   and where u_t is not 0, f_t = -mu f_n u_t / |u_t|
struct RoundLcp {
  int contacts = 0;
  int tangents = 2;
  Span<const double> W;  // row by row
  Span<const double> q;
  Span<const double> mu;  // per contact
  int rows() const { return contacts * (1 + tangents); }
};

/// Buffers for problems of up to so many contacts.
struct RoundWorkspace {
  explicit RoundWorkspace(int contacts);
  RoundWorkspace(const RoundWorkspace&) = delete;
  RoundWorkspace& operator=(const RoundWorkspace&) = delete;
  int contacts;
  System system;
  IslandWork islands;
  std::vector<int> start, link;  // W, scaled, block by block
  std::vector<double> block;
  std::vector<double> scratch;
};

/// max |f - P(f - u - mu |u_t| n)| over the contacts, P the projection on their cones (de Saxce's form): 0 for a
/// solution.
double residual(const RoundLcp& lcp, Span<const double> f);

/// Newton's method and the path from the forces f (all zero for a cold start). Report::residual is the one above,
/// against which Options::accept is held in units of max |q|.
Report solve(const RoundLcp& lcp, const Options& options, RoundWorkspace& work, Span<double> f);

/// The same on polygons with so many edges, 0 for round cones, without the looks at the numbers before and at the
/// residual afterwards; the velocities of the rows are left in u.
void solve_contacts(const RoundLcp& lcp, int edges, RoundWorkspace& work, Span<double> f, Span<double> u,
                    Report* report);

}  // namespace stickslip::lcp
