#pragma once

#include "model/constraints/rows.h"
#include "model/lcp/problem.h"

/// Friction against rolling and spinning is bounded by a lever times the normal impulse c_n of its contact, but to the
/// solver every normal has one cone. So these cones have a normal of their own, a follower, whose impulse c_r is c_n in
/// every solution:
///
///   0 <= n' w + x + T c_n + s   perp  c_n >= 0
///   0 <= -x                     perp  c_r >= 0
///   m x = c_n - c_r
///
/// x is a velocity that nothing else knows. Either c_r > 0, then x = 0, or m x = c_n >= 0 >= x: in both cases x = 0,
/// c_r = c_n, and the first line is that of the contact alone, for any m > 0, T and s. Likewise with x + y and two
/// followers. m is the mass that the normal row meets, so that both rows have about the same scale.
namespace stickslip {

/// The followers that a contact leads.
struct Lead {
  bool rolling = false;
  bool spinning = false;
  int body = 0;  // whose velocity is x, y
};

/// Room for a problem with these bodies, behind those of the model.
struct Followers {
  Span<Lead> leads;                     // 1 per contact point
  Span<lcp::BodyInverse> inverse_mass;  // 1 per body
  Span<double> momentum;                // 6 per body, as
  Span<double> velocity;
  Span<lcp::Block> blocks;
  int bodies = 0;

  /// Adds their bodies to `problem`, whose rows are `posed` and were made of `rows`.
  void tie(const RowSet& rows, Span<lcp::Row> posed, lcp::Problem& problem);
};

}  // namespace stickslip
