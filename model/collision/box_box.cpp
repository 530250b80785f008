#include "model/collision/box_view.h"
#include "model/math/arithmetic.h"

/// Two boxes. Fifteen separating axes choose a reference face; clip_faces makes the points where it overlaps the face
/// opposite. When these points do not hold the least distance, the closest features are added with their own normal.
namespace stickslip {

namespace {

// Cosine of eleven degrees: overlapping edges whose direction is farther from the face normal are a contact of their
// own.
constexpr double kNearlyParallel = 0.98;

BoxFace best_face(const BoxView& v, double tolerance) {
  BoxFace best;
  for (int i = 0; i < 3; ++i) {
    double reach = v.h_ref[i];
    for (int j = 0; j < 3; ++j) reach += std::fabs(v.C(i, j)) * v.h_inc[j];
    const double separation = std::fabs(v.t[i]) - reach;
    if (separation > best.separation + tolerance) best = {i, sign_of(v.t[i]), separation};
  }
  return best;
}

/// The best of the nine axes square to an edge of each box; parallel edges make none.
BoxEdges best_edges(const BoxView& v, double tolerance) {
  BoxEdges best;
  for (int i = 0; i < 3; ++i) {
    const int i1 = (i + 1) % 3;
    const int i2 = (i + 2) % 3;
    for (int j = 0; j < 3; ++j) {
      const double c1 = v.C(i1, j);
      const double c2 = v.C(i2, j);
      const double square = c1 * c1 + c2 * c2;
      if (square < 1e-10) continue;
      const double length = root(square);
      const double distance = (v.t[i2] * c1 - v.t[i1] * c2) / length;
      const double reach = v.h_ref[i1] * std::fabs(c2) + v.h_ref[i2] * std::fabs(c1) +
                           v.h_inc[(j + 1) % 3] * std::fabs(v.C(i, (j + 2) % 3)) +
                           v.h_inc[(j + 2) % 3] * std::fabs(v.C(i, (j + 1) % 3));
      const double separation = std::fabs(distance) - reach / length;
      if (!(separation > best.separation + tolerance)) continue;
      best.ref_axis = i;
      best.inc_axis = j;
      best.separation = separation;
      best.direction = Vec3::Zero();
      best.direction[i1] = -sign_of(distance) * c2 / length;
      best.direction[i2] = sign_of(distance) * c1 / length;
    }
  }
  return best;
}

/// The corner that reaches farthest through the reference face: what is left when nothing else was found.
BoxPoint deepest_corner(const BoxView& v, const BoxFace& face) {
  BoxPoint q;
  q.kind = BoxPoint::inc_corner;
  q.p_inc = v.t;
  for (int j = 0; j < 3; ++j) {
    const double side = -sign_of(face.sign * v.C(face.axis, j));
    q.inc_feature |= (side > 0) << j;
    q.p_inc += side * v.h_inc[j] * v.C.col(j);
  }
  q.gap = face.separation;
  q.normal[face.axis] = face.sign;
  q.p_ref = q.p_inc;
  q.p_ref[face.axis] -= face.sign * face.separation;
  return q;
}

/// Where points go: the reference's placement and whether it is the first box.
struct Output {
  const Placement& at_ref;
  bool first_is_reference;
  double twin_distance;
};

int feature_of(const BoxPoint& q, bool first_is_reference) {
  if (q.kind == BoxPoint::edges) {
    const int first = first_is_reference ? q.ref_feature : q.inc_feature;
    const int second = first_is_reference ? q.inc_feature : q.ref_feature;
    return kEdgePair + 16 * first + second;
  }
  const bool of_first = (q.kind == BoxPoint::ref_corner) == first_is_reference;
  return (of_first ? kFirstCorner : kSecondCorner) + (q.kind == BoxPoint::ref_corner ? q.ref_feature : q.inc_feature);
}

/// Corners of the first box, then those of the second, then edges; a point where one was already is dropped.
void emit(const BoxPoints& points, const Output& to, PointSink& sink) {
  const BoxPoint::Kind of_first = to.first_is_reference ? BoxPoint::ref_corner : BoxPoint::inc_corner;
  const BoxPoint::Kind of_second = to.first_is_reference ? BoxPoint::inc_corner : BoxPoint::ref_corner;
  const BoxPoint::Kind order[3] = {of_first, of_second, BoxPoint::edges};
  const BoxPoint* taken[BoxPoints::kCapacity] = {};
  int taken_count = 0;
  for (const BoxPoint::Kind kind : order) {
    for (int i = 0; i < points.count; ++i) {
      const BoxPoint& q = points.list[i];
      if (q.kind != kind || q.gap > sink.margin()) continue;
      bool twin = false;
      for (int k = 0; k < taken_count && !twin; ++k) {
        twin = (taken[k]->p_ref - q.p_ref).squaredNorm() <= to.twin_distance * to.twin_distance;
      }
      if (twin) continue;
      taken[taken_count++] = &q;
      const Vec3 normal = to.at_ref.R * q.normal;
      const Vec3 p_ref = to.at_ref.p + to.at_ref.R * q.p_ref;
      const Vec3 p_inc = to.at_ref.p + to.at_ref.R * q.p_inc;
      if (to.first_is_reference) {
        sink.add(feature_of(q, true), -normal, p_ref, p_inc, q.gap);
      } else {
        sink.add(feature_of(q, false), normal, p_inc, p_ref, q.gap);
      }
    }
  }
}

/// Brings a point found from the incident box's side into the reference's frame.
BoxPoint turned_round(const BoxView& v, const BoxPoint& q) {
  BoxPoint r = q;
  r.kind = q.kind == BoxPoint::inc_corner ? BoxPoint::ref_corner : BoxPoint::inc_corner;
  r.ref_feature = q.inc_feature;
  r.inc_feature = q.ref_feature;
  r.normal = -(v.C * q.normal);
  r.p_ref = v.t + v.C * q.p_inc;
  r.p_inc = v.t + v.C * q.p_ref;
  return r;
}

/// Adds the corners closest to the other box, in directions within eleven degrees of the very closest: two of them
/// where edges lie side by side.
void add_closest_corners(const BoxView& v, double margin, double tolerance, BoxPoints& points) {
  BoxPoints near;
  BoxPoints near_ref;
  closest_corners(v, margin, near);
  closest_corners(seen_from_incident(v), margin, near_ref);
  for (int i = 0; i < near_ref.count; ++i) near.add(turned_round(v, near_ref.list[i]));
  if (!(near.least_gap < points.least_gap - tolerance)) return;
  int closest = 0;
  for (int i = 1; i < near.count; ++i) {
    if (near.list[i].gap < near.list[closest].gap - tolerance) closest = i;
  }
  const Vec3 direction = near.list[closest].normal;
  for (int i = 0; i < near.count; ++i) {
    if (near.list[i].normal.dot(direction) > kNearlyParallel) points.add(near.list[i]);
  }
}

/// Among parallel faces the first box's is the reference unless the second's is clearly better.
bool second_is_reference(const BoxView& v, const BoxFace& first, const BoxFace& second, double size) {
  const bool parallel = std::fabs(v.C(first.axis, second.axis)) > 0.9999;
  return second.separation > first.separation + (parallel ? 1e-3 : 1e-9) * size;
}

BoxView view_from_first(const Shape& a, const Placement& at_a, const Shape& b, const Placement& at_b) {
  BoxView v;
  v.h_ref = a.half_size;
  v.h_inc = b.half_size;
  v.t = at_a.R.transpose() * (at_b.p - at_a.p);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) v.C(i, j) = snap_cosine(at_a.R.col(i).dot(at_b.R.col(j)));
  }
  return v;
}

}  // namespace

