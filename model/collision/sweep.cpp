#include "model/collision/sweep.h"

#include <algorithm>
#include <cmath>

#include "model/collision/convex.h"

namespace stickslip {
namespace {

constexpr double kTouches = 1e-7;    // relative to the smaller shape: where two count as met
constexpr double kNear = 1e-2;       // likewise: what else touches where two meet
constexpr double kShort = 0.1;       // likewise: a way on which a contact's plane is off by its square only
constexpr double kLong = 0.5;        // likewise: a way after which the nearest points of now mean nothing
constexpr double kDeep = 4e-5;       // m, how far a contact may sink by turning before the step is solved again
constexpr double kDeepShare = 1e-2;  // likewise, relative to the smaller shape
constexpr double kSlight = 1e-9;     // m, deeper than this nothing sinks that does not turn
constexpr int kMostHalvings = 6;     // of the time at which an overlap is looked at
constexpr int kMostLooks = 64;       // of conservative advancement

// Of what has no width nothing is small.
double own_size(const Shape& shape, bool planar) {
  const double width = half_width(shape, planar);
  return width > 0 ? std::min(width, 1e300) : 1e300;
}

bool is_nearer(const ContactPoint& a, const ContactPoint& b) {
  return a.gap < b.gap;
}

bool is_carried(const ContactPoint& point) {
  return point.carried;
}

ContactPoint* find_id(std::uint64_t id, Span<ContactPoint> points) {
  ContactPoint* found =
      std::find_if(points.begin(), points.end(), [&](const ContactPoint& point) { return point.id == id; });
  return found == points.end() ? nullptr : found;
}

// Of points that are those of where a pair meets, the one that has become `found`, of another feature: the one that is
// not found any more, and is nearest to where that was.
ContactPoint* find_met(const ContactPoint& found, Span<const ContactPoint> all_found, Span<ContactPoint> points) {
  const auto way = [&](const ContactPoint& point) {
    return (point.p_first - found.p_first).squaredNorm() + (point.p_second - found.p_second).squaredNorm();
  };
  ContactPoint* met = nullptr;
  for (ContactPoint& point : points) {
    const bool is_there = std::any_of(all_found.begin(), all_found.end(),
                                      [&](const ContactPoint& other) { return other.id == point.id; });
    if (!point.carried || is_there) continue;
    if (met == nullptr || way(point) < way(*met)) met = &point;
  }
  return met;
}

// The shapes of a pair on their way.
class MovingPair {
 public:
  MovingPair(const Model& model, int pair, const Sweep& sweep)
      : model_(model),
        pair_(pair),
        sweep_(sweep),
        first_(shape_at(model, shapes_of(model, pair).first)),
        second_(shape_at(model, shapes_of(model, pair).second)) {
    const double of_first = spin(first_, second_);
    const double of_second = spin(second_, first_);
    spin_ = of_first + of_second;
    turning_ = turning(first_, of_first, second_) + turning(second_, of_second, first_);
    speed_ = (linear(first_) - linear(second_)).norm() + spin_;
    sheared_ = way() * sweep.h * ((of_first > 0 ? rate(first_) : 0.0) + (of_second > 0 ? rate(second_) : 0.0));
  }

  double size() const { return std::min(own_size(first_, model_.planar), own_size(second_, model_.planar)); }
  bool has_plane() const { return first_.type == ShapeType::plane || second_.type == ShapeType::plane; }
  double way() const { return speed_ * sweep_.h; }

  // Its points are those of where it meets.
  bool is_far() const { return way() > kLong * size(); }

  // What is found deepest at the end, with another name, is then what has met: convex shapes meet once.
  bool meets_once() const { return is_far() && !has_flats(); }

  // How much deeper than its gradient says a point may sink: by turning half the square of the angle times the radius,
  // and where the shapes move on by as much as their size anything.
  double most_sink() const {
    if (way() > kShort * size() || has_flats()) return way();
    return has_one_point() ? sweep_.h * spin_ : curved();
  }

  // How far a contact may sink before the step is solved again: by the second order of what turns.
  double deep() const { return std::min(slight(), std::max(kSlight, curved())); }

