#pragma once

#include <array>
#include <vector>

#include "fmu/view/picture.h"

/// What both kinds of pictures are made from.
namespace stickslip::view {

constexpr int kSamples = 3;  // a pixel and direction

/// A triangle where it is, in the world.
struct Face {
  std::array<Vec3, 3> p;
  std::array<Vec3, 3> n;
  std::array<double, 3> shade;
  Vec3 colour;
  int part;      // what it belongs to: edges are drawn between parts
  bool ground;   // throws no shadow, has no edges
  bool overlay;  // is seen through everything, throws no shadow
};

/// Where the picture is taken from.
struct Camera {
  Vec3 eye;
  Mat3 R;        // world axes to right, up, back
  double focus;  // pixels
  double cx, cy;
  double haze;  // m, where the ground begins to vanish

  /// Right, down and distance; the distance is negative behind the camera.
  Vec3 project(const Vec3& p) const {
    const Vec3 q = R * (p - eye);
    const double depth = -q.z();
    return {cx + focus * q.x() / depth, cy - focus * q.y() / depth, depth};
  }
};

std::vector<Face> faces_of(const Scene& scene, const Moment& moment, const PictureOptions& options);
Camera camera_for(const Scene& scene, const std::vector<Face>& faces, const PictureOptions& options);

/// For each contact whether its force is shown as that on the second body: of two bodies the one that moves, of two
/// that move the one that is carried.
std::vector<bool> shown_on_second(const Scene& scene, const std::vector<ContactForce>& contacts);

/// Where the light comes from, unit.
Vec3 light_of(const Scene& scene);
Vec3 background();
/// A surface's colour without shadow: `lit` is the share of the light that reaches it.
Vec3 shaded(const Vec3& colour, const Vec3& normal, const Vec3& light, const Vec3& up, double lit);
/// The share of the background in what is `distance` away.
double haze_at(const Camera& camera, double distance);

}  // namespace stickslip::view
