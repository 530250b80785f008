#include "model/collision/box_view.h"
#include "model/math/arithmetic.h"

/// Overlap of two faces, seen along the normal of the reference face. Each corner of the overlap becomes a point that
/// carries the normal of the features that make it: a corner the normal of the other box's face, a crossing of edges
/// the direction square to both. So each gap is a true distance with an exact gradient, and the points do not depend
/// on which face is the reference.
namespace stickslip {

namespace {

// Edges closer to parallel than this have no useful common normal (sine squared).
constexpr double kParallelEdges = 1e-3;
// Cosine of eleven degrees.
constexpr double kNearlyParallelFaces = 0.98;

/// One face of each box. u, v are axes of the reference face, k its normal; j is the normal of the incident face.
struct Overlap {
  const BoxView& view;
  int k, u, v;
  double side;
  int j, j1, j2;
  double inc_side;
  Vec3 n_inc;  // outward
  Vec3 c;      // centre of the incident face
  double tolerance;
};

Overlap make_overlap(const BoxView& view, const BoxFace& face, double tolerance) {
  const int k = face.axis;
  int j = 0;
  for (int i = 1; i < 3; ++i) {
    if (std::fabs(view.C(k, i)) > std::fabs(view.C(k, j)) + 1e-9) j = i;
  }
  const double inc_side = -sign_of(face.sign * view.C(k, j));
  const Vec3 n_inc = inc_side * view.C.col(j);
  const Vec3 c = view.t + view.h_inc[j] * n_inc;
  const int j1 = (j + 1) % 3;
  const int j2 = (j + 2) % 3;
  return {view, k, (k + 1) % 3, (k + 2) % 3, face.sign, j, j1, j2, inc_side, n_inc, c, tolerance};
}

double height(const Overlap& o, const Vec3& p) {
  return o.side * p[o.k] - o.view.h_ref[o.k];
}

/// How far x lies outside [-limit, limit], with its sign.
double beyond(double x, double limit) {
  return x - std::min(std::max(x, -limit), limit);
}

bool over_reference(const Overlap& o, const Vec3& p) {
  return std::fabs(p[o.u]) <= o.view.h_ref[o.u] + o.tolerance && std::fabs(p[o.v]) <= o.view.h_ref[o.v] + o.tolerance;
}

void add_incident_corners(const Overlap& o, BoxPoints& points) {
  for (int corner = 0; corner < 4; ++corner) {
    const double s1 = corner_side(corner, 0);
    const double s2 = corner_side(corner, 1);
    BoxPoint q;
    q.p_inc = o.c + s1 * o.view.h_inc[o.j1] * o.view.C.col(o.j1) + s2 * o.view.h_inc[o.j2] * o.view.C.col(o.j2);
    if (!over_reference(o, q.p_inc)) continue;
    q.kind = BoxPoint::inc_corner;
    q.inc_feature = (o.inc_side > 0) << o.j | (s1 > 0) << o.j1 | (s2 > 0) << o.j2;
    q.gap = height(o, q.p_inc);
    q.normal[o.k] = o.side;
    q.p_ref = q.p_inc;
    q.p_ref[o.k] = o.side * o.view.h_ref[o.k];
    points.add(q);
  }
}

/// Distance of a reference corner from the incident face. Where the faces are inclined its foot may lie beside the
/// face: the closest point of the face then takes its place, as long as the corner is outside.
void set_corner_contact(const Overlap& o, BoxPoint& q) {
  const Vec3 d = q.p_ref - o.c;
  const Vec3 b1 = o.view.C.col(o.j1);
  const Vec3 b2 = o.view.C.col(o.j2);
  const double excess_1 = beyond(d.dot(b1), o.view.h_inc[o.j1]);
  const double excess_2 = beyond(d.dot(b2), o.view.h_inc[o.j2]);
  q.gap = o.n_inc.dot(d);
  q.normal = -o.n_inc;
  if (q.gap > 0 && std::max(std::fabs(excess_1), std::fabs(excess_2)) > o.tolerance) {
    const Vec3 way = q.gap * o.n_inc + excess_1 * b1 + excess_2 * b2;
    q.gap = root(way.squaredNorm());
    q.normal = -way / q.gap;
  }
  q.p_inc = q.p_ref + q.gap * q.normal;
}

void add_reference_corners(const Overlap& o, BoxPoints& points) {
  const Vec3 b1 = o.view.C.col(o.j1);
  const Vec3 b2 = o.view.C.col(o.j2);
  const double determinant = b1[o.u] * b2[o.v] - b1[o.v] * b2[o.u];
  for (int corner = 0; corner < 4; ++corner) {
    BoxPoint q;
    q.p_ref[o.k] = o.side * o.view.h_ref[o.k];
    q.p_ref[o.u] = corner_side(corner, 0) * o.view.h_ref[o.u];
    q.p_ref[o.v] = corner_side(corner, 1) * o.view.h_ref[o.v];
    const double du = q.p_ref[o.u] - o.c[o.u];
    const double dv = q.p_ref[o.v] - o.c[o.v];
    const double along_1 = (du * b2[o.v] - dv * b2[o.u]) / determinant;
    const double along_2 = (dv * b1[o.u] - du * b1[o.v]) / determinant;
    if (std::fabs(along_1) > o.view.h_inc[o.j1] + o.tolerance) continue;
    if (std::fabs(along_2) > o.view.h_inc[o.j2] + o.tolerance) continue;
    q.kind = BoxPoint::ref_corner;
    q.ref_feature = (o.side > 0) << o.k | (corner & 1) << o.u | (corner >> 1) << o.v;
    set_corner_contact(o, q);
    points.add(q);
  }
}

/// Turns the crossing at `p`, seen along the reference normal, into the closest points of the two edges; false when
/// they define no contact. Edges close to parallel, or overlapping edges closest beyond their ends, keep the crossing
/// and the reference normal as long as the faces are nearly parallel.
bool set_edge_contact(const Overlap& o, const Segment& inc, const Segment& ref, const Vec3& p, BoxPoint& q) {
  const Vec3 common = ref.d.cross(inc.d);
  const double sine2 = common.squaredNorm();
  const double drop = height(o, p);
  const double shift = sine2 < kParallelEdges ? 0 : -drop * o.side * inc.d[o.k] / sine2;
  const double on_inc = inc.along(p) + shift;
  const double on_ref = ref.along(p + shift * inc.d);
  const bool within = std::fabs(on_inc) <= inc.half + o.tolerance && std::fabs(on_ref) <= ref.half + o.tolerance;
  if (sine2 < kParallelEdges || (!within && drop <= 0)) {
    if (std::fabs(o.n_inc[o.k]) < kNearlyParallelFaces) return false;
    q.gap = drop;
    q.normal[o.k] = o.side;
    q.p_inc = p;
    q.p_ref = p - drop * q.normal;
  } else if (within) {
    q.normal = common * (sign_of(o.side * common[o.k]) / root(sine2));
    q.p_inc = p + shift * inc.d;
    q.p_ref = ref.at(on_ref);
    q.gap = drop * std::fabs(q.normal[o.k]);
  } else {
    const SegmentPlaces places = closest_places(ref, inc);
    q.p_ref = ref.at(places.first);
    q.p_inc = inc.at(places.second);
    q.gap = root((q.p_inc - q.p_ref).squaredNorm());
    q.normal = (q.p_inc - q.p_ref) / q.gap;
  }
  return true;
}

/// Crossing of an incident edge with the reference face's edge on the given side `across`.
void add_crossing(const Overlap& o, const Segment& inc, int inc_index, int across, double side, BoxPoints& points) {
  const double limit = o.view.h_ref[across];
  const double start = side * (inc.p[across] - inc.half * inc.d[across]) - limit;
  const double end = side * (inc.p[across] + inc.half * inc.d[across]) - limit;
  if (std::min(start, end) > 0 || std::max(start, end) <= o.tolerance) return;
  const int along = across == o.u ? o.v : o.u;
  Vec3 p = inc.at(inc.half * (2 * start / (start - end) - 1));
  p[across] = side * limit;
  if (std::fabs(p[along]) > o.view.h_ref[along] + o.tolerance) return;
  BoxPoint q;
  q.kind = BoxPoint::edges;
  const double side_u = along == o.u ? side : o.side;  // the axis after `along` is v for u, k for v
  const double side_v = along == o.u ? o.side : side;
  q.ref_feature = edge_index(along, side_u, side_v);
  q.inc_feature = inc_index;
  Segment ref = {Vec3::Zero(), Vec3::Unit(along), o.view.h_ref[along]};
  ref.p[across] = side * limit;
  ref.p[o.k] = o.side * o.view.h_ref[o.k];
  if (set_edge_contact(o, inc, ref, p, q)) points.add(q);
}

void add_crossings(const Overlap& o, BoxPoints& points) {
  const BoxView& w = o.view;
  for (int i = 0; i < 4; ++i) {
    const int axis = i < 2 ? o.j1 : o.j2;
    const int other = i < 2 ? o.j2 : o.j1;
    const double s = (i & 1) != 0 ? 1.0 : -1.0;
    const int index = i < 2 ? edge_index(axis, s, o.inc_side) : edge_index(axis, o.inc_side, s);
    const Segment edge = {o.c + s * w.h_inc[other] * w.C.col(other), w.C.col(axis), w.h_inc[axis]};
    for (int side = -1; side <= 1; side += 2) {
      add_crossing(o, edge, index, o.u, side, points);
      add_crossing(o, edge, index, o.v, side, points);
    }
  }
}

}  // namespace

void clip_faces(const BoxView& v, const BoxFace& face, double tolerance, BoxPoints& points) {
  const Overlap o = make_overlap(v, face, tolerance);
  add_incident_corners(o, points);
  add_reference_corners(o, points);
  add_crossings(o, points);
}

}  // namespace stickslip
