#pragma once

#include "model/schemes/scheme.h"

/// Changes between sticking, sliding and open within a pass of the trapezoidal scheme (G06 section 9): located, they
/// leave w exactly zero while sticking and the order at two; otherwise the speed left over at the onset of sticking
/// oscillates as (-1)^l and eats the friction margin. Contacts of bodies whose v does not follow their motion are left
/// alone: those at springs or dampers that relax within the pass, and those whose v alternates around w already.
///
/// Sliding to sticking: the tangential speed passes zero on the path. A solution that sticks from the beginning of the
/// pass says nothing about when; the pass is solved again for about as long as sliding can last.
///
/// Sticking to sliding and closed to open: the force reaches its bound. A solution knows forces as averages over its
/// pass, that is in its middle. The pass is halved once: two averages, on one line, give the instant s of the bound.
///   slides over h and over h/2:  rates a(h) ~ h/2 - s, a(h/2) ~ h/4 - s  give s
///   sticks over h/2:  margin at h/4, excess at h/2 (through A, the inverse mass along the row)  give s
/// An instant in the second half of the pass does not show in its average; the margin of the pass before, on a line
/// with that of this one, tells it.
namespace stickslip {

/// The first transition in the solution of a pass, or its end. work.path must hold the solution's path.
Event next_transition(const Model& model, const TrapezoidalOptions& options, const Pass& pass, const State& state,
                      Workspace& work);

/// Remembers the margins of contacts at rest, for the pass after this one, of which `time` counted.
void remember_margins(const Model& model, const TrapezoidalOptions& options, const Pass& pass, double time,
                      State& state, Workspace& work);
void forget_margins(State& state);

}  // namespace stickslip
