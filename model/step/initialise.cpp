#include "model/step/initialise.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "model/constraints/springs.h"
#include "model/constraints/stops.h"
#include "model/core/capacity.h"
#include "model/kinematics/joint_geometry.h"
#include "model/step/assemble.h"
#include "model/step/pressed.h"
#include "model/step/walk.h"

namespace stickslip {
namespace {

int count(std::size_t size) {
  return static_cast<int>(size);
}

}  // namespace

void default_starts(const Model& model, const Layout& layout, Span<double> starts) {
  for (int b = 0; b < count(model.bodies.size()); ++b) {
    const Body& body = body_at(model, b);
    double* to = &starts[layout.body_start(b)];
    put3(body.p_WB, to);
    put3(body.velocity, to + 3);
    put_quaternion(body.q_WB, to + 6);
    put3(body.angular_velocity, to + 10);
    to[13] = body.angle;
  }
  for (int j = 0; j < count(model.joints.size()); ++j) {
    const Joint& joint = joint_at(model, j);
    double* to = &starts[layout.joint_start(j)];
    for (int k = 0; k < kMostCoordinates; ++k) {
      to[k] = joint.coordinates[k].start_position;
      to[Layout::kStartRates + k] = joint.coordinates[k].start_velocity;
    }
    put_quaternion(joint.start_orientation, to + Layout::kStartOrientation);
    put3(joint.start_angular_velocity, to + Layout::kStartTurning);
  }
}

void default_parameters(const Model& model, const Layout& layout, Span<double> parameters) {
  put3(model.gravity, &parameters[layout.gravity]);
  for (int b = 0; b < count(model.bodies.size()); ++b) {
    parameters[layout.mass + b] = body_at(model, b).mass;
    put3(body_at(model, b).surface_velocity, &parameters[layout.surface_velocity + 3 * b]);
  }
  for (int m = 0; m < count(model.materials.size()); ++m) {
    parameters[layout.friction + m] = model.materials[static_cast<std::size_t>(m)].friction;
    parameters[layout.restitution + m] = model.materials[static_cast<std::size_t>(m)].restitution;
    if (resists_rolling(model)) {
      parameters[layout.rolling + m] = model.materials[static_cast<std::size_t>(m)].rolling;
    }
    if (resists_spinning(model)) {
      parameters[layout.spinning + m] = model.materials[static_cast<std::size_t>(m)].spinning;
    }
  }
  for (int j = 0; j < count(model.joints.size()); ++j) {
    for (int k = 0; k < kMostCoordinates; ++k) {
      const Coordinate& coordinate = joint_at(model, j).coordinates[k];
      parameters[layout.joint_damping + coordinate_slot(j, k)] = coordinate.damping;
      parameters[layout.lower_limit + coordinate_slot(j, k)] = coordinate.limits.lower;
      parameters[layout.upper_limit + coordinate_slot(j, k)] = coordinate.limits.upper;
      parameters[layout.joint_friction + coordinate_slot(j, k)] = std::max(0.0, coordinate.friction);
      if (rubs_by_load(model)) {
        parameters[layout.joint_coefficient + coordinate_slot(j, k)] = std::max(0.0, coordinate.coefficient);
      }
      parameters[layout.armature + coordinate_slot(j, k)] = std::max(0.0, coordinate.armature);
      parameters[layout.drive_stiffness + coordinate_slot(j, k)] = coordinate.drive.stiffness;
      parameters[layout.drive_damping + coordinate_slot(j, k)] = coordinate.drive.damping;
      parameters[layout.drive_most + coordinate_slot(j, k)] = coordinate.drive.most;
    }
  }
  for (int g = 0; g < count(model.gears.size()); ++g) {
    const Gear& gear = gear_at(model, g);
    parameters[layout.gear_backlash + g] = gear.backlash;
    parameters[layout.gear_offset + g] = gear.offset;
    const int most = most_gear_terms(model);
    for (int k = 0; k < count(gear.terms.size()); ++k) {
      parameters[layout.gear_ratio + most * g + k] = gear.terms[static_cast<std::size_t>(k)].ratio;
    }
  }
  for (int s = 0; s < count(model.springs.size()); ++s) {
    const Spring& spring = model.springs[static_cast<std::size_t>(s)];
    parameters[layout.spring_stiffness + s] = spring.stiffness;
    parameters[layout.spring_damping + s] = spring.damping;
    parameters[layout.rest_length + s] = spring.rest_length;
  }
  for (int b = 0; b < count(model.bushings.size()); ++b) {
    for (int k = 0; k < kMostDirections; ++k) {
      const BushingDirection& direction = bushing_at(model, b).directions[k];
      parameters[layout.bushing_stiffness + kMostDirections * b + k] = direction.stiffness;
      parameters[layout.bushing_damping + kMostDirections * b + k] = direction.damping;
    }
  }
}

void default_inputs(const Model& model, const Layout& layout, Span<double> inputs) {
  std::fill(inputs.begin(), inputs.end(), 0.0);
  for (int j = 0; j < count(model.joints.size()); ++j) {
    for (int k = 0; k < kMostCoordinates; ++k) {
      const Drive& drive = joint_at(model, j).coordinates[k].drive;
      double* to = &inputs[layout.drive_input(j, k)];
      to[0] = static_cast<double>(drive.mode);
      if (drive.mode == DriveMode::velocity) to[Layout::kDriveVelocity] = drive.target;
      if (drive.mode == DriveMode::position) to[Layout::kDrivePosition] = drive.target;
    }
  }
}

namespace {

Error check_orientations(const Model& model, const Layout& layout, Span<const double> starts) {
  constexpr double kVanishes = 1e-6;
  for (int b = 0; b < count(model.bodies.size()); ++b) {
    if (get_quaternion(&starts[layout.body_start(b) + 6]).norm() > kVanishes) continue;
    return {"body \"" + body_at(model, b).name + "\": start.orientation is zero; give a quaternion w x y z"};
  }
  for (int j = 0; j < count(model.joints.size()); ++j) {
    if (get_quaternion(&starts[layout.joint_start(j) + Layout::kStartOrientation]).norm() > kVanishes) continue;
    return {"joint \"" + joint_at(model, j).name + "\": start.orientation is zero; give a quaternion w x y z"};
  }
  return {};
}

}  // namespace

namespace {

Error check_limits(const Model& model, const Layout& layout, const State& state, Workspace& work) {
  constexpr double kMeets = 1e-9;  // m or rad
  const Coordinates at = {model, layout, state, work.derived};
  for (int s = 0; s < work.derived.stops.size(); ++s) {
    if (stop_gap(at, s, state.motion, work.poses, 0) >= -kMeets) continue;
    const Stop& stop = work.derived.stops[s];
    if (stop.gear >= 0)
      return {"gear \"" + gear_at(model, stop.gear).name +
                  "\": starts beyond its backlash; change the starts of its joints",
              -1, stop.gear};
    const int slot = coordinate_slot(stop.joint, stop.coordinate);
    char text[512];
    std::snprintf(text, sizeof text,
                  "joint \"%s\": starts at %.9g, %s limit of %.9g; move its bodies, its start or the limit",
                  joint_at(model, stop.joint).name.c_str(), state.joint_position[slot],
                  stop.upper ? "beyond its upper" : "below its lower",
                  state.parameters[(stop.upper ? layout.upper_limit : layout.lower_limit) + slot]);
    return {text, stop.joint};
  }
  return {};
}

}  // namespace

Error initialise(const Model& model, const Layout& layout, Span<const double> starts, Span<const double> parameters,
                 State& state, Workspace& work) {
  Error vanishing = check_orientations(model, layout, starts);
  if (vanishing) return vanishing;
  std::memset(state.memory.data(), 0, state.memory.size());
  state.header->undoing_time = model.step.size;
  std::copy(parameters.begin(), parameters.end(), state.parameters.begin());
  update_derived(model, layout, state.parameters, work.derived);
  walk_to_starts(model, layout, starts, state, work);
  Error error = assemble(model, layout, starts, state, work);
  if (error) return error;
  update_poses(model, state.motion, work.poses);
  std::copy(state.joint_position.begin(), state.joint_position.end(), state.locked_at.begin());
  error = check_limits(model, layout, state, work);
  if (error) return error;
  state.header->pressed = pressed_energy(model, work);
  for (int s = 0; s < count(model.springs.size()); ++s) {
    const double force = spring_force(model, layout, state, s, work.poses);
    state.spring_force[2 * s] = state.spring_force[2 * s + 1] = force;
  }
  std::copy(state.motion.velocity.begin(), state.motion.velocity.end(), state.velocity_before.begin());
  std::copy(state.motion.velocity.begin(), state.motion.velocity.end(), state.reported.begin());
  return {};
}

}  // namespace stickslip
