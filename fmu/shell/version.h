#pragma once

#include <cstdint>

namespace stickslip::fmu {

/// Raise it when the same model gives other bits than before: FMUs and their stored states are told apart by it.
inline constexpr const char* kEngineVersion = "0.2.0";

/// Raise it when the layout of a snapshot changes.
inline constexpr std::uint32_t kSnapshotVersion = 2;

}  // namespace stickslip::fmu
