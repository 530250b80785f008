#include "model/collision/box_view.h"
#include "model/math/arithmetic.h"

/// A capsule against a box, in the box's frame. While the segment is outside, every feature that can hold it is tried:
/// its ends against the box, corners and edges of the box against its inside; each distance is exact. A segment that
/// runs through the box leaves along the separating axis of least overlap. In planar worlds the box's corners are its
/// edges along z, endless.
namespace stickslip {

namespace {

constexpr int kBoxCorner = 16;  // features: ends 0 and 1, corners, edges
constexpr int kBoxEdge = 32;
constexpr double kTilt = 0.1;  // how far a direction may leave the normals of a feature and still count as side by side
constexpr double kStrict = 1e-9;

struct Candidate {
  int feature = 0;
  Vec3 normal = Vec3::Zero();  // from the box
  Vec3 p = Vec3::Zero();       // on the segment
  double distance = 0;
};

struct Encounter {
  Vec3 h;
  Segment axis;
  bool planar;
  int dimensions;
  double size;
  Candidate found[BoxPoints::kCapacity];
  int count = 0;
  double least = 1e300;
};

void keep(Encounter& e, const Candidate& c) {
  e.least = std::min(e.least, c.distance);
  for (int i = 0; i < e.count; ++i) {
    if ((e.found[i].p - c.p).squaredNorm() <= 1e-12 * e.size * e.size) return;
  }
  if (e.count < BoxPoints::kCapacity) e.found[e.count++] = c;
}

double clamped(double x, double limit) {
  return std::min(std::max(x, -limit), limit);
}

/// Whether the segment sticks out of the box's slab along an axis on one side.
bool sticks_out(const Encounter& e, int axis, double side) {
  return side * e.axis.p[axis] + e.axis.half * std::fabs(e.axis.d[axis]) > e.h[axis];
}

/// Whether `normal` leaves a feature of the box that lies on `side` of an axis. A slight tilt inwards counts where the
/// segment lies across the feature.
bool leaves(const Encounter& e, int axis, double side, double normal) {
  return side * normal >= -kStrict || (side * normal >= -kTilt && sticks_out(e, axis, side));
}

/// An end of the segment. Over a face it counts unless it points well away; beside an edge when it is the closest place
/// of all, or when the segment runs along that edge.
void add_end(Encounter& e, int end) {
  const double side = end == 0 ? -1 : 1;
  Candidate c;
  c.feature = end;
  c.p = e.axis.at(side * e.axis.half);
  int outside = 0;
  bool along_edge = false;
  for (int i = 0; i < e.dimensions; ++i) {
    c.normal[i] = c.p[i] - clamped(c.p[i], e.h[i]);
    if (c.normal[i] != 0) {
      ++outside;
    } else {
      along_edge = along_edge || std::fabs(e.axis.d[i]) > 0.9;
    }
  }
  c.distance = root(c.normal.squaredNorm());
  if (!(c.distance > 1e-100)) return;
  c.normal /= c.distance;
  double least = -kStrict;
  if (outside == 1) least = -0.5;
  if (outside == 2 && along_edge) least = -kTilt;
  if (-side * c.normal.dot(e.axis.d) >= least) keep(e, c);
}

void add_corner(Encounter& e, int corner) {
  Vec3 q;
  for (int i = 0; i < 3; ++i) q[i] = corner_side(corner, i) * e.h[i];
  const double along = e.axis.along(q);
  if (std::fabs(along) > e.axis.half) return;
  Candidate c;
  c.feature = kBoxCorner + corner;
  c.p = e.axis.at(along);
  const Vec3 way = c.p - q;
  c.distance = root(way.squaredNorm());
  if (!(c.distance > 1e-100)) return;
  c.normal = way / c.distance;
  for (int i = 0; i < 3; ++i) {
    const double side = corner_side(corner, i);
    const bool runs_along = std::fabs(e.axis.d[i]) > 0.9;
    if (runs_along ? !leaves(e, i, side, c.normal[i]) : side * c.normal[i] < -kStrict) return;
  }
  keep(e, c);
}

/// Closest places of the segment's inside and an edge of the box; false when they lie beyond the ends.
bool meet_edge(const Encounter& e, int i, double side_j, double side_k, Candidate& c) {
  const int j = (i + 1) % 3;
  const int k = (i + 2) % 3;
  const Vec3& d = e.axis.d;
  const double sine2 = d[j] * d[j] + d[k] * d[k];
  if (sine2 < 1e-8) return false;
  const double r_j = e.axis.p[j] - side_j * e.h[j];
  const double r_k = e.axis.p[k] - side_k * e.h[k];
  const double along = -(r_j * d[j] + r_k * d[k]) / sine2;
  if (std::fabs(along) > e.axis.half) return false;
  c.p = e.axis.at(along);
  if (!e.planar && std::fabs(c.p[i]) > e.h[i]) return false;
  const double sine = root(sine2);
  const double distance = (r_k * d[j] - r_j * d[k]) / sine;
  c.feature = kBoxEdge + edge_index(i, side_j, side_k);
  c.normal[j] = -sign_of(distance) * d[k] / sine;
  c.normal[k] = sign_of(distance) * d[j] / sine;
  c.distance = std::fabs(distance);
  return true;
}

void add_edge(Encounter& e, int i, double side_j, double side_k) {
  Candidate c;
  if (!meet_edge(e, i, side_j, side_k, c)) return;
  const int j = (i + 1) % 3;
  const int k = (i + 2) % 3;
  const bool crosses = e.axis.d[j] * e.axis.d[j] + e.axis.d[k] * e.axis.d[k] > 1e-3;
  const bool closest = side_j * c.normal[j] >= -kStrict && side_k * c.normal[k] >= -kStrict;
  const bool across = leaves(e, j, side_j, c.normal[j]) && leaves(e, k, side_k, c.normal[k]);
  // Next to parallel the ends hold the segment; the place between them counts only where it is closer.
  if (crosses ? across : closest && c.distance < e.least - 1e-9 * e.size) keep(e, c);
}

void add_features(Encounter& e) {
  add_end(e, 0);
  add_end(e, 1);
  for (int corner = 0; corner < 8 && !e.planar; ++corner) add_corner(e, corner);
  for (int i = e.planar ? 2 : 0; i < 3; ++i) {
    for (int sides = 0; sides < 4; ++sides) add_edge(e, i, corner_side(sides, 0), corner_side(sides, 1));
  }
}

/// Separating axis: a face of the box (edges false) or square to an edge of the box and the segment.
struct Axis {
  bool edges = false;
  int axis = 0;
  double separation = -1e300;
  Vec3 normal = Vec3::Zero();
};

Axis best_axis(const Encounter& e) {
  Axis best;
  const double tolerance = 1e-9 * e.size;
  for (int i = 0; i < e.dimensions; ++i) {
    const double separation = std::fabs(e.axis.p[i]) - (e.h[i] + std::fabs(e.axis.d[i]) * e.axis.half);
    if (separation > best.separation + tolerance) {
      best = {false, i, separation, Vec3(sign_of(e.axis.p[i]) * Vec3::Unit(i))};
    }
  }
  for (int i = e.planar ? 2 : 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    const int k = (i + 2) % 3;
    Vec3 normal = Vec3::Zero();
    const double sine = root(e.axis.d[j] * e.axis.d[j] + e.axis.d[k] * e.axis.d[k]);
    if (sine < 1e-5) continue;
    normal[j] = -e.axis.d[k] / sine;
    normal[k] = e.axis.d[j] / sine;
    if (normal.dot(e.axis.p) < 0) normal = -normal;
    const double separation = normal.dot(e.axis.p) - (std::fabs(normal[j]) * e.h[j] + std::fabs(normal[k]) * e.h[k]);
    if (separation > best.separation + tolerance) best = {true, i, separation, normal};
  }
  return best;
}

/// The part of the segment over a face, by its two ends: the segment's own, or where it crosses an edge of the face.
void add_over_face(Encounter& e, const Axis& axis) {
  const int k = axis.axis;
  const double side = axis.normal[k];
  double ends[2] = {-e.axis.half, e.axis.half};
  int features[2] = {0, 1};
  for (int i = 0; i < e.dimensions; ++i) {
    if (i == k || std::fabs(e.axis.d[i]) < 1e-9) continue;
    for (int limit = -1; limit <= 1; limit += 2) {
      const double at = (limit * e.h[i] - e.axis.p[i]) / e.axis.d[i];
      const int end = (e.axis.d[i] > 0) == (limit > 0) ? 1 : 0;
      if (end == 1 ? at >= ends[1] : at <= ends[0]) continue;
      ends[end] = at;
      const int along = 3 - i - k;
      features[end] =
          kBoxEdge + ((along + 1) % 3 == i ? edge_index(along, limit, side) : edge_index(along, side, limit));
    }
  }
  if (ends[0] > ends[1]) {  // beside the face: the end that reaches deepest
    const int deepest = side * e.axis.d[k] < 0 ? 1 : 0;
    ends[0] = ends[1] = deepest == 1 ? e.axis.half : -e.axis.half;
    features[0] = features[1] = deepest;
  }
  for (int end = 0; end < 2; ++end) {
    Candidate c;
    c.feature = features[end];
    c.normal = axis.normal;
    c.p = e.axis.at(ends[end]);
    c.distance = side * c.p[k] - e.h[k];
    keep(e, c);
  }
}

/// The edge of the box that the axis points to, against the segment.
void add_at_edge(Encounter& e, const Axis& axis) {
  const double side_j = sign_of(axis.normal[(axis.axis + 1) % 3]);
  const double side_k = sign_of(axis.normal[(axis.axis + 2) % 3]);
  Candidate c;
  if (!meet_edge(e, axis.axis, side_j, side_k, c)) return;
  c.normal = axis.normal;
  c.distance = axis.separation;
  keep(e, c);
}

}  // namespace

void capsule_box(const Shape& capsule, const Placement& at_capsule, const Shape& box, const Placement& at_box,
                 bool planar, PointSink& sink) {
  Encounter e;
  const Segment world = axis_of(capsule, at_capsule, planar);
  e.h = box.half_size;
  e.axis.p = at_box.R.transpose() * (world.p - at_box.p);
  for (int i = 0; i < 3; ++i) e.axis.d[i] = snap_cosine(at_box.R.col(i).dot(world.d));
  e.axis.half = world.half;
  e.planar = planar;
  e.dimensions = planar ? 2 : 3;
  e.size = capsule.half_length + capsule.radius + std::min(e.h.x(), e.h.y());
  const Axis axis = best_axis(e);
  if (axis.separation > sink.margin() + capsule.radius) return;
  if (axis.separation > 0) add_features(e);
  if (e.count == 0 && axis.edges) add_at_edge(e, axis);
  if (e.count == 0) add_over_face(e, axis);
  for (int i = 0; i < e.count; ++i) {
    const Candidate& c = e.found[i];
    const Vec3 normal = at_box.R * c.normal;
    const Vec3 p = at_box.p + at_box.R * c.p;
    sink.add(c.feature, normal, p - capsule.radius * normal, p - c.distance * normal, c.distance - capsule.radius);
  }
}

}  // namespace stickslip
