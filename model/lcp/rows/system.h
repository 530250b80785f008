#pragma once

#include <algorithm>
#include <cstdint>

#include "model/lcp/problem.h"
#include "model/math/size.h"
#include "model/math/untouched.h"

namespace stickslip::lcp {

enum class ConstraintKind : std::uint8_t { joint, bounded, contact };

/// What a law of its own binds together: a joint row, a bounded row, or a contact with its tangents.
struct Constraint {
  ConstraintKind kind;
  int rows;      // 1, and up to two tangents
  int row;       // first row in the system ...
  int source;    // ... and in the problem
  int bodies;    // movable ones that it acts on
  int body;      // first in System::unit_body
  int jacobian;  // first in System::jacobian: body by body, row by row
  double mu;     // in scaled rows
  double lower;  // of a bounded row, scaled
  double upper;
  int contact;  // in the problem; -1: none
  int edges;    // of the friction polygon; 0: round, or one tangent
};

/// Bodies, units and rows that nothing links with others: consecutive in the system.
struct Island {
  int body, bodies;
  int unit, units;
  int row, rows;
};

/// A unit before it is read: its first row, its contact or -1, and its island.
struct Listed {
  int source, contact, island;
};

/// A between the rows of contacts that no bodies are known of: each contact is a body then, with its rows for
/// unknowns, and what it is moved by is A p in place of M^-1 p. Contact b moves, and is moved by, those in
/// link[start[b]] .. link[start[b + 1] - 1], itself among them.
struct Given {
  Span<const int> start;  // empty where bodies move
  Span<const int> link;
  Span<const double> block;  // per link: how b moves it, width x width, column by column
  Span<double> scratch;      // width per contact
};

/// The problem as its movable bodies see it, with rows in the scale of README.md: impulses times sqrt(A_ii), velocities
/// divided by it, both tangents of a contact by the larger one. Whoever solves an island may change what it has of the
/// law and of `softened`; the rest stays as it was read.
struct System {
  explicit System(const Capacity& capacity);

  /// Of a body's six velocities, what its i-th unknown is.
  int component(int i) const { return width == 3 && i == 2 ? 5 : i; }

  int most_links;
  Given given;
  int width = 6;  // unknowns a body: x, y and the turn where all bodies are planar, else six; or a contact's rows
  bool symmetric = true;  // all masses are, ...
  bool diagonal = true;   // ... and even diagonal
  double scale = 0;       // V: what residuals are measured by
  int bodies = 0, units = 0, rows = 0, islands = 0;
  int entries = 0;                        // of `jacobian` in use
  int reach = 0;                          // bodies that a unit acts on, at most
  UntouchedVector<int> body;              // of the problem
  UntouchedVector<int> local;             // and back; -1: does not move
  UntouchedVector<double> mass, inverse;  // width x width per body, column by column
  UntouchedVector<double> ease;           // the diagonal of `inverse`, width per body
  UntouchedVector<double> free;           // velocity without impulses
  UntouchedVector<Constraint> unit;
  UntouchedVector<int> unit_body;
  UntouchedVector<double> jacobian;
  UntouchedVector<int> source;     // per row: of the problem
  UntouchedVector<double> factor;  // per row: sqrt(A_ii)
  UntouchedVector<double> s, T;
  UntouchedVector<double> warm;            // per row: f to start from
  UntouchedVector<std::uint8_t> softened;  // per row of the problem: how often in a row its island was
  UntouchedVector<Island> island;
  UntouchedVector<int> group, count;  // scratch of the grouping
  UntouchedVector<Listed> listed;
  UntouchedVector<int> order;
};

/// Pairs of bodies that units may link.
inline int size_links(const Capacity& c) {
  return c.blocks + c.blocks / 2;
}

/// Whether two units act on the same bodies, listed in the same order.
inline bool links_the_same(const System& system, const Constraint& a, const Constraint& b) {
  const int* bodies = &system.unit_body[size(a.body)];
  return a.bodies == b.bodies && std::equal(bodies, bodies + a.bodies, &system.unit_body[size(b.body)]);
}

/// Whether any impulse of the island is known from before.
inline bool is_warm(const Island& island, const System& system) {
  const auto warm = system.warm.begin() + island.row;
  return std::any_of(warm, warm + island.rows, [](double f) { return f != 0; });
}

/// Fills the system; `edges` as in Options. Units that move nothing are left out. False where it has no room.
bool read_system(const Problem& problem, int edges, System& system);

/// What is solved together: an island, or those of its units that take part; the others carry no impulse.
struct Part {
  Island island;
  Span<const int> units;
};

/// momentum = J' f, of the part's bodies. f is a list of all rows.
void find_momentum(const System& system, const Part& part, const double* f, double* momentum);

/// v = M^-1 momentum, in place.
void find_velocity(const System& system, const Island& island, double* momentum);

/// J velocity of one unit's rows.
void row_speeds(const System& system, const Constraint& unit, const double* velocity, double* speed);

/// The same for bodies with kWidth unknowns.
template <int kWidth>
inline void row_speeds_with(const System& system, const Constraint& unit, const double* velocity, double* speed) {
  const int* body = &system.unit_body[size(unit.body)];
  const double* j = &system.jacobian[size(unit.jacobian)];
  for (int r = 0; r < unit.rows; ++r, j += kWidth) {
    double sum = 0;
    for (int b = 0; b < unit.bodies; ++b) {
      const double* jb = j + b * unit.rows * kWidth;
      const double* v = velocity + kWidth * body[b];
      double own = jb[0] * v[0];
      for (int i = 1; i < kWidth; ++i) own += jb[i] * v[i];
      sum += own;
    }
    speed[r] = sum;
  }
}

}  // namespace stickslip::lcp
