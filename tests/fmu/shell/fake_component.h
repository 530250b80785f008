#pragma once

#include <memory>

#include "fmu/shell/component.h"

namespace stickslip::fmu::testing {

/// Value references of the fake component, in the order of its description.
enum FakeVariable : unsigned {
  kForce,    // Real input, |.| <= 100
  kEnable,   // Boolean input
  kMode,     // Integer input, 0 to 3
  kGain,     // Real tunable, 0 to 10
  kMass,     // Real fixed, >= 0.1
  kStartX,   // Real fixed start
  kX,        // Real output: start.x + sum of gain force h / mass
  kElapsed,  // Real output: sum of h
  kSteps,    // Integer output: steps since initialisation
  kMoving,   // Boolean output: enable and force != 0
  kFakeVariableCount
};

inline constexpr double kFakeStep = 1e-3;
inline constexpr double kForceThatFails = 99;    // step() changes its state and then says false
inline constexpr double kForceThatReports = 50;  // step() writes to the solver's log
inline constexpr double kStartWithoutState = 7;  // initialise() says false

std::unique_ptr<Component> make_fake(double step = kFakeStep);

}  // namespace stickslip::fmu::testing
