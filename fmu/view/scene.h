#pragma once

#include <string>
#include <vector>

#include "fmu/view/mesh.h"
#include "model/core/model.h"
#include "model/kinematics/kinematics.h"

namespace stickslip::view {

/// A piece of a body that is drawn.
struct Part {
  int mesh = 0;
  int body = kWorld;
  Vec3 p = Vec3::Zero();  // in the body's inertial frame, or the world's
  Quat q = Quat::Identity();
  Vec3 scale = Vec3::Constant(1);
  int colour = 0;       // 0: of what is fixed; otherwise one of the palette
  bool ground = false;  // reaches further than anything: no measure of the scene
};

/// A line between points of two bodies: springs, distance joints.
struct Link {
  std::string name;
  int first = kWorld;
  int second = kWorld;
  Vec3 p_first = Vec3::Zero();  // in the inertial frames
  Vec3 p_second = Vec3::Zero();
  bool spring = false;
};

/// Where a joint is.
struct Pivot {
  std::string name;
  const char* kind = "";
  int body = kWorld;  // the one that carries it: the child, or the parent where the child is the world
  Vec3 p = Vec3::Zero();
  Vec3 axis = Vec3::Zero();  // unit; zero for joints without one
};

/// A named frame.
struct Axes {
  std::string name;
  int body = kWorld;
  Vec3 p = Vec3::Zero();
  Quat q = Quat::Identity();
};

/// What of a model can be seen, with places in the inertial frames of the bodies; together with their poses it is a
/// picture.
struct Scene {
  bool planar = false;
  Vec3 up = Vec3::UnitZ();
  Vec3 centre = Vec3::Zero();  // of what there is in the reference configuration
  double extent = 1;           // m, how far that reaches from the centre
  Vec3 facing = Vec3::Zero();  // sum of the normals of upright planes: from there they are seen
  std::vector<Vec3> feet;      // below the centre on planes that are near, in the world: part of what should be seen
  std::vector<Mesh> meshes;
  std::vector<Part> parts;
  std::vector<Link> links;
  std::vector<Pivot> pivots;
  std::vector<Axes> frames;
  std::vector<std::string> bodies;
  std::vector<bool> fixed;
};

/// `poses` are those of the beginning: they decide how large the scene is.
Scene scene_of(const Model& model, Span<const BodyPose> poses);

/// Red, green, blue from 0 to 1; colour 0 is that of what is fixed.
Vec3 palette(int colour);
constexpr int kPaletteColours = 8;

}  // namespace stickslip::view
