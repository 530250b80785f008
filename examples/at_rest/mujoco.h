#pragma once

#include <string>

/// The held capsule in MuJoCo, where it was found when this was built.
namespace at_rest {

bool have_mujoco();
std::string mujoco_version();

/// Mean speed in m/s at which the capsule sinks between pads that press with 12 N, from 2 s to 10 s; `options` are
/// attributes of MuJoCo's <option>.
double mujoco_creep(const std::string& options);

}  // namespace at_rest
