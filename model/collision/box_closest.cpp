#include "model/collision/box_view.h"
#include "model/math/arithmetic.h"

/// Closest features of two boxes where no two faces hold them: a pair of edges, or corners and whatever is nearest to
/// them.
namespace stickslip {

bool edge_edge_point(const BoxView& v, const BoxEdges& edges, double tolerance, BoxPoint& point) {
  const int i = edges.ref_axis;
  const int j = edges.inc_axis;
  const Vec3 d = v.C.col(j);
  Vec3 p = Vec3::Zero();
  Vec3 q = v.t;
  double ref_side[3] = {};
  double inc_side[3] = {};
  for (int k = 0; k < 3; ++k) {
    ref_side[k] = sign_of(edges.direction[k]);
    inc_side[k] = -sign_of(edges.direction.dot(v.C.col(k)));
    if (k != i) p[k] = ref_side[k] * v.h_ref[k];
    if (k != j) q += inc_side[k] * v.h_inc[k] * v.C.col(k);
  }
  const Vec3 r = q - p;
  const double c = d[i];
  const double sine2 = 1 - c * c;
  const double along_ref = (r[i] - c * r.dot(d)) / sine2;
  const double along_inc = (c * r[i] - r.dot(d)) / sine2;
  if (std::fabs(along_ref) > v.h_ref[i] + tolerance || std::fabs(along_inc) > v.h_inc[j] + tolerance) return false;
  point.kind = BoxPoint::edges;
  point.ref_feature = edge_index(i, ref_side[(i + 1) % 3], ref_side[(i + 2) % 3]);
  point.inc_feature = edge_index(j, inc_side[(j + 1) % 3], inc_side[(j + 2) % 3]);
  point.normal = edges.direction;
  point.gap = edges.separation;
  point.p_ref = p;
  point.p_ref[i] = along_ref;
  point.p_inc = q + along_inc * d;
  return true;
}

namespace {

/// Whether the direction of least distance leaves the corner outwards, so that the corner is what meets the other box.
/// A foot inside a face or an edge may tilt it a little; a foot on a corner may not, or the end of an edge that sticks
/// out would count too.
bool faces_outwards(const BoxView& v, int corner, const Vec3& normal, bool foot_is_corner) {
  const double least = foot_is_corner ? -1e-6 : -0.1;
  for (int i = 0; i < 3; ++i) {
    if (-corner_side(corner, i) * normal.dot(v.C.col(i)) < least) return false;
  }
  return true;
}

}  // namespace

void closest_corners(const BoxView& v, double margin, BoxPoints& points) {
  for (int corner = 0; corner < 8; ++corner) {
    BoxPoint q;
    q.kind = BoxPoint::inc_corner;
    q.inc_feature = corner;
    q.p_inc = v.t;
    for (int i = 0; i < 3; ++i) q.p_inc += corner_side(corner, i) * v.h_inc[i] * v.C.col(i);
    int clamped = 0;
    for (int i = 0; i < 3; ++i) {
      q.p_ref[i] = std::min(std::max(q.p_inc[i], -v.h_ref[i]), v.h_ref[i]);
      if (q.p_ref[i] != q.p_inc[i]) ++clamped;
    }
    const Vec3 d = q.p_inc - q.p_ref;
    q.gap = root(d.squaredNorm());
    if (!(q.gap > 1e-100) || q.gap > margin) continue;
    q.normal = d / q.gap;
    if (faces_outwards(v, corner, q.normal, clamped == 3)) points.add(q);
  }
}

}  // namespace stickslip
