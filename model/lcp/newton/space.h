#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "model/lcp/algebra/block_factor.h"
#include "model/lcp/law/law.h"
#include "model/lcp/newton/prices.h"
#include "model/lcp/rows/system.h"
#include "model/math/untouched.h"

namespace stickslip::lcp {

/// A linear map of a unit's rows in its own directions: normal, along the friction, across.
struct Gain {
  double nn, tn, nt, tt, aa;
};

/// Newton's method in body space. With u = J w + s + T f and w = M^-1 (r + J'f) a step that makes f - p(f - u/m) vanish
/// is, unit by unit,
///
///   B df + (G/m) J dw = -F,  B = 1 - G + G T/m         and      M dw = J' df
///   df = -B^-1 F - K J dw,   K = B^-1 G/m              so that  (M + J' K J) dw = -J' B^-1 F
///
/// so only the movable bodies' matrix H = M + J'KJ is factored, in blocks as sparse as contacts link bodies. B is
/// singular where a unit is held: T + soft takes the place of T in it, and refinement takes soft out again, dependent
/// rows included.
struct Space {
  Space(const Capacity& capacity, System& system);

  System& system;
  BlockFactor factor;
  UntouchedVector<double> T, s;                          // of the law at hand
  UntouchedVector<double> f, u;                          // scaled, per row
  UntouchedVector<double> velocity;                      // width per body
  UntouchedVector<LocalLaw> law;                         // per unit
  UntouchedVector<Gain> K, B;                            // per unit: K and B^-1
  UntouchedVector<int> ends;                             // of the part's graph
  UntouchedVector<int> link_start, link;                 // per unit and pair of its bodies: the factor's entry
  UntouchedVector<double> step, speed;                   // of the last solve, per row
  UntouchedVector<double> body_step;                     // scratch, width per body
  UntouchedVector<double> load, multiplier;              // of the smallest forces, width per body
  UntouchedVector<double> rest;                          // scratch, per row
  UntouchedVector<double> correction, speed_correction;  // the last refinement of both
  UntouchedVector<double> kept;                          // f, ...
  UntouchedVector<double> direction, drift_speed;        // ... and a second step
  UntouchedVector<double> change;                        // per unit: relative changes of both
  Extent extent;                                         // of the island at hand, ...
  Prices price;                                          // ... and what it costs with the factor that there is
  double spent = 0;                                      // multiplications so far, ...
  double limit = HUGE_VAL;                               // ... and that they may become
  int factorisations = 0;
  bool factored = false;  // there is a factor of this island, for the graph that was last analysed

  bool affords(double multiplications) const { return spent + multiplications <= limit; }
  bool affords_iteration() const { return affords(iteration_price(price)); }
};

/// What sweeps know of each unit.
struct SweepWork {
  explicit SweepWork(const System& system) : response(system.jacobian.size()), block(9 * system.unit.size()) {}
  UntouchedVector<double> response;  // M^-1 J', where System::jacobian has J
  UntouchedVector<double> block;     // J M^-1 J' + T, nine per unit
};

/// What a solver of islands holds besides the space that it iterates in. None of it is looked at when an island is
/// done.
struct IslandWork {
  IslandWork(const Capacity& capacity, System& system);
  Space space;
  SweepWork sweeps;
  UntouchedVector<int> all;                  // 0, 1, 2, ...
  UntouchedVector<int> active;               // units that take part
  UntouchedVector<std::uint8_t> takes_part;  // per unit
  UntouchedVector<int> group;                // scratch, per body and the ground
  UntouchedVector<double> found;             // f that a strategy has come to
  UntouchedVector<double> T, s;              // of the problem as posed, while a rung of the ladder has changed it, ...
  UntouchedVector<double> lower, upper;      // ... and the bounds, per unit
};

/// All units of an island.
inline Part whole(const Island& island, const IslandWork& work) {
  return {island, {work.all.data() + island.unit, island.units}};
}

inline void copy_rows(const Island& island, const UntouchedVector<double>& from, UntouchedVector<double>& to) {
  const auto at = from.begin() + island.row;
  std::copy(at, at + island.rows, to.begin() + island.row);
}

Extent extent_of(const Island& island, const System& system);

/// From here on what is done is done to this island; there is no factor of it yet.
void enter(const Island& island, Space& space);

/// Makes the part's graph known to the factor; false when there is no room for its fill.
bool analyse(const Part& part, Space& space);

/// velocity and u that belong to f under the law at hand.
void evaluate(const Part& part, Space& space);

/// The same without impulses: f is zero then.
void evaluate_free(const Part& part, Space& space);

/// f += sign step, and what belongs to that.
void add_step(const Part& part, double sign, Space& space);

/// The law at every unit; returns the sum of squares of F.
double linearise(const Part& part, double nu, Space& space);

/// H for the law at hand. False where it is singular.
bool factorise(const Part& part, double soft_joint, double soft_contact, Space& space);

/// H = mass M + J' K J for the K that there is; `symmetric`: all of them are.
bool factorise_gains(const Part& part, double mass, bool symmetric, Space& space);

/// The step for F (`drift` false) or for dF, refined up to so many times, as long as that helps; `step` is df, `speed`
/// is J dw.
void solve_step(const Part& part, bool drift, int refinements, Space& space, double* step, double* speed);

}  // namespace stickslip::lcp
