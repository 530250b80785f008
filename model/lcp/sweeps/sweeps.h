#pragma once

#include "model/lcp/newton/space.h"
#include "model/lcp/options.h"

namespace stickslip::lcp {

/// Projected Gauss-Seidel sweeps over a part (L11 alg. 21.1), matrix-free: each unit in turn gets the impulses that its
/// own law asks for while all others stay as they are. The law at hand is solved; f and velocity follow every change, u
/// does not.
///
/// Not as in the paper: the friction of a contact is projected on its cone as a whole. One tangent at a time it would
/// lock at a polygon's corner.
class Sweeper {
 public:
  /// f and velocity belong together.
  Sweeper(const Part& part, IslandWork& work);

  void sweep(Sweep order);
  /// Without joints and bounded rows.
  void sweep_contacts(Sweep order);

 private:
  template <int kWidth>
  void prepare();
  template <int kWidth>
  void add_given(int k, double* block);
  template <int kWidth>
  void add_bodies(const Constraint& unit, double* block);
  template <int kWidth>
  void pass(Sweep order, bool contacts_only);

  const Part& part_;
  Space& space_;
  SweepWork& work_;
};

}  // namespace stickslip::lcp