  // How far one may have sunk when the step is not solved again any more: what its length explains, also by what slides
  // along a side that turns, or nobody notices.
  double excused() const { return std::max(slight(), curved() + sheared_); }

  double parting_speed(const ContactPoint& point) const {
    const auto velocity = [&](int body, const Vec3& p) {
      return velocity_at(sweep_.velocity, sweep_.poses, body, p - sweep_.poses[body].p);
    };
    return point.normal.dot(velocity(point.first_body, point.p_first) - velocity(point.second_body, point.p_second));
  }

  int look(double time, double margin, Span<ContactPoint> found) const {
    return collide_pair(model_, pair_, at(first_, time), at(second_, time), margin, found);
  }

  // How long the shapes cannot meet from `time` on, by the nearest point: no point of one comes towards the other
  // faster than speed_, and none crosses the gap between their supports along n faster than the bodies approach along
  // it.
  double safe_time(double time, const ContactPoint& nearest) const {
    const Vec3& n = nearest.normal;
    const double slab = gap_along(model_, pair_, at(first_, time), at(second_, time), n);
    const double approach = spin_ - n.dot(linear(first_) - linear(second_));
    const double by_speed = speed_ > 0 ? nearest.gap / speed_ : 1e300;
    if (slab <= 0) return by_speed;
    return std::max(by_speed, approach > 0 ? slab / approach : 1e300);
  }

  // A point found at `time` as a contact of now: its normal and arms are those of `time`, where the bodies do meet, and
  // the gap is what the plane through them leaves now.
  ContactPoint carried_back(ContactPoint point, double time) const {
    take_back(time, point);
    point.lead = std::max(0.0, point.gap - time * parting_speed(point));
    point.gap = 0;
    point.carried = true;
    return point;
  }

  // By how much less than `gap` the gradient of a point says of its gap at `time`; negative where it sinks.
  double sinks(double gap, double time, const ContactPoint& point) const {
    return gap - (point.gap + point.lead + time * parting_speed(point));
  }

  // The contact of now that says of the way to `time` what the gap has become, with the normal that it has then. It
  // acts at the place in its plane where the speed is the mean of the way: a speed that held it up from where it is now
  // would do work, energy from nothing. Both forces keep to one line.
  ContactPoint mean(ContactPoint point, const Vec3& normal, double gap, double time) const {
    point.normal = normal;
    point.carried = true;
    point.lead = 0;
    point.p_first = point.p_second = 0.5 * (point.p_first + point.p_second);
    const Vec3 lever = normal.cross(turning(point.first_body) - turning(point.second_body));
    const double rate = lever.norm();
    if (rate == 0) return point;
    const double far = sinks(gap, time, point) / (time * rate);
    point.p_first += std::max(-way(), std::min(far, way())) / rate * lever;
    point.p_second = point.p_first;
    return point;
  }

  // What a point found at `time` makes of its contact. One that was led already goes half-way to how it meets then,
  // which settles what would swing; a gap that this leaves now may be used up.
  ContactPoint led(ContactPoint point, ContactPoint then, double time) const {
    if (!point.carried) return mean(point, then.normal, then.gap, time);
    take_back(time, then);
    ContactPoint half = point;
    half.normal = (point.normal + then.normal).normalized();
    half.p_first = 0.5 * (point.p_first + then.p_first);
    half.p_second = 0.5 * (point.p_second + then.p_second);
    half.lead = 0;
    half.lead = sinks(then.gap, time, half);
    return half.lead >= 0 ? half : mean(point, half.normal, then.gap, time);
  }

 private:
  // Of what is round the nearest point is listed, and of hulls against all but planes: it may be another one next.
  bool has_one_point() const {
    const auto is = [&](ShapeType type) { return first_.type == type || second_.type == type; };
    return is(ShapeType::cylinder) || is(ShapeType::ellipsoid) || (is(ShapeType::hull) && !has_plane());
  }

  // What slides over a mesh comes from one flat to the next.
  bool has_flats() const { return first_.type == ShapeType::mesh || second_.type == ShapeType::mesh; }

  double slight() const { return std::min(kDeep, kDeepShare * size()); }

