#pragma once

/// What this version's models have a place for: the one place to change when a part of the format arrives. What has
/// none is said in a comment and in a warning.
namespace stickslip::urdf {

constexpr bool kCylinders = true;
constexpr bool kHulls = true;
constexpr bool kLimits = true;
constexpr bool kFriction = true;
constexpr bool kArmature = true;
constexpr bool kDrives = true;
constexpr bool kGears = true;

}  // namespace stickslip::urdf
