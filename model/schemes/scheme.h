#pragma once

#include "model/workspace/impulses.h"
#include "model/workspace/tally.h"
#include "model/workspace/workspace.h"

/// The seam between a step and its schemes: one switch per operation, in the order in which a pass calls them. A new
/// scheme is an enumerator, one .cpp and its cases here.
namespace stickslip {

/// One piece of a step: from the state as it is to the end of the step, unless something happens before.
struct Pass {
  double start = 0;            // s, when it begins
  double h = 0;                // s, its length if nothing happens
  double step = 0;             // s, length of the step that it is a piece of
  int retries = 0;             // how often it was solved again, for a shorter time
  bool exhausted = false;      // the cap on events is reached: this pass ends the step, inelastically
  bool continues = false;      // there were passes of this step before: contacts that they loaded are kept
  bool trial = false;          // of a step that is thrown away: only its forces count
  bool late = false;           // half of what the step may spend is spent: what has rebounded in it comes to rest
  bool plastic = false;        // v+ = w: sliding ends by an impulse however short it is, or a rebound within it
  bool in_transition = false;  // it begins at a change between sticking, sliding and open that has just been located
  bool ends_at_event = false;  // it was solved again to end where an event has been found
  bool ends_in_transition = false;  // and that event is a transition
};

/// Where a pass ends: `time` into it. `again` asks for another solve with h = time, because what the contacts do in the
/// solution at hand cannot hold from the beginning of the pass, or because it makes shapes meet without a contact.
struct Event {
  double time = 0;
  bool again = false;
  bool transition = false;
  bool plastic = false;  // of the pass to be solved again
  bool found = false;    // the pass to be solved again ends at this event
  int missed = 0;        // pairs of shapes that meet without a contact all the same
};

/// How often a pass may be solved again for a shorter time.
constexpr int kMaxRetries = 8;

/// How many passes of a step may be cut where contacts begin or end to slide. The rest of the step does not look for
/// such ends and is plastic, so that what stops in it does not ring: of order one, and over. In a stack that lands,
/// each corner that stops lets others slide, again and again.
constexpr int kMostTransitions = 4;

/// The most that a step solves, whatever happens; each solve may take kMostAttempts problems on its fallback ladder.
int max_solves(const Model& model);

/// The most passes that a step has.
int max_passes(const Model& model);

/// Whether half of that is spent after so many passes: what rebounds on and on is not to take the rest.
bool is_late_pass(const Model& model, int passes, const Tally& tally);

/// Whether the pass after so many has to end the step inelastically, because the cap on events or on work is reached.
bool is_last_pass(const Model& model, int passes, const Tally& tally);

/// Contacts and forces at q, from poses at q.
void survey(const Model& model, const Layout& layout, Span<const double> inputs, const Pass& pass, const State& state,
            Workspace& work);

/// Resolves what approaches and touches at q: velocities change, positions do not.
void impact(const Model& model, const Layout& layout, const Pass& pass, State& state, Workspace& work, Tally& tally);

/// Moves poses, forces and contacts to the point where the scheme evaluates them.
void geometry_point(const Model& model, const Layout& layout, Span<const double> inputs, const Pass& pass,
                    const State& state, Workspace& work);

/// Fills the solver's problem from rows and state.
void discretise(const Model& model, const Layout& layout, const Pass& pass, const State& state, Workspace& work);

/// What a scheme makes of the solution before anything is taken of it.
void complete(const Model& model, const Layout& layout, const Pass& pass, State& state, Workspace& work, Tally& tally);

/// What ends the pass, by the solution.
Event next_event(const Model& model, const Layout& layout, const Pass& pass, const State& state, Workspace& work);

/// The velocity of the way that the first `time` of the pass takes; before advance.
Span<const double> mean_velocity(const Pass& pass, double time, const State& state, Workspace& work);

/// Momentum that a unit of a row's impulse in the solution stands for, when `time` of the pass counts.
double impulse_weight(const Model& model, const Pass& pass, double time);

/// The axes in which torques of the pass are reported, after advance over `time` of it.
TorqueAxes torque_axes(const Model& model, const Pass& pass, double time, const State& state, Workspace& work);

/// Takes the solution for `time` of the pass.
void advance(const Model& model, const Pass& pass, double time, State& state, Workspace& work);

}  // namespace stickslip