void box_box(const Shape& a, const Placement& at_a, const Shape& b, const Placement& at_b, PointSink& sink) {
  const double size = std::min(a.half_size.minCoeff(), b.half_size.minCoeff());
  const double round_off = 1e-9 * size;
  const double tolerance = 1e-6 * size;
  const BoxView from_a = view_from_first(a, at_a, b, at_b);
  const BoxFace face_a = best_face(from_a, round_off);
  if (face_a.separation > sink.margin()) return;
  const BoxView from_b = seen_from_incident(from_a);
  const BoxFace face_b = best_face(from_b, round_off);
  if (face_b.separation > sink.margin()) return;

  const bool first_is_reference = !second_is_reference(from_a, face_a, face_b, size);
  const BoxView& v = first_is_reference ? from_a : from_b;
  const BoxFace& face = first_is_reference ? face_a : face_b;
  const BoxEdges edges = best_edges(v, round_off);
  const double face_separation = std::max(face_a.separation, face_b.separation);
  const double separation = std::max(face_separation, edges.separation);
  if (separation > sink.margin()) return;

  BoxPoints points;
  BoxPoint crossing;
  const bool edges_meet =
      edges.separation > face_separation + round_off && edge_edge_point(v, edges, tolerance, crossing);
  const bool only_edges = edges_meet && separation < 0 && std::fabs(edges.direction[face.axis]) < kNearlyParallel;
  if (!only_edges) clip_faces(v, face, tolerance, points);
  if (edges_meet && points.least_gap > separation + round_off) points.add(crossing);
  if (points.least_gap > separation + round_off && separation > 0) {
    add_closest_corners(v, sink.margin(), round_off, points);
  }
  if (points.count == 0 && separation <= 0) points.add(deepest_corner(v, face));
  emit(points, {first_is_reference ? at_a : at_b, first_is_reference, 4 * tolerance}, sink);
}

}  // namespace stickslip
