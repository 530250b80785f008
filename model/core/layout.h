#pragma once

#include "model/core/model.h"

namespace stickslip {

/// What acts along a coordinate and is told apart.
enum class CoordinateLoad : int { limit, friction, drive };
constexpr int kCoordinateLoadCount = static_cast<int>(CoordinateLoad::drive) + 1;

/// Where everything of a model lives in the flat vectors of parameters, starts, inputs and outputs.
/// Every field is the index of the first element of a group; `per` constants say how many elements one member has.
struct Layout {
  explicit Layout(const Model& model);

  // Parameters: tunable numbers.
  int gravity = 0;           // 3
  int mass = 0;              // 1 per body
  int friction = 0;          // 1 per material
  int restitution = 0;       // 1 per material
  int surface_velocity = 0;  // 3 per body, body axes
  int joint_damping = 0;     // 1 per coordinate slot (core/joint_kind.h)
  int lower_limit = 0;       // likewise
  int upper_limit = 0;
  int joint_friction = 0;
  int armature = 0;
  int drive_stiffness = 0;
  int drive_damping = 0;
  int drive_most = 0;
  int gear_backlash = 0;     // 1 per gear
  int gear_offset = 0;       // likewise
  int gear_ratio = 0;        // per gear as many as the one with most coordinates has
  int spring_stiffness = 0;  // 1 per spring
  int spring_damping = 0;
  int rest_length = 0;
  int bushing_stiffness = 0;  // 1 per direction slot of a bushing
  int bushing_damping = 0;    // likewise
  int rolling = 0;            // 1 per material where one of the model resists that, else none
  int spinning = 0;           // likewise
  int joint_coefficient = 0;  // 1 per coordinate slot where a bearing of the model rubs by its load, else none
  int parameters = 0;         // how many in all

  // Starts: fixed numbers that place the initial state.
  static constexpr int kBodyStart = 14;  // position 3, velocity 3, orientation wxyz 4, angular velocity 3, angle 1
  static constexpr int kJointStart = 2 * kMostCoordinates + 7;  // positions, velocities, orientation wxyz 4, angular
                                                                // velocity 3
  static constexpr int kStartRates = kMostCoordinates;
  static constexpr int kStartOrientation = 2 * kMostCoordinates;
  static constexpr int kStartTurning = kStartOrientation + 4;
  int body_start(int body) const { return body * kBodyStart; }
  int joint_start(int joint) const { return joint_starts + joint * kJointStart; }
  int joint_starts = 0;
  int starts = 0;

  // Inputs.
  static constexpr int kBodyInput = 6;   // force 3, torque 3, world axes, at the centre of mass
  static constexpr int kFrameInput = 6;  // force 3, torque 3, world axes
  int body_input(int body) const { return body * kBodyInput; }
  int joint_input(int joint, int k) const { return joint_inputs + kMostCoordinates * joint + k; }
  int frame_input(int frame) const { return frame_inputs + frame * kFrameInput; }
  static constexpr int kDriveInput = 3;  // mode, velocity, position
  static constexpr int kDriveVelocity = 1;
  static constexpr int kDrivePosition = 2;
  int drive_input(int joint, int k) const { return drive_inputs + kDriveInput * (kMostCoordinates * joint + k); }
  int joint_inputs = 0;
  int drive_inputs = 0;
  int frame_inputs = 0;
  int inputs = 0;

  // Real outputs.
  static constexpr int kBodyOutput = 14;  // position 3, velocity 3, orientation 4, angular velocity 3, angle
  static constexpr int kJointRates = kMostCoordinates;  // after the positions
  static constexpr int kJointAccelerations = 2 * kMostCoordinates;
  static constexpr int kJointOrientation = 3 * kMostCoordinates;  // 4, then angular velocity 3
  static constexpr int kJointTurning = kJointOrientation + 4;
  static constexpr int kReaction = kJointTurning + 3;          // force 3, torque 3, world axes
  static constexpr int kLocalReaction = kReaction + 6;         // the same in the parent's joint axes
  static constexpr int kCoordinateLoads = kLocalReaction + 6;  // of each CoordinateLoad, 1 per coordinate
  static constexpr int kJointLoads = kCoordinateLoadCount * kMostCoordinates;
  static constexpr int kJointOutput = kCoordinateLoads + kJointLoads;
  static constexpr int coordinate_load(CoordinateLoad load, int k) {
    return static_cast<int>(load) * kMostCoordinates + k;
  }
  static constexpr int kFrameOutput =
      17;  // position 3, velocity 3, acceleration 3, orientation 4, angular velocity 3, angle
  static constexpr int kSensorOutput = 14;  // force 3, torque 3, normal, friction, gap, slip, centre 3, peak impulse
  static constexpr int kSensorCentre = 10;
  static constexpr int kSensorPeak = 13;
  static constexpr int kSpringOutput = 5;    // force, length, torque 3
  static constexpr int kBushingOutput = 12;  // force 3, torque 3, displacement 3, turn 3
  static constexpr int kBushingWay = 6;
  static constexpr int kSolverOutput = 4;  // residual, penetration, joint error, energy gain
  static constexpr int kEnergyGain = 3;    // of these; the others are worst values, this is a sum
  static constexpr int kEnergyOutput = 4;  // kinetic, potential, dissipated, rebound
  int body_output(int body) const { return body * kBodyOutput; }
  int joint_output(int joint) const { return joint_outputs + joint * kJointOutput; }
  int frame_output(int frame) const { return frame_outputs + frame * kFrameOutput; }
  int sensor_output(int sensor) const { return sensor_outputs + sensor * kSensorOutput; }
  int spring_output(int spring) const { return spring_outputs + spring * kSpringOutput; }
  int bushing_output(int bushing) const { return bushing_outputs + bushing * kBushingOutput; }
  int joint_outputs = 0;
  int frame_outputs = 0;
  int sensor_outputs = 0;
  int gear_outputs = 0;  // 1 per gear: its torque
  int spring_outputs = 0;
  int bushing_outputs = 0;
  int solver_output = 0;
  int energy_output = 0;
  int outputs = 0;

  // Integer outputs: the solver's, then the count of each sensor.
  static constexpr int kSolverIntegers = 6;  // status, lcps, iterations, fallbacks, misses, overflow
  int sensor_count(int sensor) const { return kSolverIntegers + sensor; }
  int integer_outputs = 0;

  // Boolean outputs: active and sticking of each sensor.
  int sensor_active(int sensor) const { return 2 * sensor; }
  int sensor_sticking(int sensor) const { return 2 * sensor + 1; }
  int boolean_outputs = 0;
};

}  // namespace stickslip
