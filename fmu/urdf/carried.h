#pragma once

/// What this version's models have a place for: the one place to change when a part of the format arrives. What has
/// none is said in a comment and in a warning.
namespace stickslip::urdf {

constexpr bool kCylinders = true;
constexpr bool kHulls = true;
constexpr bool kLimits = false;
constexpr bool kFriction = false;
constexpr bool kArmature = false;
constexpr bool kDrives = false;
constexpr bool kGears = false;

}  // namespace stickslip::urdf
