#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/core/model.h"
#include "tests/benchmark/motion/math.h"

/// A mechanism as a user would describe it, and what a judge knows of it without asking the engine. Planar worlds lie
/// in z = 0 and turn about z.
namespace stickslip::motion {

struct Patch {  // a shape of a body
  ShapeType type = ShapeType::sphere;
  double radius = 0;             // m
  double length = 0;             // m, capsule and cylinder: the straight part
  Vec3 size = Vec3::Zero();      // m, box: full edges; ellipsoid: full axes
  std::vector<Vec3> points;      // m, hulls and polygons
  Vec3 position = Vec3::Zero();  // m, in the body
  Quat rotation = Quat::Identity();
  double angle = 0;  // rad, planar worlds
};

struct Part {  // a body
  std::string name;
  bool fixed = false;
  bool rotates = true;
  double mass = 1;              // kg
  Vec3 inertia = Vec3::Ones();  // kg m^2, principal, about the centre of mass; planar: z
  Vec3 com = Vec3::Zero();      // m, in the body
  Vec3 position = Vec3::Zero();
  Quat rotation = Quat::Identity();
  double angle = 0;
  Vec3 velocity = Vec3::Zero();          // of its origin
  Vec3 angular_velocity = Vec3::Zero();  // world axes
  bool has_velocity = true;              // false: joints give it
  int material = 0;
  std::vector<Patch> patches;
};

/// What keeps a coordinate at a speed, at a position, or where it is.
struct Motor {
  DriveMode mode = DriveMode::force;  // force: there is none
  double target = 0;
  double stiffness = 0;
  double damping = 0;
  double most = kUnlimited;  // N m or N
};

/// What a hinge or a slider has along its coordinate.
struct Fittings {
  double friction = 0;  // N m or N
  double armature = 0;  // kg m^2 or kg
  double lower = -kUnlimited;
  double upper = kUnlimited;
  double restitution = 0;  // of the limits
  Motor motor;

  bool limited() const { return lower > -kUnlimited || upper < kUnlimited; }
};

struct Link {  // a joint; a rope is longer than 0 and shorter than the upper limit of its fittings
  std::string name;
  JointType type = JointType::hinge;
  int parent = kWorld;
  int child = kWorld;
  Vec3 anchor = Vec3::Zero();
  Vec3 far_anchor = Vec3::Zero();  // of distances, on the child
  Vec3 axis = Vec3::UnitZ();
  double damping = 0;
  double start = 0;       // rad or m
  double start_rate = 0;  // rad/s or m/s
  Vec3 start_turning = Vec3::Zero();
  Fittings fittings;

  bool is_line() const { return type == JointType::distance || type == JointType::rope; }
};

/// A gear: the sum of ratio times coordinate is 0, or up to half the backlash off.
struct Cog {
  std::string name;
  std::vector<int> links;
  std::vector<double> ratios;
  double backlash = 0;
};

struct Coil {  // a spring between two points, or along the coordinate of a joint
  std::string name;
  int first = kWorld;
  int second = kWorld;
  int link = -1;
  Vec3 anchor = Vec3::Zero();
  Vec3 far_anchor = Vec3::Zero();
  double stiffness = 0;
  double damping = 0;
  double rest = 0;  // m, or rad or m of the joint
};

struct Surface {
  double friction = 0;
  double restitution = 0;
  double rolling = 0;   // m
  double spinning = 0;  // m
};

/// An input: offset + amplitude cos(frequency t + phase), held over a step.
struct Drive {
  enum Kind { force, torque, joint } kind = force;  // on a body in the world's axes; about or along a joint's axis
  int on = 0;
  Vec3 direction = Vec3::UnitX();
  double offset = 0;
  double amplitude = 0;
  double frequency = 0;
  double phase = 0;

  double at(double time) const;
};

/// What a scene promises beyond the laws.
enum class Promise { none, smooth, passes, stopped, steady };

struct Scene {
  std::string family;
  std::uint64_t seed = 0;
  bool planar = false;
  Vec3 gravity = Vec3::Zero();
  double h = 1e-3;
  int steps = 100;
  Scheme scheme = Scheme::stabilised;
  std::vector<Surface> surfaces;
  std::vector<Part> parts;
  std::vector<Link> links;
  std::vector<Cog> cogs;
  std::vector<Coil> coils;
  std::vector<Drive> drives;
  Promise promise = Promise::none;
  bool symmetric = false;  // several things happen at the same time: round-off decides which is first

  bool has_contacts() const;
  const Surface& surface_of(int part) const;
  bool is_powered() const;  // by inputs or motors
  bool has_fittings() const;
  double friction_of(int a, int b) const;     // of two bodies; geometric mean
  double restitution_of(int a, int b) const;  // the larger one
  double rolling_of(int a, int b) const;      // geometric mean
  double spinning_of(int a, int b) const;     // likewise
};

const char* name_of(Scheme scheme);

/// Radius about the centre of mass that holds all of a body's shapes; infinite with a plane.
double radius_of(const Part& part, bool planar);

/// Sensors and frames that the judge reads, with the indices they get in the model file.
struct Probes {
  struct Touch {
    int first = 0;
    int second = kAnything;
  };
  explicit Probes(const Scene& scene);

  std::vector<Touch> touches;      // sensors: every moving body against everything, then pairs
  std::vector<int> frame_of_part;  // first of a body's frames: at the centre of mass, then 1 m along its axes; -1
};

/// The scene as a model file.
std::string to_toml(const Scene& scene);

/// Values of the inputs as an input file of the command line; empty without inputs.
std::string to_csv(const Scene& scene);

}  // namespace stickslip::motion
