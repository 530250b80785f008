#pragma once

#include "model/lcp/natural_map.h"
#include "model/lcp/newton.h"

namespace stickslip::lcp {

/// The linear problem that the patterns of all units leave of a condensed problem: with impulses f = P y and velocities
/// Q u that must vanish, Q (A + tau I) P y = -Q b. Sliding against an edge d has the column n + mu d and the row n,
/// or n + mu d where it dilates, sticking has all rows for columns. Solved by LU in a band that reverse Cuthill-McKee
/// makes small.
class PatternSystem {
 public:
  PatternSystem(const Condensed& lcp, NewtonWork& work) : lcp_(lcp), w_(work) {}

  /// For the patterns in the workspace; `soft` is added to the diagonal where law.tau is less, so that redundant
  /// contacts can be solved, and goes as the solution is refined. False when the matrix is singular all the same.
  bool factor(const Law& law, double soft);
  /// Impulses f become some that the patterns allow, close to what they are.
  void fit() const;
  /// Velocities that the patterns want to vanish, into the workspace's x; the largest of them.
  double defect() const;
  /// One step of refinement: removes the defect in x from f.
  void correct() const;
  /// Multiplications of all factorisations so far, near enough.
  double work() const { return effort_; }

 private:
  void add(const Unit& unit, const double* p, const double* q, double compliance);
  void add_directions(const Unit& unit, const Pattern& pattern, bool dilatant);
  void link_units();
  void order_units();
  void find_band();
  void fill_matrix(double diagonal);

  const Condensed& lcp_;
  NewtonWork& w_;
  int count_ = 0;  // directions
  int band_ = 0;
  bool banded_ = false;
  bool ordered_ = false;
  double effort_ = 0;
};

}  // namespace stickslip::lcp
