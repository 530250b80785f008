#pragma once

#include <string>

#include "tests/benchmark/motion/dice.h"
#include "tests/benchmark/motion/scene.h"

/// What families are made of.
namespace stickslip::motion {

class Builder {
 public:
  Builder(Scene& of, Dice& drawn) : scene(of), dice(drawn) {}

  /// Up: planar worlds have y, spatial ones z.
  Vec3 up() const { return scene.planar ? Vec3(Vec3::UnitY()) : Vec3(Vec3::UnitZ()); }
  /// With the usual gravity, or another one, or none.
  void weigh(double share_without);
  void set_step(double shortest, double longest, int steps);

  int surface(double friction, double restitution);
  /// Friction 0 to 2 and restitution 0 to 1, with the ends often.
  int any_surface();

  Patch ball(double radius) const;
  Patch block(const Vec3& size) const;
  Patch capsule(double radius, double length) const;
  Patch any_patch(double size);
  Patch cylinder(double radius, double length) const;
  Patch ellipsoid(const Vec3& size) const;
  /// Of points around the origin, in planar worlds a convex polygon.
  Patch any_hull(double size);
  /// A cylinder, an ellipsoid, a hull; in planar worlds a polygon.
  Patch any_convex(double size);

  /// A moving body of one shape; its inertia is that of the shape.
  int add(const Patch& patch, double mass, const Vec3& position, int material);
  /// A moving body without shapes.
  int add(double mass, double size, const Vec3& position);
  int add_fixed(const Patch& patch, const Vec3& position, int material);
  /// The plane through a point; its normal is `up` turned by `tilt` towards x.
  int add_plane(const Vec3& point, double tilt, int material);
  void turn(int part, double share);  // with this chance out of its axes
  void spin(int part, double most);   // rad/s
  Part& part(int index) { return scene.parts[static_cast<std::size_t>(index)]; }
  Link& link(JointType type, int parent, int child, const Vec3& anchor);

  Scene& scene;
  Dice& dice;
};

}  // namespace stickslip::motion
