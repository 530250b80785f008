#include "model/step/payment.h"

#include <algorithm>
#include <cmath>

#include "model/constraints/bushings.h"
#include "model/constraints/coordinates.h"
#include "model/constraints/joints.h"
#include "model/constraints/springs.h"
#include "model/kinematics/joint_geometry.h"
#include "model/kinematics/kinematics.h"
#include "model/math/arithmetic.h"
#include "model/schemes/groups.h"
#include "model/step/motion_as_one.h"
#include "model/step/pressed.h"

namespace stickslip {
namespace {

constexpr double kRoundOff = 64 * 2.220446049250313e-16;  // of the energies that a gain is the difference of
constexpr int kFree = -1;                                 // Workspace::link of a body that nothing ties, ...
constexpr int kRoot = -2;                                 // ... and of one from which ties are followed

int count(std::size_t size) {
  return static_cast<int>(size);
}

double potential_energy(int body, const Workspace& work) {
  return -work.derived.mass[body] * work.derived.gravity.dot(work.poses[body].p);
}

double own_energy(int body, const State& state, const Workspace& work) {
  return kinetic_energy(work.derived, state.motion.velocity, body) + potential_energy(body, work);
}

bool moves(int body, const Workspace& work) {
  return body >= 0 && work.derived.mass[body] > 0;
}

void join_if_moving(int a, int b, Workspace& work) {
  if (moves(a, work) && moves(b, work)) join(work.group, a, b);
}

bool is_loaded(int contact, const Workspace& work) {
  return work.compression[contact] > 0;
}

bool pulls_nothing(int joint, const Workspace& work) {
  return is_slack(joint, work, [&](int contact) { return is_loaded(contact, work); });
}

// Bodies that joints, springs and loaded contacts connect: over a pass they give energy to no others.
void find_hanging_groups(const Model& model, Workspace& work) {
  part(work.group);
  for (int j = 0; j < count(model.joints.size()); ++j) {
    if (!pulls_nothing(j, work)) join_if_moving(joint_at(model, j).parent, joint_at(model, j).child, work);
  }
  for (const Gear& gear : model.gears) {
    const Joint& first = joint_at(model, gear.terms.front().joint);
    const int at = moves(first.child, work) ? first.child : first.parent;
    for (const GearTerm& term : gear.terms) {
      join_if_moving(at, joint_at(model, term.joint).parent, work);
      join_if_moving(at, joint_at(model, term.joint).child, work);
    }
  }
  for (const Spring& spring : model.springs) join_if_moving(spring.first, spring.second, work);
  for (const Bushing& bushing : model.bushings) join_if_moving(bushing.first, bushing.second, work);
  for (int c = 0; c < work.contacts.count; ++c) {
    const ContactPoint& point = work.contacts.storage[c];
    if (is_loaded(c, work)) join_if_moving(point.first_body, point.second_body, work);
  }
  settle_groups(work.group);
}

// Of a joint's rotors, and what its dampers hold.
double joint_energy(const Model& model, const Layout& layout, const State& state, int joint, const Workspace& work) {
  const double held = state.damper_banks[2 * joint] + state.damper_banks[2 * joint + 1];
  return rotor_energy(model, layout, state, joint, work.poses) + held;
}

// Springs, then bushings: what has a place in work.stored.
int store_count(const Model& model) {
  return count(model.springs.size() + model.bushings.size());
}

double stored_energy(const Model& model, const Layout& layout, const State& state, int place, const Workspace& work) {
  const int springs = count(model.springs.size());
  return place < springs ? spring_energy(model, layout, state, place, work.poses)
                         : bushing_energy(model, layout, state, place - springs, work.poses);
}

int group_of_store(const Model& model, int place, const Workspace& work) {
  const auto group = [&](const auto& store) {
    return work.group[moves(store.first, work) ? store.first : store.second];
  };
  const int springs = count(model.springs.size());
  return place < springs ? group(model.springs[static_cast<std::size_t>(place)])
                         : group(bushing_at(model, place - springs));
}

int group_of_contact(int contact, const Workspace& work) {
  const ContactPoint& point = work.contacts.storage[contact];
  return work.group[moves(point.first_body, work) ? point.first_body : point.second_body];
}

// Adds `sign` times the potential energy of each group to work.raised.
void add_potential(const Model& model, const Layout& layout, const State& state, double sign, Workspace& work) {
  for (int b = 0; b < work.group.size(); ++b) work.raised[work.group[b]] += sign * potential_energy(b, work);
  for (int s = 0; s < store_count(model); ++s) {
    work.raised[group_of_store(model, s, work)] += sign * stored_energy(model, layout, state, s, work);
  }
  for (int c = 0; c < work.contacts.count; ++c) {
    const Pressed pressed = pressed_by(model, layout, state, c, work);
    if (pressed.now > 0) work.raised[group_of_contact(c, work)] += sign * pressed.now;
  }
}

// Makes of work.raised what each group has to pay: what it has gained since its energies were noted, 0 where that is
// round-off. Of a group with springs not more than it was raised: a spring that the step is far from resolving has
// energies beside which motion is round-off, up in one step and down in the next. Contacts under `trapezoidal`, which
// has what the step does not resolve rebound in an instant, pay for what they gain between round shapes.
void find_payments(const Model& model, const Layout& layout, const State& state, Workspace& work) {
  const Span<double> gain = work.moving;
  const Span<double> size = work.handed;
  std::fill(gain.begin(), gain.end(), 0.0);
  std::fill(size.begin(), size.end(), 0.0);
  const auto add = [&](int group, double now, double before) {
    gain[group] += now - before;
    size[group] += std::fabs(now) + std::fabs(before);
  };
  for (int b = 0; b < work.group.size(); ++b) add(work.group[b], own_energy(b, state, work), work.owned[b]);
  for (int s = 0; s < store_count(model); ++s) {
    add(group_of_store(model, s, work), stored_energy(model, layout, state, s, work), work.stored[s]);
  }
  for (int j = 0; j < count(model.joints.size()); ++j) {
    const Joint& joint = joint_at(model, j);
    const int group = work.group[moves(joint.child, work) ? joint.child : joint.parent];
    add(group, joint_energy(model, layout, state, j, work), work.spinning[j]);
  }
  for (int c = 0; c < work.contacts.count; ++c) {
    const Pressed pressed = pressed_by(model, layout, state, c, work);
    if (pressed.now + pressed.before > 0) add(group_of_contact(c, work), pressed.now, pressed.before);
  }
  for (int c = 0; c < work.contacts.count; ++c) {
    if (work.springs_lie_ahead || !is_loaded(c, work) || !is_spring(work.contacts.storage[c], work)) continue;
    const int group = group_of_contact(c, work);
    gain[group] = std::min(gain[group], work.raised[group]);
  }
  for (int s = 0; s < store_count(model); ++s) {
    const int group = group_of_store(model, s, work);
    gain[group] = std::min(gain[group], work.raised[group]);
  }
  for (int b = 0; b < work.group.size(); ++b) work.raised[b] = gain[b] > kRoundOff * size[b] ? gain[b] : 0.0;
}

// A tie between two bodies: a joint, or a contact beyond them.
struct Tie {
  int first = 0;
  int second = 0;
};

int tie_count(const Model& model, const Workspace& work) {
  return count(model.joints.size()) + work.contacts.count;
}

Tie tie_at(const Model& model, int tie, const Workspace& work) {
  const int joints = count(model.joints.size());
  if (tie < joints) return {joint_at(model, tie).parent, joint_at(model, tie).child};
  const ContactPoint& point = work.contacts.storage[tie - joints];
  return {point.second_body, point.first_body};
}

// Contacts that only closing has loaded may lie between groups, of which each pays for itself.
bool is_within_a_group(const Tie& tie, const Workspace& work) {
  return !moves(tie.first, work) || !moves(tie.second, work) || work.group[tie.first] == work.group[tie.second];
}

// Trees of ties that grow from what is fixed and from roots: set work.link. The first `reached` bodies of work.order
// are on them, in the order in which they were reached; returns how many are then.
int follow_ties(const Model& model, int reached, Workspace& work) {
  const int joints = count(model.joints.size());
  const auto stands = [&](int body) { return !moves(body, work) || work.link[body] != kFree; };
  for (int last = -1; last != reached;) {
    last = reached;
    for (int t = 0; t < tie_count(model, work); ++t) {
      if (t < joints && pulls_nothing(t, work)) continue;
      if (t >= joints && (!is_loaded(t - joints, work) || work.contacts.storage[t - joints].stop >= 0)) continue;
      const Tie tie = tie_at(model, t, work);
      if (stands(tie.first) == stands(tie.second) || !is_within_a_group(tie, work)) continue;
      const int next = stands(tie.first) ? tie.second : tie.first;
      work.link[next] = t;
      work.order[reached++] = next;
    }
  }
  return reached;
}

void add3(const Vec3& value, double* to) {
  for (int k = 0; k < 3; ++k) to[k] += value[k];
}

// The tie's impulse on its second body: momentum, and angular momentum about the world's origin.
void report(const Model& model, int tie, const Vec3& linear, const Vec3& angular, Workspace& work) {
  const int joints = count(model.joints.size());
  if (tie < joints) {
    const Joint& joint = joint_at(model, tie);
    const Vec3 anchor = pose_of(work.poses, joint.child).p + joint_anchors(joint, work.poses).r_C;
    add3(linear, &work.impulses.joint[6 * tie]);
    add3(angular - anchor.cross(linear), &work.impulses.joint[6 * tie + 3]);
    return;
  }
  const ContactPoint& point = work.contacts.storage[tie - joints];
  for (int s = 0; s < work.impulses.sensor.size(); ++s) {
    bool flipped = false;
    const Sensor& sensor = model.sensors[static_cast<std::size_t>(s)];
    if (!concerns(sensor, point.first_body, point.second_body, flipped)) continue;
    const double sign = flipped ? -1.0 : 1.0;
    add3(sign * linear, work.impulses.sensor[s].impulse);
    add3(sign * (angular - work.poses[sensor.first].p.cross(linear)), work.impulses.sensor[s].angular);
  }
}

// Scales the velocity of a body beside `kept` and adds the impulse that this takes to work.handed.
void slow_down(int body, double share, const MotionAsOne& kept, State& state, Workspace& work) {
  const double* v = &state.motion.velocity[6 * body];
  const BodyPose& pose = work.poses[body];
  const Vec3 velocity = kept.velocity_at(pose.p);
  const Vec3 rate = pose.R.transpose() * kept.w;
  const Vec3 linear = (share - 1) * work.derived.mass[body] * (get3(v) - velocity);
  const Vec3 inertia = get3(&work.derived.inertia[3 * body]);
  const Vec3 angular = pose.p.cross(linear) + pose.R * ((share - 1) * inertia.cwiseProduct(get3(v + 3) - rate));
  add3(linear, &work.handed[6 * body]);
  add3(angular, &work.handed[6 * body + 3]);
  for (int k = 0; k < 3; ++k) {
    set_velocity(6 * body + k, velocity[k] + share * (v[k] - velocity[k]), state, work);
    set_velocity(6 * body + 3 + k, rate[k] + share * (v[3 + k] - rate[k]), state, work);
  }
}

// Reports what has been handed to a body, and hands it on to the other one on its tie.
void hand_on(const Model& model, int body, Workspace& work) {
  const Tie tie = tie_at(model, work.link[body], work);
  const int from = tie.second == body ? tie.first : tie.second;
  const Vec3 linear = get3(&work.handed[6 * body]);
  const Vec3 angular = get3(&work.handed[6 * body + 3]);
  const double sign = tie.second == body ? 1.0 : -1.0;
  report(model, work.link[body], sign * linear, sign * angular, work);
  if (!moves(from, work)) return;
  add3(linear, &work.handed[6 * from]);
  add3(angular, &work.handed[6 * from + 3]);
}

bool is_first_of_untied(int body, int tied, const Workspace& work) {
  if (!moves(body, work) || work.group[body] != body) return false;
  return std::none_of(work.order.begin(), work.order.begin() + tied, [&](int b) { return work.group[b] == body; });
}

// Sets work.moving to what each group can pay with, and returns how many bodies are tied to what is fixed: these pay
// with all motion, others with what they move beside their motion as one.
int find_means(const Model& model, const State& state, Workspace& work) {
  std::fill(work.link.begin(), work.link.end(), kFree);
  std::fill(work.moving.begin(), work.moving.end(), 0.0);
  const int tied = follow_ties(model, 0, work);
  for (int k = 0; k < tied; ++k) {
    const int b = work.order[k];
    work.moving[work.group[b]] += kinetic_energy(work.derived, state.motion.velocity, b);
  }
  for (int first = 0; first < work.group.size(); ++first) {
    if (work.raised[first] <= 0 || !is_first_of_untied(first, tied, work)) continue;
    double kinetic = 0;
    for (int b = first; b < work.group.size(); ++b) {
      if (work.group[b] == first) kinetic += kinetic_energy(work.derived, state.motion.velocity, b);
    }
    const MotionAsOne one = motion_as_one(model.planar, first, state, work);
    if (one.exists) work.moving[first] = std::max(0.0, kinetic - one.kinetic);
  }
  return tied;
}

double share_after_paying(int group, const Workspace& work) {
  return root(std::max(0.0, 1 - work.raised[group] / work.moving[group]));
}

void pay_on_what_is_fixed(const Model& model, int tied, State& state, Workspace& work) {
  for (int k = tied - 1; k >= 0; --k) {
    const int b = work.order[k];
    if (work.raised[work.group[b]] <= 0 || work.moving[work.group[b]] <= 0) continue;
    slow_down(b, share_after_paying(work.group[b], work), MotionAsOne(), state, work);
    hand_on(model, b, work);
  }
}

// Of what a group moves beside its motion as one there is no momentum to hand to anybody.
void pay_among_themselves(const Model& model, int group, int tied, State& state, Workspace& work) {
  work.link[group] = kRoot;
  const int reached = follow_ties(model, tied, work);
  const auto members = std::count(work.group.begin(), work.group.end(), group);
  // Where springs hold some of the bodies there is no tie to hand impulses on.
  if (members != reached - tied + 1) return;
  const MotionAsOne one = motion_as_one(model.planar, group, state, work);
  const double share = share_after_paying(group, work);
  for (int k = reached - 1; k >= tied; --k) {
    slow_down(work.order[k], share, one, state, work);
    hand_on(model, work.order[k], work);
  }
  slow_down(group, share, one, state, work);
}

// Whether what is to be closed was so far apart as the pass began.
bool began_apart(const Model& model, const Workspace& work) {
  constexpr double kApart = 1e-12;
  for (int j = 0; j < count(model.joints.size()); ++j) {
    const JointMisfit misfit = joint_misfit(model, j, work.start_poses);
    for (int k = 0; k < misfit.count; ++k) {
      if (std::fabs(misfit.rows[k].violation) > kApart) return true;
    }
  }
  return std::any_of(work.contacts.points().begin(), work.contacts.points().end(),
                     [&](const ContactPoint& point) { return point.gap < -kApart && !is_spring(point, work); });
}

void put_back(int body, State& state, const Workspace& work) {
  std::copy_n(&work.path_motion.position[3 * body], 3, &state.motion.position[3 * body]);
  std::copy_n(&work.path_motion.orientation[4 * body], 4, &state.motion.orientation[4 * body]);
  state.motion.angle[body] = work.path_motion.angle[body];
  std::copy_n(&work.kept_velocity[6 * body], 6, &state.motion.velocity[6 * body]);
  std::copy_n(&work.magnitude[6 * body], 6, &state.reported[6 * body]);
}

// Leaves to the next step what groups that hardly move cannot pay for. work.held says what each was raised by.
void put_off(const Model& model, State& state, Workspace& work) {
  const auto is_dear = [&](int group) { return work.raised[group] > work.moving[group] && work.held[group] > 0; };
  bool any = false;
  for (int b = 0; b < work.group.size(); ++b) any = any || (work.group[b] == b && is_dear(b));
  if (!any || began_apart(model, work)) return;
  for (int b = 0; b < work.group.size(); ++b) {
    if (moves(b, work) && is_dear(work.group[b])) put_back(b, state, work);
  }
  for (int b = 0; b < work.group.size(); ++b) {
    if (work.group[b] != b || !is_dear(b)) continue;
    work.raised[b] = std::max(0.0, work.raised[b] - work.held[b]);
    work.held[b] = 0;
  }
  update_poses(model, state.motion, work.poses);
}

}  // namespace

void note_energies(const Model& model, const Layout& layout, const State& state, Workspace& work) {
  for (int b = 0; b < work.poses.size(); ++b) work.owned[b] = own_energy(b, state, work);
  for (int s = 0; s < store_count(model); ++s) work.stored[s] = stored_energy(model, layout, state, s, work);
  for (int j = 0; j < count(model.joints.size()); ++j) {
    work.spinning[j] = joint_energy(model, layout, state, j, work);
  }
}

double note_drive_work(double weight, Span<const double> velocity, Workspace& work) {
  double sum = 0;
  for (int i = 0; i < work.rows.row_count; ++i) {
    const ConstraintRow& row = work.rows.rows_storage[i];
    const bool is_drive = row.role == RowRole::drive;
    if (!is_drive && !(row.role == RowRole::tangent && row.target != 0)) continue;
    const double speed = is_drive ? work.rows.speed(row, velocity) : row.target;
    const double done = weight * work.problem.solution.impulse[i] * speed;
    for (const lcp::Block& block : work.rows.blocks_of(row)) {
      if (!moves(block.body, work)) continue;
      work.owned[block.body] += done;
      break;
    }
    sum += done;
  }
  return sum;
}

void note_input_work(double time, Span<const double> velocity, Workspace& work) {
  for (int k = 0; k < work.forces.input.size(); ++k) {
    work.owned[k / 6] += time * work.forces.input[k] * velocity[k];
  }
}

void begin_raising(const Model& model, const Layout& layout, const State& state, Workspace& work) {
  find_hanging_groups(model, work);
  std::fill(work.raised.begin(), work.raised.end(), 0.0);
  add_potential(model, layout, state, -1, work);
  const Motion& before = work.path_motion;
  std::copy(state.motion.position.begin(), state.motion.position.end(), before.position.begin());
  std::copy(state.motion.orientation.begin(), state.motion.orientation.end(), before.orientation.begin());
  std::copy(state.motion.angle.begin(), state.motion.angle.end(), before.angle.begin());
  std::copy(state.motion.velocity.begin(), state.motion.velocity.end(), work.kept_velocity.begin());
  std::copy(state.reported.begin(), state.reported.end(), work.magnitude.begin());
}

Payment pay_for_raising(const Model& model, const Layout& layout, State& state, Workspace& work) {
  add_potential(model, layout, state, 1, work);
  std::copy(work.raised.begin(), work.raised.end(), work.held.begin());
  find_payments(model, layout, state, work);
  const auto sum_raised = [&] {
    double raised = 0;
    for (const double of_group : work.held) raised += std::max(0.0, of_group);
    return raised;
  };
  const auto gained = [](double gain) { return gain > 0; };
  if (std::none_of(work.raised.begin(), work.raised.end(), gained)) return {sum_raised(), false};
  const int tied = find_means(model, state, work);
  put_off(model, state, work);
  std::copy(state.motion.velocity.begin(), state.motion.velocity.end(), work.path.velocity.begin());
  std::fill(work.handed.begin(), work.handed.end(), 0.0);
  pay_on_what_is_fixed(model, tied, state, work);
  for (int b = 0; b < work.group.size(); ++b) {
    if (work.raised[b] > 0 && work.moving[b] > 0 && is_first_of_untied(b, tied, work)) {
      pay_among_themselves(model, b, tied, state, work);
    }
  }
  return {sum_raised(), true};
}

void set_velocity(int k, double value, State& state, const Workspace& work) {
  state.motion.velocity[k] = value;
  if (work.reports_mean[k / 6] == 0) state.reported[k] = value;
}

}  // namespace stickslip
