#pragma once

#include "model/constraints/contacts.h"
#include "model/core/derived.h"

/// Friction that is not the same in all directions of a surface: an ellipse with half axes mu_1 c along the grain and
/// mu_2 c across it. Of all forces in it the one against sliding takes the most power, as on a circle. With mu the
/// larger one and s_k = mu_k/mu, f_k = s_k b_k lies in the ellipse where b lies in the circle mu c, and its power is
/// that of b at the speeds s_k u_k: rows along s_k e_k, turned among themselves by any angle, under the law of even
/// friction.
///
/// Of two materials each e_k has the friction that the rule makes of theirs along it; that of the more uneven one says
/// where the e_k are. A surface whose grain stands on end has mu_2 in all directions.
namespace stickslip {

struct Grain {
  bool even = true;  // friction is the same in all directions, and the rest means nothing
  double grip = 0;   // mu
  Vec3 e[2];         // unit, world axes
  double share[2] = {1, 1};

  /// Tangents turned by an angle, of which these are cosine and sine.
  Tangents tangents(double cosine, double sine) const;
  /// Such an angle for a velocity, or one that a first tangent has: not of length one.
  void angle_of_velocity(const Vec3& u, double* cosine_and_sine) const;
  void angle_of_tangent(const Vec3& t1, double* cosine_and_sine) const;
};

Grain grain_of(const Model& model, const Layout& layout, Span<const double> parameters, const ContactPoint& point,
               Span<const BodyPose> poses);

/// The v in their plane with v.t1 = x and v.t2 = y.
Vec3 with_parts(const Tangents& t, double x, double y);

}  // namespace stickslip
