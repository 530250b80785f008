#pragma once

#include "tests/benchmark/peers/scene.h"

namespace stickslip::peers {

/// Torques of the hinges at time t; none where the scene is no press.
std::vector<double> press_torques(const Scene& scene, double t, const BodyStates& states);

}  // namespace stickslip::peers
