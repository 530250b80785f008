#pragma once

#include <cstdint>

#include "model/math/span.h"

/// The complementarity problem that the solvers work on: joints eliminated, rows scaled to a unit diagonal, friction
/// cones made polygons. It is kept in *row space*: `A` and `b` belong to rows (bounded, normal, tangents), while the
/// unknowns z of the LCP only refer to them:
///
///   f = sum_j z_j a_j          impulses of the rows, a_j has at most two entries
///   u = A f + b                velocities of the rows
///   w_j = a_j . u (+ z_cap for an edge)      or, for a cap,   range + mu z_normal - sum of the unit's edges
///
/// With the round cone a contact's friction is in no unknown: then it is f that solvers work on.
///
/// A contact has the unknowns normal, edges, cap (the sliding speed lambda); a bounded row has one edge, which is its
/// impulse above the bound, and a cap if the other bound is finite.
namespace stickslip::lcp {

enum class Role : std::uint8_t { normal, edge, cap };

struct Unknown {
  int unit;
  int row[2];        // -1: none
  double weight[2];  // a_j; zero where row is -1
  Role role;
};

struct Unit {
  int first;   // unknown
  int count;   // unknowns
  int normal;  // unknown, -1: none
  int edge;    // first edge unknown
  int edges;
  int cap;  // unknown, -1: none
  int row;  // first row
  int rows;
  double mu;     // scaled coupling of cap and normal
  double range;  // of a bounded row: upper - lower, scaled; 0 for a contact
};

inline bool has_friction(const Unit& unit) {
  return unit.normal >= 0 && unit.rows > 1;
}
inline bool is_round(const Unit& unit) {
  return has_friction(unit) && unit.edges == 0;
}

struct Condensed {
  Span<const double> A;  // rows x rows, column by column
  Span<const double> b;
  Span<const Unknown> unknowns;
  Span<const Unit> units;
  Span<const int> begin;  // per column of A: rows begin .. end - 1 hold all that is not zero; empty where unknown
  Span<const int> end;
  int rows() const { return b.size(); }
  int size() const { return unknowns.size(); }
  const double* column(int j) const { return A.data() + static_cast<std::ptrdiff_t>(j) * b.size(); }
};

/// Impulses f of all rows from the unknowns; round cones get none of their friction.
void impulses_of(const Condensed& lcp, const double* z, double* f);

/// w = M z (+ q if `with_constant`); f and u are scratch of one entry per row and hold the rows' impulses and
/// velocities afterwards.
void multiply(const Condensed& lcp, const double* z, bool with_constant, double* f, double* u, double* w);

/// max_j |min(z_j, w_j)|; scratch as above.
double natural_residual(const Condensed& lcp, const double* z, double* f, double* u, double* w);

/// Entry i, j of M.
double entry(const Condensed& lcp, int i, int j);

/// y += a A_j.
void add_column(const Condensed& lcp, int j, double a, double* y);

/// Fills `begin` and `end`, of one entry per row, and makes them known to `lcp`.
void find_ranges(Condensed& lcp, Span<int> begin, Span<int> end);

/// u = A f, skipping the zeros of f.
void multiply_rows(const Condensed& lcp, const double* f, double* u);

}  // namespace stickslip::lcp
