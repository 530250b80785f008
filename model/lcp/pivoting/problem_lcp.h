#pragma once

#include <cstdint>

#include "model/lcp/pivoting/tableau.h"
#include "model/lcp/problem.h"
#include "model/math/untouched.h"

namespace stickslip::lcp {

enum class Role : std::uint8_t { push, edge, cap };

/// One unknown of the problem made linear: a push along a row (the normal of a contact, a bounded row's impulse beyond
/// its bound), friction along an edge of the polygon, or the cap on these, whose unknown is the sliding speed lambda.
struct Unknown {
  Role role;
  int unit;
  int row[2];  // of the problem; -1: none
};

/// The unknowns of a contact or of a bounded row, which has one push and, where both bounds are finite, a cap.
struct PivotUnit {
  int first;    // unknown: the push
  int edges;    // after it
  int cap;      // unknown, -1: none
  int row;      // of the push
  int rows;     // one, and the tangents
  int contact;  // of the problem; -1: a bounded row
};

/// A problem with friction cones made polygons and joints eliminated, in plain or doubled precision, from the problem's
/// own numbers on. Rows are scaled to a unit diagonal (README.md, "Scales").
template <class Real>
class ProblemLcp {
 public:
  ProblemLcp(const Capacity& capacity, int most_rows, int most_unknowns);

  /// Multiplications that reading takes, at most.
  static double reading_price(const Problem& problem) {
    const double rows = problem.rows.size();
    const double blocks = problem.blocks.size();
    const double joints = problem.contacts.empty() ? rows : problem.contacts[0].normal;
    return 6 * blocks * (blocks + 4) + rows * rows * (joints + 4);
  }
  /// False where it is too large.
  bool read(const Problem& problem, int edges);
  int unknowns() const { return count_; }
  Span<const Unknown> list() const { return {unknown_.data(), count_}; }
  Span<const PivotUnit> units() const { return {unit_.data(), units_}; }
  /// Impulse of a row that is one when scaled; 0: it moves nothing.
  double impulse_of_unit(int row) const { return per_unit_[size(row)]; }
  /// Writes M and q; compliance of normals, and of all other unknowns, where it helps.
  void fill(Tableau<Real>& tableau, double of_normals = 0, double of_others = 0) const;
  /// Flags of the unknowns that have a value where rows have these impulses.
  void mark_basic(const double* impulse, Span<std::uint8_t> basic) const;
  /// Impulses of all rows from the tableau's values, not scaled; returns the largest scaled one.
  double find_impulses(const Tableau<Real>& tableau);
  Span<const Real> impulses() const { return {impulse_.data(), problem_->rows.size()}; }

 private:
  void list_unknowns(int edges);
  void add_bounded(int row);
  void add_contact(int contact, int edges);
  void add(Role role, int first, int second, Real along, Real across);
  void assemble();
  void find_scales();
  void eliminate_joints();
  void add_limit(const PivotUnit& unit, int cap, Real* to) const;
  Real base_of(int unit) const;
  Real* system_row(int i) { return &system_[size(i) * size(rows_ + 1)]; }
  const Real* system_row(int i) const { return &system_[size(i) * size(rows_ + 1)]; }

  const Problem* problem_ = nullptr;
  int most_rows_, most_unknowns_;
  int rows_ = 0, count_ = 0, units_ = 0, joints_ = 0;
  UntouchedVector<Real> system_;    // velocities (of joints: impulses) of all rows by the impulses of all rows, and 1
  UntouchedVector<Real> response_;  // M^-1 J', six per block
  UntouchedVector<Real> impulse_;
  UntouchedVector<Real> weight_;      // two per unknown: shares that it has in its rows
  UntouchedVector<double> per_unit_;  // per row: impulse of a scaled unit, 1 / sqrt(A_ii); 0: the row moves nothing
  UntouchedVector<Unknown> unknown_;
  UntouchedVector<PivotUnit> unit_;
  UntouchedVector<int> joint_;  // rows
  UntouchedVector<std::uint8_t> eliminated_;
};

extern template class ProblemLcp<double>;
extern template class ProblemLcp<DoubleDouble>;

}  // namespace stickslip::lcp
