#include "model/collision/active_set.h"

#include <algorithm>
#include <cmath>

#include "model/collision/convex.h"
#include "model/collision/sweep.h"

namespace stickslip {
namespace {

constexpr double kMissed = 1e-9;  // m, an unlisted overlap below this is round-off

// How far turning may move any point of the shape, or of the part of an endless plane that the other shape can meet.
double turning_reach(const Shape& shape, const Placement& at, const BodyPose& body, const Reach& reach,
                     const Shape& other, const Placement& at_other) {
  double radius = bounding_radius(shape);
  radius = std::isinf(radius) ? (at_other.p - body.p).norm() + bounding_radius(other) : radius + (at.p - body.p).norm();
  return turning_way(reach, shape.body, radius);
}

bool far_apart(const Shape& first, const Placement& at_first, const Shape& second, const Placement& at_second,
               double margin) {
  const double reach = bounding_radius(first) + bounding_radius(second) + margin;
  return (at_first.p - at_second.p).squaredNorm() > reach * reach;
}

// By identity; where features of a pair share one, an order that every standard library finds the same.
bool comes_before(const ContactPoint& a, const ContactPoint& b) {
  if (a.id != b.id) return a.id < b.id;
  if (a.gap != b.gap) return a.gap < b.gap;
  for (int k = 0; k < 3; ++k) {
    if (a.p_first[k] != b.p_first[k]) return a.p_first[k] < b.p_first[k];
  }
  return false;
}

void note(const SeenPair& pair, ContactSet& contacts) {
  if (contacts.seen_count == contacts.seen.size()) {
    contacts.all_seen = true;
    return;
  }
  contacts.seen[contacts.seen_count++] = pair;
}

}  // namespace

PairListing listing_of(int pair, const ContactSet& contacts, int count) {
  const Span<const ContactPoint> points = contacts.points().first(count);
  const ContactPoint* at = std::lower_bound(points.begin(), points.end(), pair,
                                            [](const ContactPoint& point, int value) { return point.pair < value; });
  if (at != points.end() && at->pair == pair) return PairListing::listed;
  const Span<const SeenPair> seen = contacts.seen.first(contacts.seen_count);
  const SeenPair* found = std::lower_bound(seen.begin(), seen.end(), pair,
                                           [](const SeenPair& which, int value) { return which.pair < value; });
  if (found != seen.end() && found->pair == pair) return found->listing;
  return contacts.all_seen ? PairListing::passing : PairListing::out_of_reach;
}

bool is_flagged(const State& state, int pair) {
  const Span<const ContactMemory> flagged = state.flagged.first(static_cast<int>(state.header->flagged_count));
  const std::uint64_t first = static_cast<std::uint64_t>(pair) << kFeatureBits;
  const ContactMemory* at = std::lower_bound(flagged.begin(), flagged.end(), first,
                                             [](const ContactMemory& a, std::uint64_t id) { return a.id < id; });
  return at != flagged.end() && static_cast<int>(at->id >> kFeatureBits) == pair;
}

bool was_loaded(const State& state, int pair) {
  const auto own = static_cast<std::uint64_t>(pair);
  for (const lcp::WarmEntry* at = lcp::entries_from(state.warm, own << kFeatureBits); at != state.warm.entries.end();
       ++at) {
    if (at->in_use == 0 || at->id >> kFeatureBits != own) return false;
    if (at->impulse[0] > 0) return true;
  }
  return false;
}

void keep(const ContactPoint& point, ContactSet& contacts) {
  if (contacts.room() > 0) {
    contacts.storage[contacts.count++] = point;
    return;
  }
  ++contacts.overflow;
  // No stop among them: these are added when all others are there.
  ContactPoint* shallowest =
      std::max_element(contacts.storage.begin(), contacts.storage.begin() + contacts.count,
                       [](const ContactPoint& a, const ContactPoint& b) { return a.gap < b.gap; });
  if (contacts.count > 0 && point.gap < shallowest->gap) *shallowest = point;
}

int collide_pair(const Model& model, int pair, const Placement& at_first, const Placement& at_second, double margin,
                 Span<ContactPoint> found) {
  const ShapePair which = shapes_of(model, pair);
  const Shape& first = model.shapes[static_cast<std::size_t>(which.first)];
  const Shape& second = model.shapes[static_cast<std::size_t>(which.second)];
  const double flat = flat_bulge(model.gravity.norm(), model.step.size);
  const int count =
      collide_shapes(model.geometry, first, at_first, second, at_second, model.planar, margin, found, flat);
  for (int k = 0; k < count; ++k) {
    found[k].id |= static_cast<std::uint64_t>(pair) << kFeatureBits;
    found[k].pair = pair;
    found[k].surface = surface_of_materials(first.material, second.material);
    found[k].stop = -1;
    found[k].carried = false;
    found[k].lead = 0;
    found[k].first_body = first.body;
    found[k].second_body = second.body;
  }
  return count;
}

void update_reach(const Model& model, const State& state, Span<const lcp::BodyInverse> inverse_mass,
                  Span<const double> forces, double h, const Reach& reach) {
  for (int b = 0; b < static_cast<int>(model.bodies.size()); ++b) {
    const double* v = &state.motion.velocity[6 * b];
    const double* f = &forces[6 * b];
    const lcp::BodyInverse& inverse = inverse_mass[b];
    Vec3 acceleration;
    Vec3 turning;
    for (int k = 0; k < 3; ++k) {
      acceleration[k] = inverse.linear[k] * f[k];
      turning[k] = inverse.angular[4 * k] * f[3 + k];
    }
    put3(h * get3(v), &reach.way[6 * b]);
    put3(h * h * acceleration, &reach.way[6 * b + 3]);
    reach.turn[b] = h * get3(v + 3).norm() + h * h * turning.norm();
  }
}

void find_contacts(const Model& model, const State& state, Span<const BodyPose> poses, const Reach& reach,
                   const Sweep* sweep, NearShapes& near, ContactSet& contacts) {
  contacts.count = 0;
  contacts.stops = 0;
  contacts.overflow = 0;
  contacts.seen_count = 0;
  contacts.all_seen = false;
  near.enclose(model, poses, reach, state.flagged.first(static_cast<int>(state.header->flagged_count)));
  const Span<const Placement> at = near.placements();
  near.for_each_pair(model, [&](int pair) {
    const ShapePair which = shapes_of(model, pair);
    const Shape& first = model.shapes[static_cast<std::size_t>(which.first)];
    const Shape& second = model.shapes[static_cast<std::size_t>(which.second)];
    const Placement& at_first = at[which.first];
    const Placement& at_second = at[which.second];
    double margin = 2 * (approach(reach, first.body, second.body) +
                         turning_reach(first, at_first, poses[first.body], reach, second, at_second) +
                         turning_reach(second, at_second, poses[second.body], reach, first, at_first)) +
                    kListingSlop;
    const bool flagged = is_flagged(state, pair);
    if (flagged) margin *= 2;  // the rebound that is due must not be lost
    if (far_apart(first, at_first, second, at_second, margin)) return;
    ContactPoint found[kMaxPointsPerPair];
    const Span<ContactPoint> points = {found, kMaxPointsPerPair};
    const int close = collide_pair(model, pair, at_first, at_second, margin, points);
    if (close == 0) return;
    const int count =
        sweep == nullptr ? close : keep_meeting_points(model, state, pair, flagged, *sweep, points, close);
    for (int k = 0; k < count; ++k) keep(found[k], contacts);
    note({pair, count > 0 ? PairListing::listed : PairListing::passing}, contacts);
  });
  sort_contacts(contacts);
}

void sort_contacts(ContactSet& contacts) {
  std::sort(contacts.storage.begin(), contacts.storage.begin() + contacts.count, comes_before);
}

int find_points(const Model& model, int pair, Span<const BodyPose> poses, double margin, Span<ContactPoint> found) {
  const ShapePair which = shapes_of(model, pair);
  const Shape& first = model.shapes[static_cast<std::size_t>(which.first)];
  const Shape& second = model.shapes[static_cast<std::size_t>(which.second)];
  return collide_pair(model, pair, place(first, poses[first.body]), place(second, poses[second.body]), margin, found);
}

double closing_reach(const Model& model, int pair, Span<const BodyPose> poses, const Reach& reach) {
  const ShapePair which = shapes_of(model, pair);
  const Shape& first = model.shapes[static_cast<std::size_t>(which.first)];
  const Shape& second = model.shapes[static_cast<std::size_t>(which.second)];
  const Placement at_first = place(first, poses[first.body]);
  const Placement at_second = place(second, poses[second.body]);
  const double sum = reach.linear[first.body] + reach.linear[second.body] +
                     turning_reach(first, at_first, poses[first.body], reach, second, at_second) +
                     turning_reach(second, at_second, poses[second.body], reach, first, at_first);
  return far_apart(first, at_first, second, at_second, sum) ? -1.0 : sum;
}

double gap_along(const Model& model, int pair, const Placement& at_first, const Placement& at_second, const Vec3& n) {
  const ShapePair which = shapes_of(model, pair);
  return -support(model.geometry, shape_at(model, which.first), at_first, -n, model.planar) -
         support(model.geometry, shape_at(model, which.second), at_second, n, model.planar);
}

double half_widths(const Model& model, int pair) {
  const ShapePair which = shapes_of(model, pair);
  return half_width(model.shapes[static_cast<std::size_t>(which.first)], model.planar) +
         half_width(model.shapes[static_cast<std::size_t>(which.second)], model.planar);
}

double least_half_width(const Model& model, int pair) {
  const ShapePair which = shapes_of(model, pair);
  double least = HUGE_VAL;
  for (const int shape : {which.first, which.second}) {
    const double own = half_width(model.shapes[static_cast<std::size_t>(shape)], model.planar);
    if (own > 0) least = std::min(least, own);
  }
  return least;
}

Overlap find_overlap(const Model& model, Span<const BodyPose> poses, const ListedContacts& listed, NearShapes& near) {
  Overlap overlap;
  near.follow(model, poses);
  const Span<const Placement> at = near.placements();
  near.for_each_pair(model, [&](int pair) {
    const ShapePair which = shapes_of(model, pair);
    const Shape& first = model.shapes[static_cast<std::size_t>(which.first)];
    const Shape& second = model.shapes[static_cast<std::size_t>(which.second)];
    if (far_apart(first, at[which.first], second, at[which.second], 0)) return;
    ContactPoint found[kMaxPointsPerPair];
    const int count = collide_pair(model, pair, at[which.first], at[which.second], 0, {found, kMaxPointsPerPair});
    double depth = 0;
    for (int k = 0; k < count; ++k) depth = std::max(depth, -found[k].gap);
    overlap.deepest = std::max(overlap.deepest, depth);
    if (depth > overlap.share * least_half_width(model, pair)) {
      overlap.share = depth / least_half_width(model, pair);
      overlap.worst_pair = pair;
    }
    const bool known = listing_of(pair, listed.contacts, listed.contacts.count) == PairListing::listed ||
                       listing_of(pair, listed.candidates, listed.candidates.count) == PairListing::listed;
    if (depth > kMissed && !known) ++overlap.misses;
  });
  return overlap;
}

double sensor_gap(const Model& model, const Sensor& sensor, NearShapes& near) {
  double gap = sensor.range;
  const Span<const Placement> at = near.placements();
  const auto look = [&](int pair) {
    const ShapePair which = shapes_of(model, pair);
    const Shape& first = model.shapes[static_cast<std::size_t>(which.first)];
    const Shape& second = model.shapes[static_cast<std::size_t>(which.second)];
    bool flipped = false;
    if (!concerns(sensor, first.body, second.body, flipped)) return;
    if (far_apart(first, at[which.first], second, at[which.second], gap)) return;
    ContactPoint found[kMaxPointsPerPair];
    const int count = collide_pair(model, pair, at[which.first], at[which.second], gap, {found, kMaxPointsPerPair});
    for (int k = 0; k < count; ++k) gap = std::min(gap, found[k].gap);
  };
  const auto own = std::lower_bound(model.shapes.begin(), model.shapes.end(), sensor.first,
                                    [](const Shape& shape, int body) { return shape.body < body; });
  for (auto shape = own; shape != model.shapes.end() && shape->body == sensor.first; ++shape) {
    near.for_each_pair_of(model, static_cast<int>(shape - model.shapes.begin()), gap, look);
  }
  return gap;
}

double gap_round_off(const ContactPoint& point, Span<const BodyPose> poses) {
  constexpr double kRoundOff = 8 * 2.220446049250313e-16;
  if (point.stop >= 0) return point.round_off;
  return kRoundOff * (point.p_first.cwiseAbs().maxCoeff() + poses[point.first_body].p.cwiseAbs().maxCoeff() +
                      point.p_second.cwiseAbs().maxCoeff() + poses[point.second_body].p.cwiseAbs().maxCoeff());
}

bool concerns(const Sensor& sensor, int first_body, int second_body, bool& flipped) {
  flipped = sensor.first != first_body;
  if (flipped && sensor.first != second_body) return false;
  return sensor.second == kAnything || sensor.second == (flipped ? first_body : second_body);
}

}  // namespace stickslip
