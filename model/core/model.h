#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/math/real.h"

/// The model: what the user wrote, resolved. Immutable after loading; parts refer to each other by index.
///
/// Frames. W is the world, B a body's frame as the user gave it, I the body's inertial frame: origin in the centre of
/// mass, axes along the principal axes of inertia. The engine works in I; everything attached to a body is stored in I.
/// p_IS is the position of S's origin in I, q_IS the rotation that takes S's axes to I's.
/// Planar worlds use the same fields with z = 0 and rotations about z; only the z component of inertias counts there.
namespace stickslip {

constexpr int kWorld = -1;     // in place of a body: the fixed frame
constexpr int kAnything = -2;  // in place of a sensor's second body: everything

enum class Scheme : int { euler, stabilised, trapezoidal, spook };
/// Schemes under which contacts with a compliance are springs, damped by their restitution.
constexpr bool contacts_are_springs(Scheme scheme) {
  return scheme != Scheme::spook;
}
enum class Solver : int { automatic, lemke, pivot, pgs, split, newton };
constexpr bool can_solve_round_cones(Solver solver) {
  return solver != Solver::lemke && solver != Solver::pivot;
}
/// Solvers of dense matrices.
constexpr bool is_dense(Solver solver) {
  return solver == Solver::lemke || solver == Solver::pivot;
}
enum class ShapeType : int { sphere, box, capsule, plane, point, cylinder, ellipsoid, hull, mesh };
constexpr int kShapeTypes = static_cast<int>(ShapeType::mesh) + 1;  // a disk is a planar sphere, a polygon a planar
                                                                    // hull, a heightfield and a polyline a mesh
enum class JointType : int {
  hinge,
  slider,
  ball,
  fixed,
  distance,
  universal,
  cylindrical,
  planar,
  screw,
  point_on_line,
  point_on_plane,
  rope,         // a distance that is a coordinate, between limits
  rolling,      // a wheel on a plane of the parent; in the plane a disk on a line
  rolling_ball  // a ball on a plane of the parent
};
constexpr int kJointTypes = static_cast<int>(JointType::rolling_ball) + 1;
constexpr int kMostCoordinates = 3;   // of one joint; see core/joint_kind.h
constexpr double kUnlimited = 1e300;  // in place of a limit that a coordinate does not have

/// How far constraints give way under spook; negative: not given.
struct Softness {
  double compliance = -1;          // eps, m/N
  double angular_compliance = -1;  // eps of rows without linear part, rad/(N m)
  double relaxation_time = -1;     // tau, s
};

/// How the numbers of two materials make one.
enum class Combination : int { geometric_mean, mean, least, largest, product };
constexpr int kCombinations = static_cast<int>(Combination::product) + 1;

struct Material {
  std::string name;
  double friction = 0;  // along the grain of its shapes
  double restitution = 0;
  double compliance = -1;  // m/N of one contact point; negative: not given
  double rolling = 0;      // m, torque that resists rolling over normal force
  double spinning = 0;     // m, likewise of turning about the normal
  double across = 1;       // friction across the grain over that along it
};

/// Overrides the combination rules (of the model; compliance: the sum) for two materials.
struct MaterialPair {
  int first = 0;
  int second = 0;
  double friction = 0;
  double restitution = 0;
  double compliance = -1;
  double rolling = -1;  // negative: by the rule of friction
  double spinning = -1;
};

struct Body {
  std::string name;
  bool fixed = false;            // part of the world: infinite mass
  bool rotates = true;           // false: a point mass
  double mass = 0;               // kg
  Vec3 inertia = Vec3::Zero();   // kg m^2, principal, about the centre of mass
  Vec3 p_BI = Vec3::Zero();      // m, the centre of mass in the body
  Quat q_BI = Quat::Identity();  // principal axes in the body
  Vec3 p_WB = Vec3::Zero();      // m, reference configuration
  Quat q_WB = Quat::Identity();
  double angle = 0;                      // rad, planar worlds: may exceed 2 pi
  Vec3 velocity = Vec3::Zero();          // m/s, of the body's origin, world axes
  Vec3 angular_velocity = Vec3::Zero();  // rad/s, world axes
  bool has_velocity = false;             // the file gives a velocity or an angular velocity
  bool is_belt = false;                  // its surface moves over it
  Vec3 surface_velocity = Vec3::Zero();  // m/s, body axes: of the surface against the body, as friction feels it
};

struct Shape {
  int body = 0;
  int material = 0;
  ShapeType type = ShapeType::sphere;
  Vec3 p_IS = Vec3::Zero();
  Quat q_IS = Quat::Identity();
  Vec3 grain = Vec3::Zero();      // unit, in the shape's axes: where its material has one; else 0
  Vec3 half_size = Vec3::Zero();  // m, box: half edges; ellipsoid: half axes
  double radius = 0;       // m, sphere, capsule, cylinder; hull, mesh: of the ball about its origin that holds it
  double half_length = 0;  // m, capsule and cylinder: half of the straight part, along the shape's z (capsules in
                           // planar worlds: x); hull: half of its least width
  int first_point = 0;     // hull, mesh: where its part of the model's geometry begins, and how long that is
  int point_count = 0;
  int first_facet = 0;  // planar hulls have none: an edge goes from each corner to the next
  int facet_count = 0;
  int first_piece = 0;  // mesh
  int piece_count = 0;
  int first_flat = 0;
  int flat_count = 0;
  int first_bounds = 0;
  // A plane passes through the shape's origin; its outward normal is the shape's z (y in planar worlds).
};

/// A flat side of a hull.
struct Facet {
  Vec3 normal = Vec3::Zero();  // unit, outwards, in the shape's axes
  int first_corner = 0;        // index into Geometry::corners
  int corner_count = 0;
};

/// A piece of a mesh: a triangle, in planar worlds a line from its first corner to its second. Side k goes from corner
/// k to the next one; that of a line is its end k. All indices count from their shape's first.
struct MeshPiece {
  int corners[3] = {0, 0, 0};    // counter-clockwise from outside; of a line the free side is on its left
  int across[3] = {-1, -1, -1};  // the piece on the other side of side k; -1: none
  int flat = 0;                  // in which it lies
};

/// The plane of all pieces of a mesh that hang together and lie in one.
struct MeshFlat {
  Vec3 normal = Vec3::Zero();  // unit, outwards, in the shape's axes
  double height = 0;           // m, of the plane along it
};

/// A box with edges along the axes of its shape.
struct Bounds {
  Vec3 low = Vec3::Zero();  // m
  Vec3 high = Vec3::Zero();
};

/// What hulls and meshes consist of, all shapes one after the other. A hull's origin lies inside it. Planar hulls go
/// around counter-clockwise.
struct Geometry {
  std::vector<Vec3> points;  // m, in the axes of their shape
  std::vector<Facet> facets;
  std::vector<int> corners;       // of facets, counter-clockwise from outside: points, counted from their shape's first
  std::vector<MeshPiece> pieces;  // in the order of the tree over them: core/mesh_tree.h
  std::vector<MeshFlat> flats;
  std::vector<Bounds> bounds;  // of the nodes of that tree
};

constexpr int kMostHullPoints = 64;
constexpr int kMostMeshPieces = 1000000;

/// Where a coordinate ends, under the rules of contact. Below -kUnlimited/2 or beyond kUnlimited/2 it does not.
struct Limits {
  double lower = -kUnlimited;  // rad or m
  double upper = kUnlimited;
  double restitution = 0;
  double compliance = 0;  // rad/(N m) or m/N; 0: rigid

