#pragma once

#include "model/collision/contact_point.h"
#include "model/constraints/rows.h"

namespace stickslip {

/// Two directions of the tangent plane. The first is gravity's part in the plane (a world axis where that vanishes), so
/// that a polygonal cone is exact for what slides downhill; in planar worlds the second is not used. Where friction has
/// a grain they are none of length one: constraints/grain.h.
struct Tangents {
  Vec3 t1 = Vec3::UnitX();
  Vec3 t2 = Vec3::UnitY();
  bool laid = false;  // where a contact needs them, see schemes/cones.h
  bool even = true;   // of length one and at right angles
};

Tangents tangents_of(const Vec3& normal, const Vec3& gravity, bool planar);

/// The normal row and the tangent rows of one contact point: two in space, one in the plane, none without friction.
/// `grip` bounds friction over the normal impulse.
/// `slide` is the velocity of the first body's point against the second's, world axes, at which nothing slides. Returns
/// the number of tangents.
int add_contact_rows(const ContactPoint& point, int index, const Tangents& tangents, bool planar, double grip,
                     const Vec3& slide, Span<const BodyPose> poses, RowSet& rows);

/// Of the follower (workspace/followers.h) that a contact has for `role`.
constexpr std::uint64_t follower_id(const ContactPoint& point, RowRole role) {
  return row_id(role, 0, 0) | point.id;
}

/// The rows of a contact that resists rolling: its follower's (`rolling`), and two about the axes t1 and t2, in the
/// plane one. `grip` is in m.
void add_rolling_rows(const ContactPoint& point, int index, const Tangents& axes, bool planar, double grip,
                      Span<const BodyPose> poses, RowSet& rows);

/// Likewise of one that resists turning about its normal.
void add_spinning_rows(const ContactPoint& point, int index, double grip, Span<const BodyPose> poses, RowSet& rows);

}  // namespace stickslip
