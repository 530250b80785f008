#include "model/collision/manifold.h"

namespace stickslip {

void box_plane(const Shape& box, const Placement& at_box, const Placement& at_plane, bool planar, PointSink& sink) {
  const int dimensions = planar ? 2 : 3;
  const Vec3 normal = plane_normal(at_plane, planar);
  const double height = normal.dot(at_box.p - at_plane.p);
  Vec3 rise = Vec3::Zero();  // of the corner on the positive side of each axis over the centre
  for (int i = 0; i < dimensions; ++i) rise[i] = snap_cosine(normal.dot(at_box.R.col(i))) * box.half_size[i];
  if (height - rise.cwiseAbs().sum() > sink.margin()) return;

  for (int corner = 0; corner < (1 << dimensions); ++corner) {
    Vec3 local = Vec3::Zero();
    double gap = height;
    for (int i = 0; i < dimensions; ++i) {
      local[i] = corner_side(corner, i) * box.half_size[i];
      gap += corner_side(corner, i) * rise[i];
    }
    if (gap > sink.margin()) continue;
    const Vec3 p_box = at_box.p + at_box.R * local;
    sink.add(corner, normal, p_box, p_box - gap * normal, gap);
  }
}

}  // namespace stickslip
