#include "model/collision/manifold.h"
#include "model/math/arithmetic.h"

/// Two rectangles. Separating axes choose one face of each; where the two faces overlap, seen along the reference
/// face's normal, each end of the overlap is a corner of one rectangle over the face of the other, and carries that
/// face's normal: its gap and gradient are exact whichever face is the reference. Where the faces do not hold the
/// closest points, the closest corner is added with its own normal.
namespace stickslip {

namespace {

/// The incident rectangle as the reference one sees it: centre t, axes the columns of C.
struct View {
  double h_ref[2];
  double h_inc[2];
  double t[2];
  double C[2][2];
};

struct Face {
  int axis = 0;
  double sign = 1;
  double separation = -1e300;
};

struct Candidate {
  int corner;
  bool on_reference;
  double along;  // position on the reference face
  double p_ref[2];
  double p_inc[2];
  double normal[2];  // from the reference to the incident one
  double gap;
};

struct Scene {
  const Shape& a;
  const Placement& at_a;
  const Shape& b;
  const Placement& at_b;
  double tolerance;  // m, below this a corner counts as on an edge
};

View view_from_first(const Scene& s) {
  View v;
  const double d[2] = {s.at_b.p.x() - s.at_a.p.x(), s.at_b.p.y() - s.at_a.p.y()};
  for (int i = 0; i < 2; ++i) {
    v.h_ref[i] = s.a.half_size[i];
    v.h_inc[i] = s.b.half_size[i];
    v.t[i] = s.at_a.R(0, i) * d[0] + s.at_a.R(1, i) * d[1];
    for (int j = 0; j < 2; ++j) {
      v.C[i][j] = snap_cosine(s.at_a.R(0, i) * s.at_b.R(0, j) + s.at_a.R(1, i) * s.at_b.R(1, j));
    }
  }
  return v;
}

View from_the_other_side(const View& v) {
  View w;
  for (int i = 0; i < 2; ++i) {
    w.h_ref[i] = v.h_inc[i];
    w.h_inc[i] = v.h_ref[i];
    w.t[i] = -(v.C[0][i] * v.t[0] + v.C[1][i] * v.t[1]);
    for (int j = 0; j < 2; ++j) w.C[i][j] = v.C[j][i];
  }
  return w;
}

/// The reference face of greatest separation, the first among equals.
Face best_face(const View& v, double tolerance) {
  Face best;
  for (int i = 0; i < 2; ++i) {
    const double reach = v.h_ref[i] + std::fabs(v.C[i][0]) * v.h_inc[0] + std::fabs(v.C[i][1]) * v.h_inc[1];
    const double separation = std::fabs(v.t[i]) - reach;
    if (separation > best.separation + tolerance) best = {i, sign_of(v.t[i]), separation};
  }
  return best;
}

Vec3 to_world(const Placement& at, const double local[2], double shift) {
  const double x = at.R(0, 0) * local[0] + at.R(0, 1) * local[1];
  const double y = at.R(1, 0) * local[0] + at.R(1, 1) * local[1];
  return {shift * at.p.x() + x, shift * at.p.y() + y, 0};
}

class Manifold {
 public:
  Manifold(const Scene& scene, PointSink& sink) : scene_(scene), sink_(sink) {}

  double least_gap() const { return least_gap_; }

