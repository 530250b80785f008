#pragma once

#include <cstdint>

#include "model/core/layout.h"
#include "model/core/memory.h"
#include "model/core/motion.h"
#include "model/lcp/warm_start.h"

namespace stickslip {

/// What a contact carries over to the next step or pass: see schemes/contact_memory.h.
struct ContactMemory {
  std::uint64_t id;
  double energy;  // J, what it holds for the rebound that is due
};

/// How far a contact at rest is from opening and from sliding, in the middle of the pass that showed it; negative where
/// that says nothing.
struct ContactMargin {
  std::uint64_t id;
  double normal;    // N
  double friction;  // N
  double age;       // s, from there to now
  double rests;     // 1: it neither opened nor slid in that pass; 0: a margin of its force alone
};

/// Where the friction polygon of a contact lies that carried force: see schemes/cones.h.
struct ContactCone {
  std::uint64_t id;
  double t1[3];  // direction of a corner, world axes; 0 where gravity tells
};

struct StateHeader {
  std::int64_t steps;           // taken since initialisation
  std::int64_t flagged_count;   // entries of State::flagged in use
  std::int64_t margin_count;    // entries of State::margins in use
  std::int64_t cone_count;      // entries of State::cones in use
  std::int64_t last_succeeded;  // 1: the last solve needed no fallback
  double dissipated;            // J, since initialisation
  double gained;                // J, from nothing since it was least: see step/energy_account.h
  double liveliest;             // J, the largest kinetic energy since initialisation
  double time;                  // s, simulated since initialisation
  double pressed;               // J, in contacts that are springs, where the last step ended
  double undoing_time;          // s, in which what is off in joints and contacts is undone: the length of recent steps
};

/// Everything that influences the next step, in one block: copying it is a snapshot.
struct State {
  State(const Model& model, const Layout& layout);
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  void copy_from(const State& other) { memory.copy_from(other.memory); }
  /// The same between two states that are valid, at the cost of what is in use in either.
  void copy_used_from(const State& other);

  /// False for bytes that no state has: what came from outside must not be run.
  bool valid() const;

  Memory memory;
  StateHeader* header = nullptr;
  Motion motion;
  Span<double> velocity_before;  // velocity one step ago, 6 per body
  Span<double> reported;         // the velocity that outputs show, 6 per body: w, at which constraints hold
  Span<double> joint_position;   // rad or m, 1 per coordinate slot (core/joint_kind.h); angles are not wrapped
  Span<double> locked_at;        // rad or m, 1 per coordinate slot: where a drive locks it
  Span<double> joint_force;      // N, 3 per joint: of the parent on the child over the last step, world axes
  Span<double> damper_banks;     // J, 2 per joint: see DamperBanks of constraints/bending.h
  Span<double> spring_force;     // N, 2 per spring: over the last step, mean of the last two; positive in tension
  Span<double> bushing_force;    // N, 6 per bushing: on its second body over the last step, mean of the last two
  Span<double> parameters;       // laid out by Layout
  Span<double> numbers;          // all of these, from positions to parameters, as they lie in memory
  Span<ContactMemory> flagged;   // sorted by id
  Span<ContactMargin> margins;   // sorted by id; schemes that locate transitions
  Span<ContactCone> cones;       // sorted by id; spatial worlds with friction polygons
  lcp::WarmStart warm;
};

/// To be called where a step of h begins. What longer steps have left off would be kicked apart by a short one that
/// undoes it in its own time; here the time comes down to h with the steps, and what is off with its square.
void adapt_undoing_time(double h, State& state);

}  // namespace stickslip