  // By how much what turns leaves its tangents.
  double curved() const { return 0.5 * sweep_.h * sweep_.h * turning_; }

  // Moves the point's arms from where the bodies are at `time` to where they are now.
  void take_back(double time, ContactPoint& point) const {
    const auto way = [&](int body) { return Vec3(time * get3(&sweep_.velocity[6 * body])); };
    point.p_first -= way(point.first_body);
    point.p_second -= way(point.second_body);
  }

  // A side that turns against what is round comes towards its middle, not to where it touches.
  double turning(const Shape& shape, double spin, const Shape& other) const {
    const double rate = this->rate(shape);
    return spin > 0 ? rate * (spin + rate * rounding(other)) : 0.0;
  }

  Vec3 turning(int body) const { return sweep_.poses[body].R * get3(&sweep_.velocity[6 * body + 3]); }

  Vec3 linear(const Shape& shape) const { return get3(&sweep_.velocity[6 * shape.body]); }

  double rate(const Shape& shape) const { return get3(&sweep_.velocity[6 * shape.body + 3]).norm(); }

  // How fast turning moves a point of the shape, or of the part of an endless plane that the other can meet. What is
  // round about its middle turns in itself.
  double spin(const Shape& shape, const Shape& other) const {
    const double rate = this->rate(shape);
    if (rate == 0) return 0;
    const BodyPose& body = sweep_.poses[shape.body];
    const double radius = shape.type == ShapeType::sphere ? 0.0 : bounding_radius(shape);
    if (!std::isinf(radius)) return rate * (radius + shape.p_IS.norm());
    const double way = sweep_.h * (linear(shape) - linear(other)).norm();
    return rate * ((sweep_.poses[other.body].p - body.p).norm() + other.p_IS.norm() + bounding_radius(other) + way);
  }

  BodyPose pose(int body, double time) const {
    BodyPose moved = sweep_.poses[body];
    const double* v = &sweep_.velocity[6 * body];
    moved.p += time * get3(v);
    const Vec3 turn = time * get3(v + 3);
    if (turn.squaredNorm() > 0) moved.R = moved.R * exponential_map(turn).toRotationMatrix();
    return moved;
  }

  Placement at(const Shape& shape, double time) const {
    const BodyPose body = pose(shape.body, time);
    return {body.p + body.R * shape.p_IS, body.R * shape.q_IS.toRotationMatrix()};
  }

  const Model& model_;
  int pair_;
  const Sweep& sweep_;
  const Shape& first_;
  const Shape& second_;
  double spin_ = 0;     // m/s, by turning
  double turning_ = 0;  // m/s^2, by which turning bends how a gap changes
  double sheared_ = 0;  // m
  double speed_ = 0;    // m/s, of any point of one against any of the other, at most
};

double meeting_time(const MovingPair& moving, double h) {
  const double touching = kTouches * moving.size();
  double time = 0;
  for (int k = 0; k < kMostLooks; ++k) {
    const double margin = touching + moving.way() * (h - time) / h;
    ContactPoint found[kMaxPointsPerPair];
    const int count = moving.look(time, margin, {found, kMaxPointsPerPair});
    if (count == 0) return -1;
    const ContactPoint* nearest = std::min_element(found, found + count, is_nearer);
    if (nearest->gap <= touching) return time;
    time += moving.safe_time(time, *nearest);
    if (time > h) return -1;
  }
  return time;
}

// Points of a pair that overlap at some time.
struct Overlapping {
  ContactPoint found[kMaxPointsPerPair];
  int count = 0;
  double time = 0;

