#include "model/core/layout.h"

#include "model/core/capacity.h"

namespace stickslip {
namespace {

template <class Parts>
int count(const Parts& parts) {
  return static_cast<int>(parts.size());
}

}  // namespace

Layout::Layout(const Model& model) {
  const int bodies = count(model.bodies);
  const int materials = count(model.materials);
  const int joints = count(model.joints);
  const int gears = count(model.gears);
  const int springs = count(model.springs);
  const int bushings = count(model.bushings);
  const int frames = count(model.frames);
  const int sensors = count(model.sensors);

  mass = gravity + 3;
  friction = mass + bodies;
  restitution = friction + materials;
  surface_velocity = restitution + materials;
  joint_damping = surface_velocity + 3 * bodies;
  lower_limit = joint_damping + kMostCoordinates * joints;
  upper_limit = lower_limit + kMostCoordinates * joints;
  joint_friction = upper_limit + kMostCoordinates * joints;
  armature = joint_friction + kMostCoordinates * joints;
  drive_stiffness = armature + kMostCoordinates * joints;
  drive_damping = drive_stiffness + kMostCoordinates * joints;
  drive_most = drive_damping + kMostCoordinates * joints;
  gear_backlash = drive_most + kMostCoordinates * joints;
  gear_offset = gear_backlash + gears;
  gear_ratio = gear_offset + gears;
  spring_stiffness = gear_ratio + most_gear_terms(model) * gears;
  spring_damping = spring_stiffness + springs;
  rest_length = spring_damping + springs;
  bushing_stiffness = rest_length + springs;
  bushing_damping = bushing_stiffness + kMostDirections * bushings;
  rolling = bushing_damping + kMostDirections * bushings;
  spinning = rolling + (resists_rolling(model) ? materials : 0);
  joint_coefficient = spinning + (resists_spinning(model) ? materials : 0);
  parameters = joint_coefficient + (rubs_by_load(model) ? kMostCoordinates * joints : 0);

  joint_starts = bodies * kBodyStart;
  starts = joint_starts + joints * kJointStart;

  joint_inputs = bodies * kBodyInput;
  drive_inputs = joint_inputs + kMostCoordinates * joints;
  frame_inputs = drive_inputs + kDriveInput * kMostCoordinates * joints;
  inputs = frame_inputs + frames * kFrameInput;

  joint_outputs = bodies * kBodyOutput;
  frame_outputs = joint_outputs + joints * kJointOutput;
  sensor_outputs = frame_outputs + frames * kFrameOutput;
  gear_outputs = sensor_outputs + sensors * kSensorOutput;
  spring_outputs = gear_outputs + gears;
  bushing_outputs = spring_outputs + springs * kSpringOutput;
  solver_output = bushing_outputs + bushings * kBushingOutput;
  energy_output = solver_output + kSolverOutput;
  outputs = energy_output + kEnergyOutput;

  integer_outputs = kSolverIntegers + sensors;
  boolean_outputs = 2 * sensors;
}

}  // namespace stickslip
