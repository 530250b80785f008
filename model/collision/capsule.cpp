#include "model/collision/manifold.h"
#include "model/math/arithmetic.h"

/// Capsules against planes, spheres and each other. A capsule is a segment with a radius: each end is a sphere, whose
/// distance to another capsule is exact, so segments side by side are held by the ends of their overlap.
namespace stickslip {

namespace {

// Features: ends are 0, 1 (first) and 2, 3 (second).
constexpr int kInterior = 4;  // both places inside the segments
constexpr int kEndToEnd = 5;  // + 2 * end of the first + end of the second

/// A unit vector square to the segment, on the side of `towards` where that has one.
Vec3 square_to(const Segment& segment, const Vec3& towards, bool planar) {
  const Vec3 d = segment.d;
  if (planar) {
    const Vec3 across(-d.y(), d.x(), 0);
    return across.dot(towards) < 0 ? Vec3(-across) : across;
  }
  Vec3 across = towards - towards.dot(d) * d;
  if (across.squaredNorm() <= 1e-20 * towards.squaredNorm()) {
    int least = 0;
    for (int i = 1; i < 3; ++i) {
      if (std::fabs(d[i]) < std::fabs(d[least]) - 1e-9) least = i;
    }
    across = Vec3::Unit(least) - d[least] * d;
  }
  return across / root(across.squaredNorm());
}

struct Candidate {
  int feature = kInterior;
  Vec3 normal = Vec3::Zero();
  Vec3 p_a = Vec3::Zero();  // on the segments
  Vec3 p_b = Vec3::Zero();
  double distance = 0;
};

/// Two capsules and the points found so far.
struct Encounter {
  Segment a;
  Segment b;
  double size;
  bool planar;
  Candidate found[6];
  int count = 0;
  double least = 1e300;
};

Candidate between(const Encounter& e, int feature, double on_a, double on_b) {
  Candidate c;
  c.feature = feature;
  c.p_a = e.a.at(on_a);
  c.p_b = e.b.at(on_b);
  const Vec3 way = c.p_a - c.p_b;
  c.distance = root(way.squaredNorm());
  if (c.distance > 1e-14 * e.size) {
    c.normal = way / c.distance;
  } else {
    c.distance = 0;
    c.normal = square_to(feature < 2 || feature >= kEndToEnd ? e.b : e.a, e.a.p - e.b.p, e.planar);
    c.p_b = c.p_a;
  }
  return c;
}

void keep(Encounter& e, const Candidate& c) {
  for (int i = 0; i < e.count; ++i) {
    if ((e.found[i].p_a - c.p_a).squaredNorm() <= 1e-12 * e.size * e.size) return;
  }
  e.found[e.count++] = c;
  e.least = std::min(e.least, c.distance);
}

/// An end of one segment against the other. Beside the other's straight part it counts unless it points well away;
/// beyond the other's end only when the two ends are the closest places of all.
void add_end(Encounter& e, bool end_of_a, double side) {
  const Segment& mine = end_of_a ? e.a : e.b;
  const Segment& other = end_of_a ? e.b : e.a;
  const double on_mine = side * mine.half;
  const double foot = other.along(mine.at(on_mine));
  const double on_other = other.clamped(foot);
  const bool beyond = std::fabs(foot - on_other) > 1e-6 * e.size;
  const bool end_to_end = std::fabs(foot) >= other.half - 1e-6 * e.size;
  if (end_to_end && !end_of_a) return;
  const int own_end = side > 0 ? 1 : 0;
  const int feature = end_to_end ? kEndToEnd + 2 * own_end + (foot > 0 ? 1 : 0) : (end_of_a ? 0 : 2) + own_end;
  const Candidate c = end_of_a ? between(e, feature, on_mine, on_other) : between(e, feature, on_other, on_mine);
  const Vec3 towards_other = end_of_a ? Vec3(-c.normal) : c.normal;
  const double outwards = side * towards_other.dot(mine.d);
  if (outwards < (beyond ? -1e-9 : -0.5)) return;
  if (beyond && -sign_of(foot) * towards_other.dot(other.d) < -1e-9) return;
  keep(e, c);
}

/// Closest places inside both segments; nearly parallel segments are held by their ends.
void add_interior(Encounter& e) {
  const Vec3 common = e.a.d.cross(e.b.d);
  const double sine2 = common.squaredNorm();
  if (sine2 < 1e-8 || e.planar) return;
  const Vec3 r = e.b.p - e.a.p;
  const double c = e.a.d.dot(e.b.d);
  const double on_a = (r.dot(e.a.d) - c * r.dot(e.b.d)) / sine2;
  const double on_b = (c * r.dot(e.a.d) - r.dot(e.b.d)) / sine2;
  if (std::fabs(on_a) > e.a.half || std::fabs(on_b) > e.b.half) return;
  Candidate q;
  q.normal = common * (-sign_of(r.dot(common)) / root(sine2));
  q.distance = -r.dot(q.normal);
  q.p_a = e.a.at(on_a);
  q.p_b = e.b.at(on_b);
  if (q.distance < e.least - 1e-9 * e.size) keep(e, q);
}

double height_over(const Segment& line, const Vec3& p) {
  return line.d.x() * (p - line.p).y() - line.d.y() * (p - line.p).x();
}

/// Segments that cross in the plane: out the shortest way, on which one end comes to lie on the other segment.
bool add_planar_crossing(Encounter& e) {
  const double heights[4] = {height_over(e.b, e.a.at(-e.a.half)), height_over(e.b, e.a.at(e.a.half)),
                             height_over(e.a, e.b.at(-e.b.half)), height_over(e.a, e.b.at(e.b.half))};
  if (heights[0] * heights[1] >= 0 || heights[2] * heights[3] >= 0) return false;
  int best = 0;
  for (int i = 1; i < 4; ++i) {
    if (std::fabs(heights[i]) < std::fabs(heights[best]) - 1e-9 * e.size) best = i;
  }
  const bool end_of_a = best < 2;
  const Segment& mine = end_of_a ? e.a : e.b;
  const Segment& other = end_of_a ? e.b : e.a;
  Candidate c;
  c.feature = best;
  // The end at this height leaves across the other segment, to the side where its segment's other end is.
  const Vec3 out = Vec3(-other.d.y(), other.d.x(), 0) * -sign_of(heights[best]);
  c.distance = -std::fabs(heights[best]);
  const Vec3 end = mine.at((best & 1) != 0 ? mine.half : -mine.half);
  const Vec3 foot = end - c.distance * out;
  c.normal = end_of_a ? out : Vec3(-out);
  c.p_a = end_of_a ? end : foot;
  c.p_b = end_of_a ? foot : end;
  keep(e, c);
  return true;
}

}  // namespace

Segment axis_of(const Shape& capsule, const Placement& at, bool planar) {
  return {at.p, planar ? Vec3(at.R.col(0)) : Vec3(at.R.col(2)), capsule.half_length};
}

void capsule_plane(const Shape& capsule, const Placement& at_capsule, const Placement& at_plane, bool planar,
                   PointSink& sink) {
  const Segment axis = axis_of(capsule, at_capsule, planar);
  const Vec3 normal = plane_normal(at_plane, planar);
  const double height = normal.dot(axis.p - at_plane.p);
  const double rise = snap_cosine(normal.dot(axis.d)) * axis.half;
  const int ends = axis.half > 0 ? 2 : 1;
  for (int end = 0; end < ends; ++end) {
    const double side = end == 0 ? -1 : 1;
    const double gap = height + side * rise - capsule.radius;
    const Vec3 p = axis.at(side * axis.half) - capsule.radius * normal;
    sink.add(end, normal, p, p - gap * normal, gap);
  }
}

void sphere_capsule(const Shape& sphere, const Placement& at_sphere, const Shape& capsule, const Placement& at_capsule,
                    bool planar, PointSink& sink) {
  const Segment axis = axis_of(capsule, at_capsule, planar);
  const Vec3 foot = axis.at(axis.clamped(axis.along(at_sphere.p)));
  const Vec3 way = at_sphere.p - foot;
  const double distance = root(way.squaredNorm());
  Vec3 normal = at_capsule.R.col(planar ? 1 : 0);
  if (distance > 1e-100) normal = way / distance;
  const double r = sphere_radius(sphere);
  sink.add(0, normal, at_sphere.p - r * normal, foot + capsule.radius * normal, distance - (r + capsule.radius));
}

void capsule_capsule(const Shape& a, const Placement& at_a, const Shape& b, const Placement& at_b, bool planar,
                     PointSink& sink) {
  Encounter e;
  e.a = axis_of(a, at_a, planar);
  e.b = axis_of(b, at_b, planar);
  e.size = e.a.half + e.b.half + a.radius + b.radius;
  e.planar = planar;
  if (!planar || !add_planar_crossing(e)) {
    add_end(e, true, -1);
    add_end(e, true, 1);
    add_end(e, false, -1);
    add_end(e, false, 1);
    add_interior(e);
  }
  if (e.count == 0) {
    const SegmentPlaces places = closest_places(e.a, e.b);
    keep(e, between(e, kInterior, places.first, places.second));
  }
  const Candidate& closest = *std::min_element(
      e.found, e.found + e.count, [](const Candidate& x, const Candidate& y) { return x.distance < y.distance; });
  for (int i = 0; i < e.count; ++i) {
    Candidate& c = e.found[i];
    if (&c != &closest) c.distance = lay_flat(c.p_a - c.p_b, closest.normal, sink.flat(), c.distance, c.normal);
    sink.add(c.feature, c.normal, c.p_a - a.radius * c.normal, c.p_b + b.radius * c.normal,
             c.distance - (a.radius + b.radius));
  }
}

}  // namespace stickslip
