#pragma once

#include <vector>

#include "model/collision/active_set.h"
#include "model/constraints/contacts.h"
#include "model/constraints/mobility.h"
#include "model/constraints/rows.h"
#include "model/core/derived.h"
#include "model/core/state.h"
#include "model/forces/forces.h"
#include "model/lcp/solve.h"
#include "model/math/parabola.h"
#include "model/math/untouched.h"
#include "model/workspace/followers.h"

namespace stickslip {

/// The step's problem in the solver's terms: storage for lcp::Problem and lcp::Solution.
struct ProblemStorage {
  Span<const lcp::BodyInverse> inverse_mass;  // of the effective mass M~: of Derived, or the scheme's own
  Span<double> momentum;                      // r, 6 per body
  Span<lcp::Row> rows;                        // one per ConstraintRow, same order
  Span<lcp::Contact> contacts;                // one per contact point, then one per follower
  int row_count = 0;
  int contact_count = 0;
  int follower_count = 0;
  lcp::Solution solution;

  Span<const double> impulse() const { return {solution.impulse.data(), row_count}; }
};

/// What touched a sensor during one step, summed over its contact points; world axes.
struct SensorSum {
  double impulse[3];
  double angular[3];   // about the first body's centre of mass
  double friction[3];  // the tangential part of impulse
  double normal;
  double slip;         // m/s, fastest tangential motion of a loaded point
  double points;       // loaded ones, the most of any solve
  double points_here;  // of the solve at hand
  double moment[3];    // m N s: normal impulses times where they act
  double peak;         // N s, normal impulse of one solve, the largest
  double peak_here;    // of the solve at hand
};

/// What constraints did during one step, impulses summed over its solves; divided by the step they are average forces.
struct StepImpulses {
  Span<double> joint;       // 6 per joint: impulse and angular impulse at the anchor, world axes, parent on child
  Span<double> coordinate;  // Layout::kJointLoads per joint: by CoordinateLoad and coordinate, on the child
  Span<double> gear;        // 1 per gear
  Span<SensorSum> sensor;   // 1 per sensor
  Span<double> spring;      // 1 per spring: along its line, positive in tension
  Span<double> torsion;     // 3 per spring: angular impulse of a torsional one on its second body, world axes
  Span<double> bushing;     // 6 per bushing: impulse and angular impulse on its second body at its frame, world axes
  double drive_work = 0;    // J, of drives in impacts
};

/// How bodies move within a pass. Straight: displacement grows evenly and velocity changes evenly; else the cubic that
/// has the displacement and velocities of both ends (P04 section 6).
struct Path {
  bool straight = true;
  Span<double> displacement;  // 6 per body over the whole pass: m in the world, rad in the body
  Span<double> velocity;      // 6 per body at its end
};

/// Pairs of shapes, and stops, that have rebounded within the step.
struct Rebounds {
  Span<int> pairs;  // ContactPoint::pair
  int count = 0;
  int earlier = 0;  // of these, before the instant at hand
};

/// What the solves of one pass have shown about a contact that begins to slide or to open.
struct Onset {
  std::uint64_t id = 0;
  int tries = 0;
  double h = 0;     // s, length of the pass that showed it
  double rate = 0;  // m/s^2, its speed in that solution over h
};

/// What a drive or dry friction did in a pass, and what its coordinate should end with.
struct Held {
  double impulse = 0;   // N s
  double speed = 0;     // m/s or rad/s
  double position = 0;  // m or rad
  bool holds = false;   // false: it asks for no speed
  int slid = 0;         // the sign of the coordinate's speed within the pass; 0: none to speak of
  bool kept = false;    // it had the position all the way, within its bounds
};

/// What the solver may still spend of a step's cap, in multiplications: what every problem costs whatever happens is
/// set aside, and of the rest a problem may have half, so that those after it are never left without.
struct SolverBudget {
  double fixed = 0;  // of every problem, at most
  double most = 0;   // of a step, beyond that
  double left = 0;
  void refill() { left = most; }
  double affords() const { return 0.5 * left; }
  void charge(double spent) { left -= spent > fixed ? spent - fixed : 0; }
};

/// Memory that a workspace for this model takes with so many workers, near enough. In bytes.
double workspace_bytes(const Model& model, int workers = 1);

/// Of the solver in a step of this model.
SolverBudget solver_budget(const Model& model);

/// Every buffer of a step, sized once from the model. Results never depend on what it held before.
struct Workspace {
  explicit Workspace(const Model& model, const Jobs& jobs = {});
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  Memory memory;  // of everything that is plain numbers; the vectors below hold the rest
  std::vector<BodyPose> poses_storage;
  UntouchedVector<ContactPoint> points_storage;
  UntouchedVector<Tangents> tangents_storage;
  UntouchedVector<Tangents> axes_storage;
  UntouchedVector<ConstraintRow> rows_storage;
  std::vector<BodyPose> start_poses_storage;
  std::vector<BodyPose> path_poses_storage;
  UntouchedVector<ContactPoint> candidates_storage;
  std::vector<int> loads_at_storage;
  std::vector<unsigned char> in_linkage_storage;
  std::vector<int> towards_world_storage;
  std::vector<int> next_welded_storage;
  std::vector<int> next_wheel_storage;
  std::vector<Stop> stops_storage;
  Derived derived;
  Span<const double> inputs;   // of the step
  Span<BodyPose> poses;        // where rows are made: q, or the geometry point of the scheme
  Span<BodyPose> start_poses;  // at the beginning of the pass
  Span<BodyPose> path_poses;   // at some time within it
  Motion path_motion;          // scratch for these
  Path path;
  const bool springs_lie_ahead;  // rows of contacts that are springs are made at the geometry point, as all others
  Span<double> ahead;            // 6 per body: the velocity with which rows are taken ahead; of first order, of a sweep
  Rebounds rebounds;
  Span<double> turning;  // 6 per body: the velocity by which axes of rotors turn within the pass
  Onset onset;
  Span<Held> held_coordinates;  // Layout::kJointLoads per joint: drives and friction in the last pass
  ContactSet candidates;  // what may touch within the pass; schemes that locate events make rows of the closed ones
  Forces forces;
  Reach reach;
  NearShapes near;
  ContactSet contacts;      // what rows are made of
  Span<Tangents> tangents;  // 1 per contact point
  Span<Tangents> axes;      // of rolling, 1 per contact point that may resist it
  Followers followers;
  RowSet rows;
  Span<double> magnitude;                    // 6 per body: sum of the magnitudes of the impulses on it
  Span<double> gyration;                     // dg: change of body rates by the gyroscopic torque, 3 per body
  Span<unsigned char> loaded;                // 1 per body: a constraint acted on it
  Span<unsigned char> reports_mean;          // 1 per body: what it reports is w, not v; of the pass at hand
  Span<lcp::BodyInverse> effective_inverse;  // of M~, for schemes whose M~ is not M
  Span<int> loads_at;                        // 1 per body: joints and springs between points that pull at it
  Span<unsigned char> in_linkage;            // 1 per joint: see constraints/linkages.h
  Holders holders;                           // see constraints/mobility.h
  Span<double> stiffness;                    // 9 per body, row-major: what loads add to its part of M~
  Span<int> touches;                         // 1 per body: its contacts that carry force
  Span<double> compression;                  // 1 per contact: normal impulse of an impact's first phase
  Span<int> group;                           // 1 per body: the first of those it hangs together with
  Span<double> raised;                       // J, 1 per body: what its group has gained, or may not
  Span<double> moving;                       // J, 1 per body: kinetic energy of its group
  Span<double> owned;                        // J, 1 per body: kinetic and of gravity, as a pass begins
  Span<double> stored;                       // J, 1 per spring, then 1 per bushing: as a pass begins
  Span<double> spinning;                     // J, 1 per joint: of its rotors and dampers, as a pass begins
  Span<int> link;                            // 1 per body: the joint or contact that ties it to what is fixed
  Span<int> order;                           // bodies as they were reached on such ties
  Span<double> handed;                       // 6 per body: impulse that goes through it, about the world's origin
  Span<double> kept_velocity;                // 6 per body, of a solution without rebounds: schemes/shares.h
  Span<double> kept_impulse;                 // 1 per row
  Span<Parabola> rise;                       // J, 1 per body at the first of a group: of its energy, by the share
  Span<Parabola> pull;                       // J, likewise: what forces over a step add to it
  Span<double> held;                         // J, likewise: by contacts, for their rebounds
  Span<double> share;                        // likewise: of the rebounds
  Span<double> push_out;                     // m/s, 1 per contact: with which its overlap is undone
  ProblemStorage problem;
  StepImpulses impulses;
  SolverBudget budget;
  double multiplications = 0;  // of the solver since the step began
  lcp::Workspace lcp;
};

/// Whether a contact or stop gives way as a spring, whose energy counts.
inline bool is_spring(const ContactPoint& point, const Workspace& work) {
  return point.stop >= 0 ? work.derived.compliance[point.surface] > 0 : work.derived.damping[point.surface] >= 0;
}

/// A spring acts at one point of both bodies: at the nearest ones its friction would turn them by how deep it is.
inline void join_ends_of_spring(ContactPoint& point, const Workspace& work) {
  if (point.stop < 0 && is_spring(point, work)) point.p_first = point.p_second = 0.5 * (point.p_first + point.p_second);
}

/// Whether the rows of a contact are made where the pass begins. Those of a spring are: between convex shapes no way
/// leads deeper than the gradient there says. `trapezoidal` has all rows in the middle of its way.
inline bool lies_at_start(const ContactPoint& point, const Workspace& work) {
  return !work.springs_lie_ahead && is_spring(point, work) && point.stop < 0;
}

/// Where the bodies are for the rows of a contact.
inline Span<const BodyPose> poses_of(const ContactPoint& point, const Workspace& work) {
  return lies_at_start(point, work) ? work.start_poses : work.poses;
}

/// Whether nothing acts between the bodies of a joint: a rope at none of the stops that `holds(contact)` is true for.
template <class Holds>
bool is_slack(int joint, const Workspace& work, Holds&& holds) {
  if (work.derived.slack[joint] == 0) return false;
  for (int c = 0; c < work.contacts.count; ++c) {
    const int stop = work.contacts.storage[c].stop;
    if (stop < 0 || work.derived.stops[stop].gear >= 0 || work.derived.stops[stop].joint != joint) continue;
    if (holds(c)) return false;
  }
  return true;
}

}  // namespace stickslip
