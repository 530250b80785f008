#include "model/collision/nearest.h"

#include <algorithm>
#include <cmath>

#include "model/math/arithmetic.h"

namespace stickslip {
namespace {

constexpr int kMostWalk = 64;
constexpr double kRelative = 2e-15;  // what a further point may gain and still be round-off
constexpr double kTouching = 1e-14;  // relative to what the points are away from the origin

struct SimplexPoint {
  Vec3 w;  // a - b
  Vec3 a;
  Vec3 b;
};

struct Simplex {
  SimplexPoint points[4];
  double weights[4] = {1, 0, 0, 0};
  int count = 0;
};

// A part of the simplex and its point nearest to the origin.
struct Part {
  int count = 0;
  int members[4];
  double weights[4];
  Vec3 nearest = Vec3::Zero();
  double square = 1e300;
};

void take(const Part& part, Part& best) {
  if (part.square < best.square) best = part;
}

void try_corner(const Simplex& s, int i, Part& best) {
  const Vec3& p = s.points[i].w;
  take({1, {i, 0, 0, 0}, {1, 0, 0, 0}, p, p.squaredNorm()}, best);
}

void try_edge(const Simplex& s, int i, int j, Part& best) {
  const Vec3& p = s.points[i].w;
  const Vec3 d = s.points[j].w - p;
  const double square = d.squaredNorm();
  const double along = -p.dot(d);
  if (!(along > 0 && along < square)) return;
  const double t = along / square;
  const Vec3 nearest = p + t * d;
  take({2, {i, j, 0, 0}, {1 - t, t, 0, 0}, nearest, nearest.squaredNorm()}, best);
}

void try_triangle(const Simplex& s, int i, int j, int k, Part& best) {
  const Vec3& a = s.points[i].w;
  const Vec3& b = s.points[j].w;
  const Vec3& c = s.points[k].w;
  const Vec3 normal = (b - a).cross(c - a);
  const double square = normal.squaredNorm();
  if (!(square > 0)) return;
  const double on_a = b.cross(c).dot(normal);
  const double on_b = c.cross(a).dot(normal);
  const double on_c = a.cross(b).dot(normal);
  if (!(on_a > 0 && on_b > 0 && on_c > 0)) return;
  const double sum = on_a + on_b + on_c;
  const Vec3 nearest = normal * (a.dot(normal) / square);
  take({3, {i, j, k, 0}, {on_a / sum, on_b / sum, on_c / sum, 0}, nearest, nearest.squaredNorm()}, best);
}

// Whether the origin lies inside of four points, on the inner side of every face.
bool holds_origin(const Simplex& s) {
  for (int k = 0; k < 4; ++k) {
    const Vec3& a = s.points[(k + 1) % 4].w;
    const Vec3 normal = (s.points[(k + 2) % 4].w - a).cross(s.points[(k + 3) % 4].w - a);
    const double of_origin = -a.dot(normal);
    const double of_corner = (s.points[k].w - a).dot(normal);
    if (!(of_origin * of_corner > 0)) return false;
  }
  return true;
}

// Parts without the newest point have been judged before.
Part nearest_part(const Simplex& s) {
  const int newest = s.count - 1;
  Part best;
  try_corner(s, newest, best);
  for (int i = 0; i < newest; ++i) try_edge(s, i, newest, best);
  for (int i = 0; i < newest; ++i) {
    for (int j = i + 1; j < newest; ++j) try_triangle(s, i, j, newest, best);
  }
  return best;
}

void reduce(const Part& part, Simplex& s) {
  Simplex smaller;
  smaller.count = part.count;
  for (int k = 0; k < part.count; ++k) {
    smaller.points[k] = s.points[part.members[k]];
    smaller.weights[k] = part.weights[k];
  }
  s = smaller;
}

SimplexPoint farthest_difference(const Convex& a, const Convex& b, const Look& look, const Vec3& direction) {
  const auto seen = [&](const Convex& convex, const Vec3& d) {
    const Vec3 p = farthest(convex, d);
    return look.share == 1 ? p : Vec3(convex.p + look.share * (p - convex.p));
  };
  SimplexPoint point;
  point.a = seen(a, direction) + look.shift;
  point.b = seen(b, -direction);
  point.w = point.a - point.b;
  return point;
}

bool is_known(const Simplex& s, const SimplexPoint& point) {
  for (int k = 0; k < s.count; ++k) {
    if (s.points[k].w == point.w) return true;
  }
  return false;
}

Nearest finished(const Simplex& s, const Vec3& way, bool apart) {
  Nearest nearest;
  nearest.apart = apart;
  nearest.way = way;
  nearest.distance = root(way.squaredNorm());
  nearest.count = std::min(s.count, 3);
  for (int k = 0; k < nearest.count; ++k) {
    nearest.corners_a[k] = s.points[k].a;
    nearest.corners_b[k] = s.points[k].b;
    nearest.p_a += s.weights[k] * s.points[k].a;
    nearest.p_b += s.weights[k] * s.points[k].b;
  }
  return nearest;
}

}  // namespace

Nearest nearest_points(const Convex& a, const Convex& b, const Look& look, const Vec3& start) {
  Simplex s;
  s.points[0] = farthest_difference(a, b, look, -start);
  s.count = 1;
  Vec3 way = s.points[0].w;
  double scale = way.norm();
  bool separated = false;  // some plane has been seen between the cores: four points around the origin are round-off
  for (int step = 0; step < kMostWalk; ++step) {
    const double square = way.squaredNorm();
    if (!(square > kTouching * kTouching * scale * scale)) return finished(s, way, false);
    const SimplexPoint point = farthest_difference(a, b, look, -way);
    scale = std::max(scale, point.w.norm());
    const double gain = square - way.dot(point.w);
    if (gain <= kRelative * root(square) * scale || is_known(s, point)) break;
    separated = separated || way.dot(point.w) > kTouching * scale * root(square);
    Simplex larger = s;
    larger.points[larger.count++] = point;
    if (larger.count == 4 && !separated && holds_origin(larger)) return finished(s, way, false);
    const Part part = nearest_part(larger);
    if (!(part.square < square)) break;
    reduce(part, larger);
    s = larger;
    way = part.nearest;
  }
  return finished(s, way, true);
}

}  // namespace stickslip
