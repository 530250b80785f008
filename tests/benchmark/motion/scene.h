#pragma once

#include <array>
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
  double radius = 0;         // m
  double length = 0;         // m, capsule and cylinder: the straight part
  Vec3 size = Vec3::Zero();  // m, box: full edges; ellipsoid: full axes
  std::vector<Vec3> points;  // m, hulls and polygons; of meshes their corners, of polylines from one to the next
  std::vector<std::array<int, 3>> triangles;  // of meshes in space
  int columns = 0;                            // of a heightfield, a mesh whose points are rows of so many
  Vec3 position = Vec3::Zero();               // m, in the body
  Quat rotation = Quat::Identity();
  double angle = 0;           // rad, planar worlds
  Vec3 grain = Vec3::Zero();  // in the body; 0: none
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
  int switches = 0;          // step after which the mode is another one; 0: it stays
  DriveMode then = DriveMode::force;

  /// In step k, counted from 1.
  DriveMode at(int k) const { return switches > 0 && k > switches ? then : mode; }
};

/// What a joint has along one of its coordinates.
struct Fittings {
  double friction = 0;     // N m or N
  double coefficient = 0;  // of a bearing: friction over the force that the joint carries
  double lever = 1;        // m, at which it rubs against turning; 1 where it slides
  double armature = 0;     // kg m^2 or kg
  double lower = -kUnlimited;
  double upper = kUnlimited;
  double restitution = 0;  // of the limits
  double compliance = 0;   // likewise, rad/(N m) or m/N; 0: hard
  Motor motor;

  bool limited() const { return lower > -kUnlimited || upper < kUnlimited; }
  bool rubs() const { return friction > 0 || coefficient > 0; }
  bool has_motor() const { return motor.mode != DriveMode::force || motor.switches > 0; }
  bool any() const { return rubs() || armature > 0 || limited() || has_motor(); }
};

/// A joint; a rope's length is between the limits of its only coordinate.
struct Link {
  std::string name;
  JointType type = JointType::hinge;
  int parent = kWorld;
  int child = kWorld;
  Vec3 anchor = Vec3::Zero();
  Vec3 far_anchor = Vec3::Zero();  // of distances, on the child
  Vec3 axis = Vec3::UnitZ();       // of planes their normal
  Vec3 across = Vec3::UnitX();     // square to it: the second axis of a universal joint, the first way of a plane
  Vec3 wheel = Vec3::Zero();       // axis of what rolls; balls have none
  double pitch = 0;                // m a turn, screws
  double radius = 0;               // m, of what rolls
  double damping = 0;
  double start = 0;                              // rad or m, of the first coordinate
  double start_rate = 0;                         // rad/s or m/s
  std::array<double, 2> more_starts = {{0, 0}};  // of the second and third
  std::array<double, 2> more_rates = {{0, 0}};
  Vec3 start_turning = Vec3::Zero();
  std::array<Fittings, 3> ways;  // of each coordinate

  Fittings& first() { return ways[0]; }
  const Fittings& first() const { return ways[0]; }
  bool is_line() const { return type == JointType::distance || type == JointType::rope; }
  bool rolls() const { return type == JointType::rolling || type == JointType::rolling_ball; }
  // The child's anchor leaves the parent's.
  bool slides() const;
  bool holds_turns() const;
  // The first coordinate is an angle.
  bool turns() const;
};

/// What a joint leaves, in order.
struct Way {
  bool turns = false;
};
std::vector<Way> coordinates_of(const Link& link, bool planar);

/// A bushing whose directions are its axes, displacements first; in the plane x, y and the turn.
struct Mount {
  std::string name;
  int first = kWorld;
  int second = kWorld;
  Vec3 anchor = Vec3::Zero();
  Quat rotation = Quat::Identity();
  double angle = 0;  // rad, planar worlds
  std::array<double, 6> stiffness = {{0, 0, 0, 0, 0, 0}};
  std::array<double, 6> damping = {{0, 0, 0, 0, 0, 0}};
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
  double rolling = 0;     // m
  double spinning = 0;    // m
  double across = 1;      // friction across the grain over that along it
  double compliance = 0;  // m/N; 0: hard

  double most_friction() const;
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
  std::vector<Mount> mounts;
  std::vector<Drive> drives;
  Promise promise = Promise::none;
  bool symmetric = false;  // several things happen at the same time: round-off decides which is first

  bool has_contacts() const;
  const Surface& surface_of(int part) const;
  bool gives_way() const;   // every contact is a spring, whose energy counts
  bool is_powered() const;  // by inputs or motors
  bool has_fittings() const;
  double friction_of(int a, int b) const;     // of two bodies; geometric mean, of the largest of uneven ones
  double restitution_of(int a, int b) const;  // the larger one
  double compliance_of(int a, int b) const;   // the sum
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
