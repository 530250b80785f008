#pragma once

#include <cstdint>
#include <vector>

#include "model/lcp/raw.h"

namespace stickslip::lcp {

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

/// Buffers for problems of up to so many contacts with two tangents.
struct RoundWorkspace {
  explicit RoundWorkspace(int contacts);
  int contacts;
  std::vector<double> A;
  std::vector<double> b;
  std::vector<double> scale;  // per row
  std::vector<Unknown> unknowns;
  std::vector<Unit> units;
  std::vector<double> f;  // scaled
  std::vector<double> z;
  std::vector<std::uint8_t> basic;
  LemkeWork lemke;
  NewtonWork newton;
};

/// max |f - P(f - u - mu |u_t| n)| over the contacts, P the projection on their cones (de Saxce's form): 0 for a
/// solution.
double residual(const RoundLcp& lcp, Span<const double> f);

/// Newton's method from the forces f (all zero for a cold start), and where that does not end from those of polygons;
/// in the plane, where there is no difference, by Options::method. Report::residual is the one above, against which
/// Options::accept is held in units of max |q|.
Report solve(const RoundLcp& lcp, const Options& options, RoundWorkspace& work, Span<double> f);

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