  /// Corners over the other rectangle's face, those of the first rectangle before those of the second.
  void add_faces(const View& v, const Face& face, bool reference_is_first) {
    Candidate found[4];
    int count = 0;
    const int k = face.axis;
    const int u = 1 - k;
    const int j = std::fabs(v.C[k][0]) >= std::fabs(v.C[k][1]) - 1e-9 ? 0 : 1;
    const double inc_sign = -sign_of(face.sign * v.C[k][j]);
    const double n_inc[2] = {inc_sign * v.C[0][j], inc_sign * v.C[1][j]};
    const double c[2] = {v.t[0] + v.h_inc[j] * n_inc[0], v.t[1] + v.h_inc[j] * n_inc[1]};
    const double b[2] = {v.C[0][1 - j], v.C[1][1 - j]};
    for (int side = 0; side < 2; ++side) {
      const double half = (side == 0 ? -1 : 1) * v.h_inc[1 - j];
      Candidate q = {corner_index(j, inc_sign, side), false, 0, {}, {}, {}, 0};
      for (int i = 0; i < 2; ++i) q.p_ref[i] = q.p_inc[i] = c[i] + half * b[i];
      q.along = q.p_inc[u];
      if (std::fabs(q.along) > v.h_ref[u] + scene_.tolerance) continue;
      q.gap = face.sign * q.p_inc[k] - v.h_ref[k];
      q.normal[k] = face.sign;
      q.p_ref[k] = face.sign * v.h_ref[k];
      found[count++] = q;
    }
    for (int side = 0; side < 2; ++side) {
      Candidate q = {corner_index(k, face.sign, side), true, 0, {}, {}, {}, 0};
      q.along = q.p_ref[u] = (side == 0 ? -1 : 1) * v.h_ref[u];
      q.p_ref[k] = face.sign * v.h_ref[k];
      if (std::fabs((q.along - c[u]) / b[u]) > v.h_inc[1 - j] + scene_.tolerance) continue;
      const double d[2] = {q.p_ref[0] - c[0], q.p_ref[1] - c[1]};
      q.gap = n_inc[0] * d[0] + n_inc[1] * d[1];
      for (int i = 0; i < 2; ++i) q.normal[i] = -n_inc[i];
      const double on_face = d[0] * b[0] + d[1] * b[1];
      const double excess = on_face - std::min(std::max(on_face, -v.h_inc[1 - j]), v.h_inc[1 - j]);
      if (q.gap > 0 && std::fabs(excess) > scene_.tolerance) {  // the foot is beside an inclined face
        const double outside = q.gap;
        q.gap = root(outside * outside + excess * excess);
        for (int i = 0; i < 2; ++i) q.normal[i] = -(outside * n_inc[i] + excess * b[i]) / q.gap;
      }
      for (int i = 0; i < 2; ++i) q.p_inc[i] = q.p_ref[i] + q.gap * q.normal[i];
      found[count++] = q;
    }
    emit_in_order(found, count, reference_is_first);
  }

  void add(const Candidate& q, bool reference_is_first) {
    least_gap_ = std::min(least_gap_, q.gap);
    const Placement& at = reference_is_first ? scene_.at_a : scene_.at_b;
    const Vec3 normal = to_world(at, q.normal, 0);
    const Vec3 p_ref = to_world(at, q.p_ref, 1);
    const Vec3 p_inc = to_world(at, q.p_inc, 1);
    const int feature = (q.on_reference == reference_is_first ? 0 : 16) + q.corner;
    if (reference_is_first) {
      sink_.add(feature, -normal, p_ref, p_inc, q.gap);
    } else {
      sink_.add(feature, normal, p_inc, p_ref, q.gap);
    }
  }

 private:
  static int corner_index(int axis, double sign, int side) {
    const int on_axis = sign > 0 ? 1 : 0;
    return axis == 0 ? on_axis | side << 1 : side | on_axis << 1;
  }

  void emit_in_order(const Candidate* found, int count, bool reference_is_first) {
    for (int pass = 0; pass < 2; ++pass) {
      const bool on_reference = (pass == 0) == reference_is_first;
      for (int i = 0; i < count; ++i) {
        if (found[i].on_reference != on_reference) continue;
        bool twin = false;
        for (int other = 0; other < count && pass == 1; ++other) {
          const bool same_place = std::fabs(found[other].along - found[i].along) <= 4 * scene_.tolerance;
          twin = twin || (found[other].on_reference != on_reference && same_place);
        }
        if (!twin) add(found[i], reference_is_first);
      }
    }
  }

