#include "model/collision/active_set.h"

#include <algorithm>
#include <cmath>

#include "model/collision/sweep.h"
#include "model/math/elementary.h"

namespace stickslip {
namespace {

constexpr double kSlop = 1e-5;  // m, listed beyond the reach; costs rows, never accuracy
constexpr double kPi = 3.14159265358979323846;
constexpr double kMissed = 1e-9;  // m, an unlisted overlap below this is round-off

Placement place(const Shape& shape, Span<const BodyPose> poses) {
  const BodyPose& body = poses[shape.body];
  return {body.p + body.R * shape.p_IS, body.R * shape.q_IS.toRotationMatrix()};
}

// How far any point of the shape, or of the part of an endless plane that the other shape can meet, may move.
double shape_reach(const Shape& shape, const Placement& at, const BodyPose& body, const Reach& reach,
                   const Shape& other, const Placement& at_other) {
  double radius = bounding_radius(shape);
  radius = std::isinf(radius) ? (at_other.p - body.p).norm() + bounding_radius(other) : radius + (at.p - body.p).norm();
  const double turn = std::min(kPi, reach.turn[shape.body]);
  return reach.linear[shape.body] + (turn > 0 ? 2 * radius * sine(0.5 * turn) : 0.0);
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

}  // namespace

bool is_flagged(const State& state, int pair) {
  for (int k = 0; k < state.header->flagged_count; ++k) {
    if (static_cast<int>(state.flagged[k].id >> kFeatureBits) == pair) return true;
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
  const ShapePair& which = model.pairs[static_cast<std::size_t>(pair)];
  const Shape& first = model.shapes[static_cast<std::size_t>(which.first)];
  const Shape& second = model.shapes[static_cast<std::size_t>(which.second)];
  const int count = collide_shapes(model.geometry, first, at_first, second, at_second, model.planar, margin, found);
  for (int k = 0; k < count; ++k) {
    found[k].id |= static_cast<std::uint64_t>(pair) << kFeatureBits;
    found[k].pair = pair;
    found[k].stop = -1;
    found[k].sink = 0;
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
    reach.linear[b] = h * get3(v).norm() + h * h * acceleration.norm();
    reach.turn[b] = h * get3(v + 3).norm() + h * h * turning.norm();
  }
}

void find_contacts(const Model& model, const State& state, Span<const BodyPose> poses, const Reach& reach,
                   const Sweep* sweep, ContactSet& contacts) {
  contacts.count = 0;
  contacts.stops = 0;
  contacts.overflow = 0;
  std::fill(contacts.pair_listed.begin(), contacts.pair_listed.end(), static_cast<unsigned char>(kOutOfReach));
  for (int pair = 0; pair < static_cast<int>(model.pairs.size()); ++pair) {
    const ShapePair& which = model.pairs[static_cast<std::size_t>(pair)];
    const Shape& first = model.shapes[static_cast<std::size_t>(which.first)];
    const Shape& second = model.shapes[static_cast<std::size_t>(which.second)];
    const Placement at_first = place(first, poses);
    const Placement at_second = place(second, poses);
    double margin = 2 * (shape_reach(first, at_first, poses[first.body], reach, second, at_second) +
                         shape_reach(second, at_second, poses[second.body], reach, first, at_first)) +
                    kSlop;
    const bool flagged = is_flagged(state, pair);
    if (flagged) margin *= 2;  // the rebound that is due must not be lost
    if (far_apart(first, at_first, second, at_second, margin)) continue;
    ContactPoint found[kMaxPointsPerPair];
    const Span<ContactPoint> points = {found, kMaxPointsPerPair};
    const int near = collide_pair(model, pair, at_first, at_second, margin, points);
    if (near == 0) continue;
    const int count = sweep == nullptr ? near : keep_meeting_points(model, pair, flagged, *sweep, points, near);
    for (int k = 0; k < count; ++k) keep(found[k], contacts);
    contacts.pair_listed[pair] = count > 0 ? kListed : kPassing;
  }
  sort_contacts(contacts);
}

void sort_contacts(ContactSet& contacts) {
  std::sort(contacts.storage.begin(), contacts.storage.begin() + contacts.count, comes_before);
}

int find_points(const Model& model, int pair, Span<const BodyPose> poses, double margin, Span<ContactPoint> found) {
  const ShapePair& which = model.pairs[static_cast<std::size_t>(pair)];
  const Shape& first = model.shapes[static_cast<std::size_t>(which.first)];
  const Shape& second = model.shapes[static_cast<std::size_t>(which.second)];
  return collide_pair(model, pair, place(first, poses), place(second, poses), margin, found);
}

double closing_reach(const Model& model, int pair, Span<const BodyPose> poses, const Reach& reach) {
  const ShapePair& which = model.pairs[static_cast<std::size_t>(pair)];
  const Shape& first = model.shapes[static_cast<std::size_t>(which.first)];
  const Shape& second = model.shapes[static_cast<std::size_t>(which.second)];
  const Placement at_first = place(first, poses);
  const Placement at_second = place(second, poses);
  const double sum = shape_reach(first, at_first, poses[first.body], reach, second, at_second) +
                     shape_reach(second, at_second, poses[second.body], reach, first, at_first);
  return far_apart(first, at_first, second, at_second, sum) ? -1.0 : sum;
}

double half_widths(const Model& model, int pair) {
  const ShapePair& which = model.pairs[static_cast<std::size_t>(pair)];
  return half_width(model.shapes[static_cast<std::size_t>(which.first)], model.planar) +
         half_width(model.shapes[static_cast<std::size_t>(which.second)], model.planar);
}

double least_half_width(const Model& model, int pair) {
  const ShapePair& which = model.pairs[static_cast<std::size_t>(pair)];
  double least = HUGE_VAL;
  for (const int shape : {which.first, which.second}) {
    const double own = half_width(model.shapes[static_cast<std::size_t>(shape)], model.planar);
    if (own > 0) least = std::min(least, own);
  }
  return least;
}

Overlap find_overlap(const Model& model, Span<const BodyPose> poses, const ContactSet& contacts) {
  Overlap overlap;
  for (int pair = 0; pair < static_cast<int>(model.pairs.size()); ++pair) {
    const ShapePair& which = model.pairs[static_cast<std::size_t>(pair)];
    const Shape& first = model.shapes[static_cast<std::size_t>(which.first)];
    const Shape& second = model.shapes[static_cast<std::size_t>(which.second)];
    const Placement at_first = place(first, poses);
    const Placement at_second = place(second, poses);
    if (far_apart(first, at_first, second, at_second, 0)) continue;
    ContactPoint found[kMaxPointsPerPair];
    const int count = collide_pair(model, pair, at_first, at_second, 0, {found, kMaxPointsPerPair});
    double depth = 0;
    for (int k = 0; k < count; ++k) depth = std::max(depth, -found[k].gap);
    overlap.deepest = std::max(overlap.deepest, depth);
    if (depth > overlap.share * least_half_width(model, pair)) {
      overlap.share = depth / least_half_width(model, pair);
      overlap.worst_pair = pair;
    }
    if (depth > kMissed && contacts.pair_listed[pair] != kListed) ++overlap.misses;
  }
  return overlap;
}

double sensor_gap(const Model& model, const Sensor& sensor, Span<const BodyPose> poses) {
  double gap = sensor.range;
  for (int pair = 0; pair < static_cast<int>(model.pairs.size()); ++pair) {
    const ShapePair& which = model.pairs[static_cast<std::size_t>(pair)];
    const Shape& first = model.shapes[static_cast<std::size_t>(which.first)];
    const Shape& second = model.shapes[static_cast<std::size_t>(which.second)];
    bool flipped = false;
    if (!concerns(sensor, first.body, second.body, flipped)) continue;
    const Placement at_first = place(first, poses);
    const Placement at_second = place(second, poses);
    if (far_apart(first, at_first, second, at_second, gap)) continue;
    ContactPoint found[kMaxPointsPerPair];
    const int count = collide_pair(model, pair, at_first, at_second, gap, {found, kMaxPointsPerPair});
    for (int k = 0; k < count; ++k) gap = std::min(gap, found[k].gap);
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
