#pragma once

#include <cstdint>
#include <vector>

#include "tests/benchmark/motion/scene.h"

namespace stickslip::motion {

const std::vector<std::string>& family_names();

/// The scene of a seed: of the family with this name, or of the one that the seed draws when the name is empty.
Scene generate(std::uint64_t seed, Scheme scheme, const std::string& family);

}  // namespace stickslip::motion
