#include "model/workspace/impulses.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "model/constraints/bending.h"
#include "model/constraints/bushings.h"
#include "model/constraints/coordinates.h"
#include "model/constraints/grain.h"
#include "model/constraints/joints.h"
#include "model/constraints/springs.h"
#include "model/constraints/torsion.h"

namespace stickslip {
namespace {

void add3(const Vec3& value, double* to) {
  for (int k = 0; k < 3; ++k) to[k] += value[k];
}

bool moves(int body, const Workspace& work) {
  return body >= 0 && work.derived.mass[body] > 0;
}

// Rows of a joint follow each other: its geometry is computed once for all of them.
struct LastAnchors {
  int joint = -1;
  JointAnchors anchors;
};

// What a torque at the pose of the rows lacks to that which the body felt.
Vec3 unfelt(const Vec3& torque, int body, const TorqueAxes& axes, Span<const BodyPose> poses) {
  if (axes.first.data() == axes.last.data()) return Vec3::Zero();
  const Vec3 in_body = poses[body].R.transpose() * torque;
  return (1 - axes.share) * (axes.first[body].R * in_body) + axes.share * (axes.last[body].R * in_body) - torque;
}

bool turns(int body, const Workspace& work) {
  return body >= 0 && get3(&work.derived.inertia[3 * body]).maxCoeff() > 0;
}

// The child's share of a joint row; the parent's, turned round, when the child does not move, or not turn with a rod
// that bends against the parent.
void add_to_joint(const Model& model, int index, const ConstraintRow& row, double impulse, const TorqueAxes& axes,
                  LastAnchors& last, Workspace& work) {
  const Joint& joint = joint_at(model, index);
  const bool bends = row.role == RowRole::spring && is_bending(row);
  const bool of_child = moves(joint.child, work) && !(bends && !turns(joint.child, work));
  if (last.joint != index) last = {index, joint_anchors(joint, work.poses)};
  const JointAnchors& f = last.anchors;
  for (const lcp::Block& block : work.rows.blocks_of(row)) {
    const bool on_child = block.body == joint.child;
    if (on_child != of_child) continue;
    const double sign = on_child ? 1.0 : -1.0;
    const Vec3 force = sign * impulse * get3(block.j);
    const Vec3 posed = sign * impulse * (work.poses[block.body].R * get3(block.j + 3));
    const Vec3 about_centre = posed + unfelt(posed, block.body, axes, work.poses);
    const Vec3 r = on_child ? f.r_C : Vec3(f.r_P + f.d);
    add3(force, &work.impulses.joint[6 * index]);
    add3(about_centre - r.cross(force), &work.impulses.joint[6 * index + 3]);
  }
}

// Wheels on one axle have the same direction in its row, and levers that differ along it alone: each has an even share.
void add_to_wheels(const Model& model, const ConstraintRow& row, double impulse, const TorqueAxes& axes,
                   LastAnchors& last, Workspace& work) {
  int j = row.source;
  do {
    int of_body = 0;
    int k = j;
    do {
      if (joint_at(model, k).child == joint_at(model, j).child) ++of_body;
      k = work.rows.next_on_axle(k);
    } while (k != j);
    add_to_joint(model, j, row, impulse / of_body, axes, last, work);
    j = work.rows.next_on_axle(j);
  } while (j != row.source);
}

void add_to_coordinate(CoordinateLoad load, int joint, int k, double impulse, Workspace& work) {
  work.impulses.coordinate[Layout::kJointLoads * joint + Layout::coordinate_load(load, k)] += impulse;
}

// An impulse along a coordinate, from parent to child.
void add_along_coordinate(const Model& model, int index, int k, double impulse, Span<const BodyPose> poses,
                          const TorqueAxes& axes, Workspace& work) {
  const Joint& joint = joint_at(model, index);
  const Freedom& freedom = kind_of(model, index).freedoms[k];
  const JointAnchors anchors = joint_anchors(joint, poses);
  const Vec3 push = impulse * freedom_axis(model.planar, freedom, joint, anchors, poses);
  const Vec3 torque = freedom.turns ? push : anchors.r_C.cross(push);
  double* sum = &work.impulses.joint[6 * index];
  if (freedom.turns) {
    add3(torque, sum + 3);
  } else {
    add3(push, sum);
  }
  if (moves(joint.child, work)) {
    add3(unfelt(torque, joint.child, axes, poses), sum + 3);
  } else if (moves(joint.parent, work)) {
    const Vec3 opposite = freedom.turns ? Vec3(-push) : Vec3(-(anchors.r_P + anchors.d).cross(push));
    add3(-unfelt(opposite, joint.parent, axes, poses), sum + 3);
  }
}

void add_to_gear(const Model& model, int index, double impulse, const TorqueAxes& axes, Workspace& work) {
  work.impulses.gear[index] += impulse;
  int k = 0;
  for (const GearTerm& term : gear_at(model, index).terms) {
    const double ratio = work.derived.ratio(index, k++);
    add_along_coordinate(model, term.joint, term.coordinate, ratio * impulse, work.poses, axes, work);
  }
}

void add_to_limit(const Model& model, const Stop& stop, const ConstraintRow& row, double impulse,
                  const TorqueAxes& axes, LastAnchors& last, Workspace& work) {
  if (stop.gear >= 0) {
    add_to_gear(model, stop.gear, stop.sign() * impulse, axes, work);
    return;
  }
  add_to_joint(model, stop.joint, row, impulse, axes, last, work);
  add_to_coordinate(CoordinateLoad::limit, stop.joint, stop.coordinate, stop.sign() * impulse, work);
}

struct PointLoad {
  Vec3 impulse = Vec3::Zero();   // on the first body
  Vec3 friction = Vec3::Zero();  // its tangential part
  double normal = 0;
  double slip = 0;
};

PointLoad load_of(int normal_row, Span<const double> velocity, double weight, const Workspace& work) {
  const ConstraintRow& row = work.rows.rows_storage[normal_row];
  const ContactPoint& point = work.contacts.storage[row.source];
  const Tangents& t = work.tangents[row.source];
  PointLoad load;
  load.normal = weight * work.problem.solution.impulse[normal_row];
  const int tangents = work.problem.contacts[row.source].tangents;
  double target[2] = {0, 0};
  for (int k = 0; k < tangents; ++k) {
    load.friction += weight * work.problem.solution.impulse[normal_row + 1 + k] * (k == 0 ? t.t1 : t.t2);
    target[k] = work.rows.rows_storage[normal_row + 1 + k].target;
  }
  const Vec3 belt = with_parts(t, target[0], target[1]);
  load.impulse = load.normal * point.normal + load.friction;
  const Span<const BodyPose> poses = poses_of(point, work);
  const Vec3 relative = velocity_at(velocity, poses, point.first_body, point.p_first - poses[point.first_body].p) -
                        velocity_at(velocity, poses, point.second_body, point.p_second - poses[point.second_body].p);
  load.slip = (relative - relative.dot(point.normal) * point.normal - belt).norm();
  return load;
}

// About the centre of mass of the sensor's first body. Where that is fixed, the second one has felt the opposite.
Vec3 torque_of(const ContactPoint& point, bool flipped, const Vec3& impulse, const TorqueAxes& axes,
               const Workspace& work) {
  const Span<const BodyPose> poses = poses_of(point, work);
  const int first = flipped ? point.second_body : point.first_body;
  const int second = flipped ? point.first_body : point.second_body;
  const Vec3 torque = ((flipped ? point.p_second : point.p_first) - poses[first].p).cross(impulse);
  if (work.derived.mass[first] > 0) return torque + unfelt(torque, first, axes, poses);
  const Vec3 opposite = ((flipped ? point.p_first : point.p_second) - poses[second].p).cross(-impulse);
  return torque - unfelt(opposite, second, axes, poses);
}

void add_to_sensor(const ContactPoint& point, bool flipped, const PointLoad& load, const TorqueAxes& axes,
                   const Workspace& work, SensorSum& sum) {
  const double sign = flipped ? -1.0 : 1.0;
  const Vec3 impulse = sign * load.impulse;
  add3(impulse, sum.impulse);
  add3(torque_of(point, flipped, impulse, axes, work), sum.angular);
  add3(sign * load.friction, sum.friction);
  sum.normal += load.normal;
  add3(load.normal * (flipped ? point.p_second : point.p_first), sum.moment);
  sum.peak_here += load.normal;
  sum.peak = std::max(sum.peak, sum.peak_here);
  sum.slip = std::max(sum.slip, load.slip);
  sum.points_here += 1;
  sum.points = std::max(sum.points, sum.points_here);
}

void add_to_sensors(const Model& model, int normal_row, Span<const double> velocity, double weight,
                    const TorqueAxes& axes, Workspace& work) {
  const ContactPoint& point = work.contacts.storage[work.rows.rows_storage[normal_row].source];
  const PointLoad load = load_of(normal_row, velocity, weight, work);
  for (int s = 0; s < work.impulses.sensor.size(); ++s) {
    const Sensor& sensor = model.sensors[static_cast<std::size_t>(s)];
    bool flipped = false;
    if (!concerns(sensor, point.first_body, point.second_body, flipped)) continue;
    add_to_sensor(point, flipped, load, axes, work, work.impulses.sensor[s]);
  }
}

// A torque on the first body, or where that is fixed, the opposite of that on the second.
void add_turning_to_sensors(const Model& model, const ConstraintRow& row, double impulse, const TorqueAxes& axes,
                            Workspace& work) {
  const ContactPoint& point = work.contacts.storage[row.source];
  const Span<const BodyPose> poses = poses_of(point, work);
  for (int s = 0; s < work.impulses.sensor.size(); ++s) {
    bool flipped = false;
    if (!concerns(model.sensors[static_cast<std::size_t>(s)], point.first_body, point.second_body, flipped)) continue;
    const int first = flipped ? point.second_body : point.first_body;
    const int second = flipped ? point.first_body : point.second_body;
    const int felt = work.derived.mass[first] > 0 ? first : second;
    for (const lcp::Block& block : work.rows.blocks_of(row)) {
      if (block.body != felt) continue;
      const Vec3 torque = impulse * (poses[felt].R * get3(block.j + 3));
      const double sign = felt == first ? 1.0 : -1.0;
      add3(sign * (torque + unfelt(torque, felt, axes, poses)), work.impulses.sensor[s].angular);
    }
  }
}

// On the second body at its anchor; what turns the first has the opposite where the second does not turn.
void add_to_bushing(const Model& model, const ConstraintRow& row, double impulse, const TorqueAxes& axes,
                    Workspace& work) {
  const BushingWay u = bushing_direction(model, row, work.poses);
  const Bushing& bushing = bushing_at(model, row.source);
  Vec3 torque = impulse * u.turn;
  const bool of_second = turns(bushing.second, work);
  for (const lcp::Block& block : work.rows.blocks_of(row)) {
    if (block.body != (of_second ? bushing.second : bushing.first)) continue;
    const Vec3 posed = impulse * (work.poses[block.body].R * get3(block.j + 3));
    torque += (of_second ? 1.0 : -1.0) * unfelt(posed, block.body, axes, work.poses);
  }
  add3(impulse * u.displacement, &work.impulses.bushing[6 * row.source]);
  add3(torque, &work.impulses.bushing[6 * row.source + 3]);
}

void add_to_spring(const Model& model, const ConstraintRow& row, double impulse, const TorqueAxes& axes,
                   LastAnchors& last, Workspace& work) {
  if (row_part(row.id) >= kDampingPart) {
    add_to_joint(model, row.source, row, impulse, axes, last, work);
    return;
  }
  if (is_bushing(row)) {
    add_to_bushing(model, row, impulse, axes, work);
    return;
  }
  const Spring& spring = model.springs[static_cast<std::size_t>(row.source)];
  if (spring.joint >= 0) {
    work.impulses.spring[row.source] -= impulse;
    return;
  }
  if (spring.torsional) {
    if (model.planar) work.impulses.spring[row.source] -= impulse;
    add3(impulse * torsion_direction(model, row, work.poses), &work.impulses.torsion[3 * row.source]);
    return;
  }
  const SpringLine line = spring_line(spring, work.poses);
  const Vec3 direction = spring_row_direction(row, line);
  work.impulses.spring[row.source] -= impulse * direction.dot(line.u);
}

}  // namespace

void clear_impulses(StepImpulses& impulses) {
  std::fill(impulses.joint.begin(), impulses.joint.end(), 0.0);
  std::fill(impulses.gear.begin(), impulses.gear.end(), 0.0);
  std::fill(impulses.coordinate.begin(), impulses.coordinate.end(), 0.0);
  std::fill(impulses.spring.begin(), impulses.spring.end(), 0.0);
  std::fill(impulses.torsion.begin(), impulses.torsion.end(), 0.0);
  std::fill(impulses.bushing.begin(), impulses.bushing.end(), 0.0);
  std::fill(impulses.sensor.begin(), impulses.sensor.end(), SensorSum{});
  impulses.drive_work = 0;
}

void accumulate_impulses(const Model& model, Span<const double> velocity, double weight, Workspace& work) {
  accumulate_impulses(model, velocity, weight, {work.poses, work.poses, 0}, work);
}

void accumulate_impulses(const Model& model, Span<const double> velocity, double weight, const TorqueAxes& axes,
                         Workspace& work) {
  assert(work.problem.row_count == work.rows.row_count && velocity.size() == 6 * work.poses.size());
  const Span<const double> impulse = work.problem.impulse();
  for (SensorSum& sum : work.impulses.sensor) sum.points_here = sum.peak_here = 0;
  LastAnchors last;
  for (int i = 0; i < work.rows.row_count; ++i) {
    if (impulse[i] == 0) continue;
    const ConstraintRow& row = work.rows.rows_storage[i];
    switch (row.role) {
      case RowRole::joint:
        if (row.of_speed && row_part(row.id) == kAlongAxle) {
          add_to_wheels(model, row, weight * impulse[i], axes, last, work);
        } else {
          add_to_joint(model, row.source, row, weight * impulse[i], axes, last, work);
        }
        break;
      case RowRole::gear:
        add_to_gear(model, row.source, weight * impulse[i], axes, work);
        break;
      case RowRole::spring:
        add_to_spring(model, row, weight * impulse[i], axes, last, work);
        break;
      case RowRole::normal:
        if (const int stop = work.contacts.storage[row.source].stop; stop >= 0) {
          add_to_limit(model, work.derived.stops[stop], row, weight * impulse[i], axes, last, work);
        } else {
          add_to_sensors(model, i, velocity, weight, axes, work);
        }
        break;
      case RowRole::tangent:
      case RowRole::rolling:
      case RowRole::spinning:
        break;  // counted with its normal
      case RowRole::turning:
        add_turning_to_sensors(model, row, weight * impulse[i], axes, work);
        break;
      case RowRole::drive:
      case RowRole::friction:
        add_to_coordinate(row.role == RowRole::drive ? CoordinateLoad::drive : CoordinateLoad::friction, row.source,
                          coordinate_of(row), weight * impulse[i], work);
        add_to_joint(model, row.source, row, weight * impulse[i], axes, last, work);
        break;
      case RowRole::rotor:
        add_to_joint(model, row.source, row, weight * impulse[i], axes, last, work);
        break;
    }
  }
}

void accumulate_joint_inputs(const Model& model, const Layout& layout, Span<const double> inputs, double h,
                             Span<const BodyPose> poses, const TorqueAxes& axes, Workspace& work) {
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
    for (int k = 0; k < kind_of(model, j).freedom_count; ++k) {
      const double value = inputs[layout.joint_input(j, k)];
      if (value != 0) add_along_coordinate(model, j, k, h * value, poses, axes, work);
    }
  }
}

}  // namespace stickslip
