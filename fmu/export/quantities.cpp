#include "fmu/export/quantities.h"

namespace stickslip::fmu {
namespace {

constexpr double kDegrees = 57.295779513082320877;  // in a radian

constexpr QuantityInfo kQuantities[] = {
    {Quantity::length, "Length", "m", {0, 1, 0, 0}, nullptr, 1},
    {Quantity::angle, "Angle", "rad", {0, 0, 0, 1}, "deg", kDegrees},
    {Quantity::velocity, "Velocity", "m/s", {0, 1, -1, 0}, nullptr, 1},
    {Quantity::angular_velocity, "AngularVelocity", "rad/s", {0, 0, -1, 1}, "deg/s", kDegrees},
    {Quantity::acceleration, "Acceleration", "m/s2", {0, 1, -2, 0}, nullptr, 1},
    {Quantity::angular_acceleration, "AngularAcceleration", "rad/s2", {0, 0, -2, 1}, "deg/s2", kDegrees},
    {Quantity::force, "Force", "N", {1, 1, -2, 0}, nullptr, 1},
    {Quantity::torque, "Torque", "N.m", {1, 2, -2, 0}, nullptr, 1},
    {Quantity::mass, "Mass", "kg", {1, 0, 0, 0}, nullptr, 1},
    {Quantity::inertia, "MomentOfInertia", "kg.m2", {1, 2, 0, 0}, nullptr, 1},
    {Quantity::stiffness, "TranslationalSpringConstant", "N/m", {1, 0, -2, 0}, nullptr, 1},
    {Quantity::angular_stiffness, "RotationalSpringConstant", "N.m/rad", {1, 2, -2, -1}, nullptr, 1},
    {Quantity::damping, "TranslationalDampingConstant", "N.s/m", {1, 0, -1, 0}, nullptr, 1},
    {Quantity::angular_damping, "RotationalDampingConstant", "N.m.s/rad", {1, 2, -1, -1}, nullptr, 1},
    {Quantity::energy, "Energy", "J", {1, 2, -2, 0}, nullptr, 1},
    {Quantity::impulse, "Impulse", "N.s", {1, 1, -1, 0}, nullptr, 1},
    {Quantity::time, "Time", "s", {0, 0, 1, 0}, nullptr, 1},
};

}  // namespace

const QuantityInfo* info_of(Quantity quantity) {
  for (const QuantityInfo& info : kQuantities) {
    if (info.quantity == quantity) return &info;
  }
  return nullptr;
}

}  // namespace stickslip::fmu