  bool has_lower() const { return lower > -0.5 * kUnlimited; }
  bool has_upper() const { return upper < 0.5 * kUnlimited; }
};

/// What a drive is told to do; the numbers are those of the input `drive.mode`.
enum class DriveMode : int { force, velocity, position, locked };
constexpr int kDriveModes = static_cast<int>(DriveMode::locked) + 1;

struct Drive {
  bool given = false;
  DriveMode mode = DriveMode::force;  // at the start
  double stiffness = 0;               // N/m, N m/rad of a position drive
  double damping = 0;                 // N s/m, N m s/rad likewise
  double most = kUnlimited;           // N, N m; kUnlimited: whatever it takes
  double target = 0;                  // at the start: m/s, rad/s of a velocity drive, m, rad of a position drive
};

/// A relative motion that a joint leaves, the same whatever joint it belongs to.
struct Coordinate {
  double start_position = 0;  // rad or m
  double start_velocity = 0;  // rad/s or m/s
  double damping = 0;         // N s/m or N m s/rad
  Limits limits;
  double friction = -1;     // N or N m, at which it breaks away and with which it slides; negative: not given
  double coefficient = -1;  // of what friction there is besides, over the force that the joint carries; likewise
  double lever = 1;         // m, at which that force is rubbed where the coordinate turns
  double armature = -1;     // kg or kg m^2 of the rotor as the coordinate feels it; negative: not given
  Drive drive;
};

/// Joint frames P (on the parent) and C (on the child) coincide in the reference configuration; their x is the axis.
/// Where the child rolls, P stands on the parent's plane with x its normal, and C in the child's centre with x the
/// wheel's axis.
struct Joint {
  std::string name;
  JointType type = JointType::hinge;
  int parent = kWorld;
  int child = kWorld;
  bool has_start = false;       // its coordinates start where the model says
  bool has_start_rate = false;  // and move as it says
  Vec3 p_IP = Vec3::Zero();     // in the parent's inertial frame; in W when the parent is the world
  Quat q_IP = Quat::Identity();
  Vec3 p_IC = Vec3::Zero();  // in the child's inertial frame
  Quat q_IC = Quat::Identity();
  double length = 0;                           // m, distance joints
  double pitch = 0;                            // m a turn, screws
  double radius = 0;                           // m, of what rolls
  Coordinate coordinates[kMostCoordinates];    // the first ones, as joint_kind.h says
  Quat start_orientation = Quat::Identity();   // ball: child's joint frame in the parent's
  Vec3 start_angular_velocity = Vec3::Zero();  // ball: of the child in the parent, parent's joint axes
  Softness softness;
};

struct GearTerm {
  int joint = 0;
  int coordinate = 0;
  double ratio = 0;
};

/// A linear relation between coordinates: sum of ratio times coordinate = offset, or within half the backlash of it.
struct Gear {
  std::string name;
  std::vector<GearTerm> terms;
  double offset = 0;
  double backlash = 0;
  double restitution = 0;  // where the play ends
};

/// Between two points, along the coordinate of a joint (about a hinge's axis, in rad), or between two orientations.
struct Spring {
  std::string name;
  int first = kWorld;              // the joint's parent
  int second = kWorld;             // the joint's child
  int joint = -1;                  // whose coordinate it acts along; -1: between the bodies
  int coordinate = 0;              // of the joint, from 0
  bool torsional = false;          // between their orientations, not between two points
  Quat q_rest = Quat::Identity();  // torsional, in space: of the second inertial frame in the first, without torque
  Vec3 p_IA = Vec3::Zero();        // anchor on the first body
  Vec3 p_IB = Vec3::Zero();        // anchor on the second body
  double stiffness = 0;            // N/m, N m/rad
  double damping = 0;              // N s/m, N m s/rad
  double rest_length = 0;          // m, rad; along a joint: the coordinate without force