  const Scene& scene_;
  PointSink& sink_;
  double least_gap_ = 1e300;
};

/// The incident rectangle's corner that is closest to the reference one; false when none lies outside.
bool closest_corner(const View& v, Candidate& best) {
  double least = best.gap * (1 - 1e-9);
  bool found = false;
  for (int corner = 0; corner < 4; ++corner) {
    Candidate q = {corner, false, 0, {}, {}, {}, 0};
    double square = 0;
    for (int i = 0; i < 2; ++i) {
      const double on_0 = corner_side(corner, 0) * v.h_inc[0];
      const double on_1 = corner_side(corner, 1) * v.h_inc[1];
      q.p_inc[i] = v.t[i] + v.C[i][0] * on_0 + v.C[i][1] * on_1;
      q.p_ref[i] = std::min(std::max(q.p_inc[i], -v.h_ref[i]), v.h_ref[i]);
      q.normal[i] = q.p_inc[i] - q.p_ref[i];
      square += q.normal[i] * q.normal[i];
    }
    q.gap = root(square);
    if (!(q.gap > 1e-100) || q.gap >= least) continue;
    for (double& x : q.normal) x /= q.gap;
    best = q;
    least = q.gap * (1 - 1e-9);
    found = true;
  }
  return found;
}

/// The corner that reaches farthest through the reference face: what is left when no faces overlap.
Candidate deepest_corner(const View& v, const Face& face) {
  Candidate q = {0, false, 0, {}, {}, {}, face.separation};
  const int k = face.axis;
  for (int j = 0; j < 2; ++j) {
    if (face.sign * v.C[k][j] < 0) q.corner |= 1 << j;
  }
  for (int i = 0; i < 2; ++i) {
    q.p_inc[i] =
        v.t[i] + v.C[i][0] * corner_side(q.corner, 0) * v.h_inc[0] + v.C[i][1] * corner_side(q.corner, 1) * v.h_inc[1];
    q.p_ref[i] = q.p_inc[i];
  }
  q.p_ref[k] -= face.sign * face.separation;
  q.normal[k] = face.sign;
  return q;
}

/// Among parallel faces the first rectangle's is the reference unless the second's is clearly better.
bool second_is_reference(const View& v, const Face& first, const Face& second, double size) {
  const bool parallel = std::fabs(v.C[first.axis][second.axis]) > 0.9999;
  return second.separation > first.separation + (parallel ? 1e-3 : 1e-9) * size;
}

}  // namespace

void box_box_planar(const Shape& a, const Placement& at_a, const Shape& b, const Placement& at_b, PointSink& sink) {
  const double size = std::min({a.half_size.x(), a.half_size.y(), b.half_size.x(), b.half_size.y()});
  const Scene scene = {a, at_a, b, at_b, 1e-6 * size};
  const View from_a = view_from_first(scene);
  const View from_b = from_the_other_side(from_a);
  const Face face_a = best_face(from_a, 1e-9 * size);
  const Face face_b = best_face(from_b, 1e-9 * size);
  const double separation = std::max(face_a.separation, face_b.separation);
  if (separation > sink.margin()) return;

  const bool first_is_reference = !second_is_reference(from_a, face_a, face_b, size);
  const View& v = first_is_reference ? from_a : from_b;
  const Face& face = first_is_reference ? face_a : face_b;
  Manifold manifold(scene, sink);
  manifold.add_faces(v, face, first_is_reference);
  const double enough = separation + 1e-9 * size;
  if (manifold.least_gap() <= enough) return;

  Candidate closest = {0, false, 0, {}, {}, {}, manifold.least_gap() - 1e-9 * size};
  if (separation > 0) {
    const bool of_second = closest_corner(from_a, closest);
    const bool of_first = closest_corner(from_b, closest);
    if (of_second || of_first) manifold.add(closest, !of_first);
  } else if (manifold.least_gap() == 1e300) {
    manifold.add(deepest_corner(v, face), first_is_reference);
  }
}

}  // namespace stickslip
