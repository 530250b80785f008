#pragma once

#include <functional>
#include <string>
#include <vector>

#include "model/math/real.h"

/// Scenes as plain data: described once, built by each engine's adaptor, measured by one judge.
namespace stickslip::peers {

constexpr int kWorld = -1;  // in place of a body: the fixed frame

/// The body's frame has its origin in the centre of mass and its axes along the principal axes of inertia.
struct Body {
  bool fixed = false;
  double mass = 0;              // kg
  Vec3 inertia = Vec3::Zero();  // kg m^2, principal
  Vec3 position = Vec3::Zero();
  Quat rotation = Quat::Identity();
  Vec3 velocity = Vec3::Zero();
  Vec3 angular_velocity = Vec3::Zero();  // rad/s, world axes
};

/// A planar world's sphere is a disk.
struct Shape {
  enum class Form { sphere, box, capsule, plane };
  int body = 0;
  Form form = Form::sphere;
  Vec3 position = Vec3::Zero();  // of its middle in the body
  Quat rotation = Quat::Identity();
  Vec3 half_size = Vec3::Zero();  // m, box
  double radius = 0;              // m, sphere and capsule
  double half_length = 0;         // m, capsule: of its straight part, along its z
  // A plane passes through `position`; what is behind it is solid. Its outward normal is its z, in planar worlds its y.
};

/// Holds two bodies together in a point; a hinge also turns about its axis alone. Every body is the child of one joint
/// at most, and parents come before children. Joined bodies do not collide.
struct Joint {
  enum class Kind { ball, hinge };
  Kind kind = Kind::ball;
  int parent = kWorld;
  int child = 0;
  Vec3 anchor = Vec3::Zero();  // world, at the start
  Vec3 axis = Vec3::UnitZ();   // world, at the start
};

/// A body as it moves, in world axes.
struct BodyState {
  Vec3 position = Vec3::Zero();
  Quat rotation = Quat::Identity();
  Vec3 velocity = Vec3::Zero();
  Vec3 angular_velocity = Vec3::Zero();
};
using BodyStates = std::vector<BodyState>;

/// An arm that presses: torques of its hinges carry its weight, damp it and press its last body down on what is below.
struct Press {
  double force = 0;    // N, down, at the origin of the last body's shape; 0: no arm
  double rise = 0;     // s, in which the force comes up
  double damping = 0;  // N m s/rad, each hinge
};

/// What a run has shown, for the figures of a scene.
struct History {
  BodyStates start;
  BodyStates end;
  std::vector<BodyState> watched;     // Scene::watch, at the start and after each step
  std::vector<double> normal_forces;  // N, on the last body of a press, each step
};

/// A number of the scene's own, with what it should be.
struct Figure {
  std::string name;
  std::string unit;
  double exact = 0;
  std::function<double(const struct Scene&, const History&)> measure;
};

struct Scene {
  std::string name;
  std::string says;
  bool planar = false;  // bodies move in z = 0 and turn about z, gravity is along -y
  Vec3 gravity = {0, 0, -9.81};
  double friction = 0;
  double restitution = 0;
  double h = 1.0 / 60;
  int steps = 0;
  bool rests = false;  // it comes to rest: what still moves in the last second creeps
  int watch = 0;       // the body whose path the figures need
  int contacts = 100;  // points at most, for engines that want to know
  Press press;
  std::vector<Figure> figures;
  std::vector<Body> bodies;
  std::vector<Shape> shapes;
  std::vector<Joint> joints;
};

/// Outward, in the body's axes.
Vec3 plane_normal(const Scene& scene, const Shape& plane);

/// A scene with a step it is run with.
struct SceneEntry {
  std::string name;  // "S5.1@60": scene, variant, steps a second
  Scene (*make)(double h);
  double h;
};

const std::vector<SceneEntry>& scenes();

/// True for a scene named in full, or by the beginning of its name up to a dot or an @.
bool matches(const std::string& pattern, const std::string& name);

}  // namespace stickslip::peers