  bool between_points() const { return joint < 0 && !torsional; }
};

/// Stiffness and damping between two bodies in all directions. With x the displacement and the turn vector of a frame
/// on the second body from one on the first, in the axes of the latter, and 0 in the reference configuration: K x +
/// D x'. Both are given along the directions in which both are diagonal,
///
///   K = sum of k u u',   D = sum of d u u'
struct BushingDirection {
  double u[6] = {};      // of x: displacement, turn; in the plane x, y and the turn about z
  double stiffness = 0;  // k, N/m, N m/rad where it turns
  double damping = 0;    // d, N s/m, N m s/rad
};

constexpr int kMostDirections = 6;

struct Bushing {
  std::string name;
  int first = kWorld;
  int second = kWorld;
  Vec3 p_IA = Vec3::Zero();  // the frame on the first body
  Quat q_IA = Quat::Identity();
  Vec3 p_IB = Vec3::Zero();  // the frame on the second body
  Quat q_IB = Quat::Identity();
  bool diagonal = true;  // its directions are the axes of the frame, displacements first
  int count = 0;         // of directions
  BushingDirection directions[kMostDirections];
};

/// A force at a body's centre of mass: amplitude * cos(frequency * t + phase), t the time simulated so far.
struct OscillatingForce {
  int body = 0;
  Vec3 amplitude = Vec3::Zero();  // N, world axes
  double frequency = 0;           // rad/s
  double phase = 0;               // rad
};

struct Frame {
  std::string name;
  int body = 0;
  Vec3 p_IF = Vec3::Zero();
  Quat q_IF = Quat::Identity();
};

struct Sensor {
  std::string name;
  int first = 0;
  int second = kAnything;
  double range = 1.0;  // m, the gap is capped here
};

/// Bodies whose shapes never touch each other, the lower index first.
struct BodyPair {
  int first = 0;
  int second = 0;
};

/// Two shapes, the lower index first.
struct ShapePair {
  int first = 0;
  int second = 0;
};

struct StabilisedOptions {
  double stabilisation = 1.0;     // kappa, share of a penetration undone per step
  double push_out_speed = 1e300;  // m/s, cap on the speed that undoes a penetration
  double threshold_speed = 1e-3;  // m/s, impacts slower than this do not bounce
  bool staged_impacts = false;    // resolved in an instant before the step, not over two steps
};

struct EulerOptions {
  double threshold_speed = 1e-3;
  int max_events = 50;
  bool projection = true;
  bool bounded_impacts = true;  // Poisson's hypothesis, but no more energy than before; false: as printed
};

struct TrapezoidalOptions {
  double alpha = 0.5;
  double gamma = 0.5;
  bool locate_transitions = true;
  double threshold_speed = 1e-3;
  int max_events = 50;
  bool projection = true;
  bool bounded_impacts = true;  // Poisson's hypothesis, but no more energy than before; false: as printed
};

struct SpookOptions {
  Softness softness;  // of joints and contacts without their own; not given: 1e-6 of what moves, 2 h
  double creep = -1;  // gamma, m/(N s): sliding speed per friction force while sticking; negative: 1e-10 of what moves
  double threshold_speed = 1e-3;
};

/// How much of the stiffness that joints have across their load a step takes into its mass: what an explicit step
/// cannot carry, all of it (schemes of order one), nothing.
enum class GeometricStiffness : int { automatic, whole, none };

/// Order of a sweep: contact by contact, each with its friction as one problem; each contact's normal and then its
/// friction; or all normals before all friction.
enum class SweepOrder : int { block, separate, normals_first };

/// What a solver may cost, where it has a number for that.
struct SolverOptions {
  int factorisations = 0;      // automatic: of bodies that touch, at most; 0: as many as an exact answer takes
  double multiplications = 0;  // automatic: of a step, beyond what its problems cost in any case; 0: as it takes
  int sweeps = 0;              // pgs: at most; split: between two direct solutions; 0: the solver's default
  int rounds = 1;              // split: of sweeps and a direct solution
  SweepOrder order = SweepOrder::block;
  double tolerance = 1e-10;  // residual up to which a step counts as solved
};
constexpr int kMostFactorisations = 1000;
constexpr double kMostMultiplications = 1e15;
constexpr int kMostSweeps = 100000;
constexpr int kMostSolverRounds = 1000;
constexpr double kFinestTolerance = 1e-10;
constexpr double kRoughestTolerance = 0.1;

struct StepOptions {
  double size = 0.001;  // s
  Scheme scheme = Scheme::stabilised;
  Solver solver = Solver::automatic;
  SolverOptions solver_options;
  int cone_edges = 8;       // of the friction polygon in 3D
  bool round_cone = false;  // the round Coulomb cone in place of the polygon
  int max_contacts = 0;     // capacity, contact points per step
  GeometricStiffness geometric_stiffness = GeometricStiffness::automatic;
  StabilisedOptions stabilised;
  EulerOptions euler;
  TrapezoidalOptions trapezoidal;
  SpookOptions spook;
};

/// Name patterns (* crosses dots) of what is exposed; without `given` the defaults of the format hold.
struct Selection {
  bool given = false;
  std::vector<std::string> patterns;
};

struct Interface {
  Selection inputs;
  Selection outputs;
  Selection parameters;
};

struct Model {
  std::string name;
  std::string description;
  bool planar = false;
  Vec3 gravity = Vec3::Zero();  // m/s^2
  Combination friction_rule = Combination::geometric_mean;
  Combination restitution_rule = Combination::largest;
  StepOptions step;
  double stop = 1.0;  // s, default experiment
  std::vector<Material> materials;
  std::vector<MaterialPair> material_pairs;
  std::vector<Body> bodies;
  std::vector<Shape> shapes;
  Geometry geometry;
  std::vector<Joint> joints;
  std::vector<Gear> gears;
  std::vector<Spring> springs;
  std::vector<Bushing> bushings;
  std::vector<OscillatingForce> forces;
  std::vector<Frame> frames;
  std::vector<Sensor> sensors;
  std::vector<BodyPair> apart;  // in ascending order
  Interface interface;
};

/// Whether position drift is projected away at the end of a step.
inline bool projects_drift(const Model& model) {
  const StepOptions& step = model.step;
  return (step.scheme == Scheme::euler && step.euler.projection) ||
         (step.scheme == Scheme::trapezoidal && step.trapezoidal.projection);
}

/// Whether the default scheme resolves impacts in an instant.
inline bool resolves_impacts_in_stages(const Model& model) {
  return model.step.scheme == Scheme::stabilised && model.step.stabilised.staged_impacts;
}

inline const Body& body_at(const Model& model, int body) {
  return model.bodies[static_cast<std::size_t>(body)];
}
/// True for the world too.
inline bool is_fixed(const Model& model, int body) {
  return body < 0 || body_at(model, body).fixed;
}
inline const Shape& shape_at(const Model& model, int shape) {
  return model.shapes[static_cast<std::size_t>(shape)];
}
/// A pair of shapes as one number; those of all pairs are less than pair_end.
inline int pair_of(const Model& model, int first, int second) {
  return first * static_cast<int>(model.shapes.size()) + second;
}
inline ShapePair shapes_of(const Model& model, int pair) {
  const int shapes = static_cast<int>(model.shapes.size());
  return {pair / shapes, pair % shapes};
}
inline int pair_end(const Model& model) {
  return static_cast<int>(model.shapes.size() * model.shapes.size());
}
/// What rubs in a pair as one number: its materials. Those of all pairs are less than surface_end.
inline int surface_of_materials(int first, int second) {
  const int high = first > second ? first : second;
  return high * (high + 1) / 2 + (first > second ? second : first);
}
inline int surface_end(const Model& model) {
  return static_cast<int>(model.materials.size() * (model.materials.size() + 1) / 2);
}
inline int surface_of(const Model& model, int pair) {
  const ShapePair shapes = shapes_of(model, pair);
  return surface_of_materials(shape_at(model, shapes.first).material, shape_at(model, shapes.second).material);
}
inline const Joint& joint_at(const Model& model, int joint) {
  return model.joints[static_cast<std::size_t>(joint)];
}
inline const Bushing& bushing_at(const Model& model, int bushing) {
  return model.bushings[static_cast<std::size_t>(bushing)];
}
inline const Gear& gear_at(const Model& model, int gear) {
  return model.gears[static_cast<std::size_t>(gear)];
}

/// How many coordinates the gear with most of them has.
inline int most_gear_terms(const Model& model) {
  std::size_t most = 0;
  for (const Gear& gear : model.gears) most = gear.terms.size() > most ? gear.terms.size() : most;
  return static_cast<int>(most);
}

}  // namespace stickslip
