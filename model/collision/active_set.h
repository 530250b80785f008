#pragma once

#include "model/collision/near_shapes.h"
#include "model/core/state.h"
#include "model/kinematics/kinematics.h"
#include "model/lcp/problem.h"

namespace stickslip {

constexpr double kListingSlop = 1e-5;  // m, listed beyond the reach; costs rows, never accuracy

/// What a ContactSet has of a pair of shapes.
enum class PairListing : int {
  out_of_reach,  // too far apart to touch within the step
  listed,        // it has points in the set, or would have if there were room
  passing        // within reach, but does not meet on its way: collision/sweep.h
};

struct SeenPair {
  int pair;
  PairListing listing;
};

/// The contact points of one step, ordered by id.
struct ContactSet {
  Span<ContactPoint> storage;
  Span<SeenPair> seen;  // pairs within reach, in ascending order, ...
  int count = 0;
  int seen_count = 0;
  bool all_seen = false;  // ... or, where they are too many, all that may be near
  int stops = 0;          // of these; there is always room for them
  int capacity = 0;       // for the others
  int overflow = 0;       // points dropped because the capacity was full; the deepest are kept

  Span<const ContactPoint> points() const { return {storage.data(), count}; }
  int room() const { return capacity - (count - stops); }
};

/// Bound of the motion of every body within h under the forces that are known before the solve.
void update_reach(const Model& model, const State& state, Span<const lcp::BodyInverse> inverse_mass,
                  Span<const double> forces, double h, const Reach& reach);

/// Lists everything that can touch within the step, or overlaps; with a sweep not what only passes by in it.
void find_contacts(const Model& model, const State& state, Span<const BodyPose> poses, const Reach& reach,
                   const Sweep* sweep, NearShapes& near, ContactSet& contacts);

/// What the set has of the pair; of its points the first `count` are in order.
PairListing listing_of(int pair, const ContactSet& contacts, int count);

/// Orders the points by id.
void sort_contacts(ContactSet& contacts);

/// Adds a point; where there is no room the deepest are kept.
void keep(const ContactPoint& point, ContactSet& contacts);

/// True for a pair of shapes with a contact that State::flagged remembers.
bool is_flagged(const State& state, int pair);

/// True for a pair of shapes that pressed in the last problem solved.
bool was_loaded(const State& state, int pair);

/// Points of one pair at these placements with gaps up to `margin`, complete with ids.
int collide_pair(const Model& model, int pair, const Placement& at_first, const Placement& at_second, double margin,
                 Span<ContactPoint> found);

/// Points of one pair of shapes with gaps up to `margin`, complete with ids; at most kMaxPointsPerPair.
int find_points(const Model& model, int pair, Span<const BodyPose> poses, double margin, Span<ContactPoint> found);

/// How far the shapes of a pair may come towards each other when bodies come as far as `reach`; negative where they
/// cannot meet on the way.
double closing_reach(const Model& model, int pair, Span<const BodyPose> poses, const Reach& reach);

/// How far apart the shapes of a pair are along n, from the second to the first: never more than their gap.
double gap_along(const Model& model, int pair, const Placement& at_first, const Placement& at_second, const Vec3& n);

/// Half widths of both shapes together: of bodies that pass through each other less far, some sample shows it. Endless
/// for a plane.
double half_widths(const Model& model, int pair);

/// That of the narrower one, from its middle to its surface; infinite where neither shape has a middle.
double least_half_width(const Model& model, int pair);

struct Overlap {
  double deepest = 0;   // m, of any pair
  double share = 0;     // of least_half_width, the largest
  int worst_pair = -1;  // and whose it is
  int misses = 0;       // pairs that overlap and were not listed: contacts that the step just taken did not see
};

/// What a step has listed: what it made rows of, and what else it watched.
struct ListedContacts {
  const ContactSet& contacts;
  const ContactSet& candidates;
};

/// How shapes overlap after the step.
Overlap find_overlap(const Model& model, Span<const BodyPose> poses, const ListedContacts& listed, NearShapes& near);

/// Smallest gap between the shapes of a sensor's bodies, at most its range; `near` has followed to where they are.
double sensor_gap(const Model& model, const Sensor& sensor, NearShapes& near);

/// Round-off of a gap computed from coordinates of this size: gaps below it count as zero, so that what rests keeps
/// still.
double gap_round_off(const ContactPoint& point, Span<const BodyPose> poses);

/// True when the pair concerns the sensor; `flipped` says that the sensor's first body is the pair's second.
bool concerns(const Sensor& sensor, int first_body, int second_body, bool& flipped);

}  // namespace stickslip
