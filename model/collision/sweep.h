#pragma once

#include "model/collision/active_set.h"

/// Whether shapes really meet on their way through a step. A listed contact is an endless plane to the solver: a pair
/// that only passes by must not be listed, and one that the solution makes meet must be.
namespace stickslip {

/// Of the `count` points found of a pair keeps those that may be listed: none where the shapes do not meet, by
/// conservative advancement. Endless planes are what they seem; so is what is flagged or overlaps, what moves
/// little by its own size, and what pressed in the last step: it may well press again, and would cost another problem
/// to find. Of shapes that meet after a way longer than their size the points are
/// those of where they meet, carried back with their bodies: the nearest ones now say nothing of that.
int keep_meeting_points(const Model& model, const State& state, int pair, bool flagged, const Sweep& sweep,
                        Span<ContactPoint> found, int count);

/// The number of points of listed pairs that turning, or features that no gradient saw, sink deeper than the plane
/// through their points says. Their contacts get a gradient that says of the way what the gap has become, and those not
/// listed are, as far as there is room. Of what `swings`, a body that one gradient turns so that another of its corners
/// sinks, all gradients are kept, each as a contact of its own: none asks for more than its gap.
int mend_sinking_points(const Model& model, const Sweep& sweep, bool swings, ContactSet& contacts);

/// The number of such points that are left.
int count_sinking_points(const Model& model, const Sweep& sweep, const ContactSet& contacts);

/// Lists features of listed pairs that were out of reach, and that bodies come to which the solution makes faster than
/// their reach allowed. Returns their number.
int add_missed_features(const Model& model, const Sweep& sweep, const Reach& reach, ContactSet& contacts);

/// Pairs that are not listed and meet in the sweep; `reach` is that of the list.
int count_missed_pairs(const Model& model, const Sweep& sweep, const Reach& reach, const ContactSet& contacts,
                       NearShapes& near);

/// Lists those that there is room for, and returns their number.
int add_missed_pairs(const Model& model, const Sweep& sweep, const Reach& reach, ContactSet& contacts,
                     NearShapes& near);

}  // namespace stickslip