  void look(const MovingPair& moving, double at_time) {
    time = at_time;
    count = moving.look(time, 0, {found, kMaxPointsPerPair});
  }
  double deepest() const { return count == 0 ? 0.0 : std::min_element(found, found + count, is_nearer)->gap; }
};

// Those of the end of the step; or of before, where they are so deep then that their normals may lead out of the wrong
// side, or where shapes that move further than their size may be through.
Overlapping overlapping(const MovingPair& moving, double h, double deep) {
  const double size = kLong * moving.size();
  Overlapping points;
  for (int k = 0; k <= kMostHalvings; ++k) {
    Overlapping now;
    now.look(moving, h / (1 << k));
    const bool overlaps = now.deepest() <= -deep;
    if (overlaps) points = now;
    if (overlaps ? now.deepest() >= -size : points.count > 0 || moving.way() <= size) break;
  }
  return points;
}

// Of those that are not listed.
const ContactPoint* deepest_unknown(const Overlapping& points, Span<ContactPoint> listed) {
  const ContactPoint* deepest = nullptr;
  for (const ContactPoint& found : Span<const ContactPoint>(points.found, points.count)) {
    if (find_id(found.id, listed) != nullptr) continue;
    if (deepest == nullptr || is_nearer(found, *deepest)) deepest = &found;
  }
  return deepest;
}

bool has_room(int points, const ContactSet& contacts) {
  return points <= contacts.room();
}

// The points of a pair that meets at `time`.
int points_of(const MovingPair& moving, double time, Span<ContactPoint> found) {
  if (!moving.is_far()) return moving.look(0, moving.way() + kTouches * moving.size(), found);
  const int count = moving.look(time, kNear * moving.size(), found);
  for (int k = 0; k < count; ++k) found[k] = moving.carried_back(found[k], time);
  return count;
}

// Visits the points of listed pairs that the sweep sinks deeper than their gradients say, with the contact that is to
// hold them up, if there is one.
template <class Visit>
void for_each_sinking(const Model& model, const Sweep& sweep, const ContactSet& contacts, Visit&& visit) {
  const int listed = contacts.count - contacts.stops;  // these come last
  for (int c = 0; c < listed;) {
    const int pair = contacts.storage[c].pair;
    const int begin = c;
    while (c < listed && contacts.storage[c].pair == pair) ++c;
    const MovingPair moving(model, pair, sweep);
    const double deep = moving.deep();
    const Span<ContactPoint> known_points = {contacts.storage.data() + begin, c - begin};
    // A gradient of another way, which was not taken, says little of this one.
    const bool was_led = std::any_of(known_points.begin(), known_points.end(), is_carried);
    if (!was_led && moving.most_sink() <= deep) continue;
    const Overlapping points = overlapping(moving, sweep.h, deep);
    const ContactPoint* newest = moving.meets_once() ? deepest_unknown(points, known_points) : nullptr;
    for (int k = 0; k < points.count; ++k) {
      const ContactPoint& found = points.found[k];
      if (found.gap > -deep) continue;
      ContactPoint* known = find_id(found.id, known_points);
      if (&found == newest) {
        known = find_met(moving.carried_back(found, points.time), {points.found, points.count}, known_points);
      }
      if (known != nullptr && moving.sinks(found.gap, points.time, *known) > -deep) continue;
      visit(moving, points.time, found, known);
    }
  }
}

}  // namespace

int keep_meeting_points(const Model& model, const State& state, int pair, bool flagged, const Sweep& sweep,
                        Span<ContactPoint> found, int count) {
  const ContactPoint* nearest = std::min_element(found.begin(), found.begin() + count, is_nearer);
  if (flagged || nearest->gap <= 0) return count;
  const MovingPair moving(model, pair, sweep);
  if (moving.has_plane()) return count;
  if (moving.way() <= kShort * moving.size()) return count;
  if (!moving.is_far() && was_loaded(state, pair)) return count;
  const double time = meeting_time(moving, sweep.h);
  if (time < 0) return 0;
  return moving.is_far() ? points_of(moving, time, found) : count;
}

int mend_sinking_points(const Model& model, const Sweep& sweep, bool swings, ContactSet& contacts) {
  int sinking = 0;
  bool added = false;
  for_each_sinking(model, sweep, contacts,
                   [&](const MovingPair& moving, double time, const ContactPoint& found, ContactPoint* known) {
                     if (known != nullptr && !(swings && known->carried)) {
                       *known = moving.led(*known, found, time);
                       ++sinking;
                     } else if (has_room(1, contacts)) {
                       keep(moving.carried_back(found, time), contacts);
                       added = true;
                       ++sinking;
                     }
                   });
  if (added) sort_contacts(contacts);
  return sinking;
}

int count_sinking_points(const Model& model, const Sweep& sweep, const ContactSet& contacts) {
  int sinking = 0;
  for_each_sinking(model, sweep, contacts,
                   [&](const MovingPair& moving, double time, const ContactPoint& found, const ContactPoint* known) {
                     const double sinks = known == nullptr ? found.gap : moving.sinks(found.gap, time, *known);
                     if (sinks < -moving.excused()) ++sinking;
                   });
  return sinking;
}

namespace {

// Whether two bodies come further towards each other than what was listed for them.
bool outrun(const Sweep& sweep, const Reach& reach, int a, int b) {
  const auto turns = [&](int body) {
    return sweep.h * get3(&sweep.velocity[6 * body + 3]).norm() > 2 * reach.turn[body];
  };
  const Vec3 speed = get3(&sweep.velocity[6 * a]) - get3(&sweep.velocity[6 * b]);
  return sweep.h * speed.norm() > 2 * approach(reach, a, b) + kListingSlop || turns(a) || turns(b);
}

// Visits every pair that is not listed and meets in the sweep, with the points where it does.
template <class Visit>
void for_each_missed(const Model& model, const Sweep& sweep, const Reach& reach, const ContactSet& contacts,
                     NearShapes& near, Visit&& visit) {
  const int listed = contacts.count;  // what is found is added after these
  near.widen(model, sweep);
  near.for_each_pair(model, [&](int pair) {
    const ShapePair which = shapes_of(model, pair);
    const PairListing listing = listing_of(pair, contacts, listed);
    if (listing == PairListing::listed) return;
    const bool in_reach = listing == PairListing::passing ||
                          outrun(sweep, reach, shape_at(model, which.first).body, shape_at(model, which.second).body);
    if (!in_reach) return;
    const MovingPair moving(model, pair, sweep);
    const double time = meeting_time(moving, sweep.h);
    if (time < 0) return;
    ContactPoint found[kMaxPointsPerPair];
    const int count = points_of(moving, time, {found, kMaxPointsPerPair});
    if (count > 0) visit(Span<const ContactPoint>(found, count));
  });
}

}  // namespace

int add_missed_features(const Model& model, const Sweep& sweep, const Reach& reach, ContactSet& contacts) {
  int added = 0;
  const int listed = contacts.count - contacts.stops;  // these come last
  for (int c = 0; c < listed;) {
    const ContactPoint& one = contacts.storage[c];
    const int begin = c;
    while (c < listed && contacts.storage[c].pair == one.pair) ++c;
    if (!outrun(sweep, reach, one.first_body, one.second_body)) continue;
    const MovingPair moving(model, one.pair, sweep);
    if (moving.is_far()) continue;
    ContactPoint found[kMaxPointsPerPair];
    const int count = moving.look(0, moving.way(), {found, kMaxPointsPerPair});
    for (int k = 0; k < count; ++k) {
      const bool crosses = found[k].gap + sweep.h * moving.parting_speed(found[k]) < -kSlight;
      const bool known = find_id(found[k].id, {contacts.storage.data() + begin, c - begin}) != nullptr;
      if (!crosses || known || !has_room(1, contacts)) continue;
      keep(found[k], contacts);
      ++added;
    }
  }
  if (added > 0) sort_contacts(contacts);
  return added;
}

int count_missed_pairs(const Model& model, const Sweep& sweep, const Reach& reach, const ContactSet& contacts,
                       NearShapes& near) {
  int missed = 0;
  for_each_missed(model, sweep, reach, contacts, near, [&](Span<const ContactPoint> /*points*/) { ++missed; });
  return missed;
}

int add_missed_pairs(const Model& model, const Sweep& sweep, const Reach& reach, ContactSet& contacts,
                     NearShapes& near) {
  int added = 0;
  for_each_missed(model, sweep, reach, contacts, near, [&](Span<const ContactPoint> points) {
    if (!has_room(points.size(), contacts)) {
      contacts.overflow += points.size();
      return;
    }
    for (const ContactPoint& point : points) keep(point, contacts);
    ++added;
  });
  if (added > 0) sort_contacts(contacts);
  return added;
}

}  // namespace stickslip
