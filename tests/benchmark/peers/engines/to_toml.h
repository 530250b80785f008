#pragma once

#include <string>

#include "tests/benchmark/peers/scene.h"

namespace stickslip::peers {

/// The scene as a model file. Body k is called b<k>, joint k j<k>; `options` are lines of the section [step]. A press
/// has a sensor `probe` on its last body.
std::string to_toml(const Scene& scene, const std::string& options);

}  // namespace stickslip::peers
