#include "model/interface/outputs.h"

#include <cmath>

#include "model/constraints/bushings.h"
#include "model/constraints/springs.h"
#include "model/constraints/torsion.h"
#include "model/kinematics/joint_geometry.h"
#include "model/math/elementary.h"
#include "model/schemes/rebound_bank.h"
#include "model/step/energy.h"

namespace stickslip {
namespace {

// A loaded point that slips less than this sticks.
constexpr double kSticks = 1e-9;  // m/s

int count(std::size_t size) {
  return static_cast<int>(size);
}

// A frame fixed to a body, in the form both bodies and frames report: position, velocity, orientation, rate, angle.
struct FrameMotion {
  Vec3 p = Vec3::Zero();
  Vec3 v = Vec3::Zero();
  Quat q = Quat::Identity();
  Vec3 w = Vec3::Zero();
  double angle = 0;
};

FrameMotion frame_motion(const Model& model, const State& state, Span<const BodyPose> poses, int body, const Vec3& p_IF,
                         const Quat& q_IF, double angle_IF) {
  const BodyPose pose = pose_of(poses, body);
  const Vec3 r = pose.R * p_IF;
  FrameMotion m;
  m.p = pose.p + r;
  m.v = velocity_at(state.reported, poses, body, r);
  m.w = angular_velocity_of(state.reported, poses, body);
  m.angle = (body < 0 ? 0.0 : state.motion.angle[body]) + angle_IF;
  m.q = model.planar ? exponential_map(Vec3(0, 0, m.angle)) : pose.q * q_IF;
  return m;
}

void write_body(const Model& model, const State& state, Span<const BodyPose> poses, int body, double* to) {
  const Body& b = body_at(model, body);
  const Quat q_IB = b.q_BI.conjugate();
  const FrameMotion m = frame_motion(model, state, poses, body, -(q_IB * b.p_BI), q_IB, 0);
  put3(m.p, to);
  put3(m.v, to + 3);
  put_quaternion(m.q, to + 6);
  put3(m.w, to + 10);
  to[13] = m.angle;
}

void write_frame(const Model& model, const State& state, Span<const BodyPose> poses, const Frame& frame, double* to) {
  const double turned = 2 * arctangent2(frame.q_IF.z(), frame.q_IF.w());
  const FrameMotion m =
      frame_motion(model, state, poses, frame.body, frame.p_IF, frame.q_IF, model.planar ? turned : 0);
  put3(m.p, to);
  put3(m.v, to + 3);
  put_quaternion(m.q, to + 9);
  put3(m.w, to + 13);
  to[16] = m.angle;
}

void write_joint(const Model& model, const State& state, Span<const BodyPose> poses, int index, double* to) {
  const Joint& joint = joint_at(model, index);
  for (int k = 0; k < kind_of(model, index).freedom_count; ++k) {
    to[k] = state.joint_position[coordinate_slot(index, k)];
    to[Layout::kJointRates + k] = joint_velocity(model, index, k, state.reported, poses);
  }
  if (joint.type != JointType::ball) return;
  const Quat q_WP = pose_of(poses, joint.parent).q * joint.q_IP;
  const Quat q_WC = pose_of(poses, joint.child).q * joint.q_IC;
  const Vec3 rate = angular_velocity_of(state.reported, poses, joint.child) -
                    angular_velocity_of(state.reported, poses, joint.parent);
  put_quaternion(q_WP.conjugate() * q_WC, to + Layout::kJointOrientation);
  put3(q_WP.conjugate() * rate, to + Layout::kJointTurning);
}

void write_reaction(const Model& model, int joint, double h, const Workspace& work, double* to) {
  const Mat3 to_joint = joint_frames(joint_at(model, joint), work.poses).R_P.transpose();
  for (int k = 0; k < 6; k += 3) {
    const Vec3 load = get3(&work.impulses.joint[6 * joint + k]) / h;
    put3(load, to + k);
    put3(to_joint * load, to + (Layout::kLocalReaction - Layout::kReaction) + k);
  }
}

void write_sensor(const SensorSum& sum, double h, int sensor, const Layout& layout, const Outputs& outputs) {
  double* to = &outputs.real[layout.sensor_output(sensor)];
  put3(get3(sum.impulse) / h, to);
  put3(get3(sum.angular) / h, to + 3);
  to[6] = sum.normal / h;
  to[7] = get3(sum.friction).norm() / h;
  to[9] = sum.slip;
  put3(sum.normal > 0 ? Vec3(get3(sum.moment) / sum.normal) : Vec3(Vec3::Zero()), to + Layout::kSensorCentre);
  to[Layout::kSensorPeak] = sum.peak;
  const bool active = sum.points > 0;
  outputs.integer[layout.sensor_count(sensor)] = static_cast<int>(sum.points);
  outputs.boolean[layout.sensor_active(sensor)] = active ? 1 : 0;
  outputs.boolean[layout.sensor_sticking(sensor)] = active && sum.slip <= kSticks ? 1 : 0;
}

}  // namespace

void write_state_outputs(const Model& model, const Layout& layout, const State& state, Workspace& work,
                         const Outputs& outputs) {
  for (int b = 0; b < count(model.bodies.size()); ++b) {
    write_body(model, state, work.poses, b, &outputs.real[layout.body_output(b)]);
  }
  for (int j = 0; j < count(model.joints.size()); ++j) {
    write_joint(model, state, work.poses, j, &outputs.real[layout.joint_output(j)]);
  }
  for (int f = 0; f < count(model.frames.size()); ++f) {
    write_frame(model, state, work.poses, model.frames[static_cast<std::size_t>(f)],
                &outputs.real[layout.frame_output(f)]);
  }
  if (!model.sensors.empty()) work.near.follow(model, work.poses);
  for (int s = 0; s < count(model.sensors.size()); ++s) {
    outputs.real[layout.sensor_output(s) + 8] =
        sensor_gap(model, model.sensors[static_cast<std::size_t>(s)], work.near);
  }
  for (int s = 0; s < count(model.springs.size()); ++s) {
    const Spring& spring = model.springs[static_cast<std::size_t>(s)];
    double& at = outputs.real[layout.spring_output(s) + 1];
    if (spring.joint >= 0) {
      at = state.joint_position[coordinate_slot(spring.joint, spring.coordinate)];
    } else if (spring.torsional) {
      at = torsion_angle(model, state, s, work.poses);
    } else {
      at = spring_line(spring, work.poses).length;
    }
  }
  for (int b = 0; b < count(model.bushings.size()); ++b) {
    const BushingWay x = bushing_way(model, state, b, work.poses);
    double* to = &outputs.real[layout.bushing_output(b) + Layout::kBushingWay];
    put3(x.displacement, to);
    put3(x.turn, to + 3);
  }
  const Energy energy = energy_of(model, layout, work.derived, state, work.poses);
  double* to = &outputs.real[layout.energy_output];
  to[0] = energy.kinetic;
  to[1] = energy.potential;
  to[2] = state.header->dissipated;
  to[3] = held_energy(state);
}

void write_fit_outputs(const Layout& layout, double penetration, double joint_error, const Outputs& outputs) {
  outputs.real[layout.solver_output + 1] = penetration;
  outputs.real[layout.solver_output + 2] = joint_error;
}

void write_rates(const Model& model, const Layout& layout, const State& state, Span<const BodyPose> poses,
                 Span<double> rates) {
  for (int j = 0; j < count(model.joints.size()); ++j) {
    for (int k = 0; k < kind_of(model, j).freedom_count; ++k) {
      rates[layout.joint_output(j) + Layout::kJointRates + k] =
          joint_velocity(model, j, k, state.motion.velocity, poses);
    }
  }
  for (int f = 0; f < count(model.frames.size()); ++f) {
    const Frame& frame = model.frames[static_cast<std::size_t>(f)];
    const Vec3 r = pose_of(poses, frame.body).R * frame.p_IF;
    put3(velocity_at(state.motion.velocity, poses, frame.body, r), &rates[layout.frame_output(f) + 3]);
  }
}

void write_step_outputs(const Model& model, const Layout& layout, const StepReport& report, double h,
                        Span<const double> before, Span<const double> after, const Workspace& work,
                        const Outputs& outputs) {
  for (int j = 0; j < count(model.joints.size()); ++j) {
    const int at = layout.joint_output(j);
    for (int k = 0; k < kind_of(model, j).freedom_count; ++k) {
      const int rate = at + Layout::kJointRates + k;
      outputs.real[at + Layout::kJointAccelerations + k] = (after[rate] - before[rate]) / h;
    }
    for (int load = 0; load < Layout::kJointLoads; ++load) {
      outputs.real[at + Layout::kCoordinateLoads + load] = work.impulses.coordinate[Layout::kJointLoads * j + load] / h;
    }
    write_reaction(model, j, h, work, &outputs.real[at + Layout::kReaction]);
  }
  for (int f = 0; f < count(model.frames.size()); ++f) {
    const int at = layout.frame_output(f);
    for (int k = 0; k < 3; ++k) outputs.real[at + 6 + k] = (after[at + 3 + k] - before[at + 3 + k]) / h;
  }
  for (int s = 0; s < count(model.sensors.size()); ++s) write_sensor(work.impulses.sensor[s], h, s, layout, outputs);
  for (int g = 0; g < count(model.gears.size()); ++g) {
    outputs.real[layout.gear_outputs + g] = work.impulses.gear[g] / h;
  }
  for (int s = 0; s < count(model.springs.size()); ++s) {
    double* to = &outputs.real[layout.spring_output(s)];
    to[0] = work.impulses.spring[s] / h;
    for (int k = 0; k < 3; ++k) to[2 + k] = work.impulses.torsion[3 * s + k] / h;
  }
  for (int b = 0; b < count(model.bushings.size()); ++b) {
    double* to = &outputs.real[layout.bushing_output(b)];
    for (int k = 0; k < Layout::kBushingWay; ++k) to[k] = work.impulses.bushing[Layout::kBushingWay * b + k] / h;
  }
  outputs.real[layout.solver_output] = report.residual;
  write_fit_outputs(layout, report.penetration, report.joint_error, outputs);
  outputs.real[layout.solver_output + Layout::kEnergyGain] = report.energy_gain;
  outputs.integer[0] = code_of(report.status).number;
  outputs.integer[1] = report.lcps;
  outputs.integer[2] = report.iterations;
  outputs.integer[3] = report.fallbacks;
  outputs.integer[4] = report.misses;
  outputs.integer[5] = report.overflow;
}

}  // namespace stickslip
